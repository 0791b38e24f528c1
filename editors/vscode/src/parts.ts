// Parts of a text that can be edited in its map, as the server tells them (docs/editors.md).

interface Position {
  line: number;
  character: number;
}
export interface Part {
  path: string; // the URI of its file
  of: 'action' | 'listed' | 'state' | 'transition' | 'method' | 'step' | 'number' | 'other';
  noun: string;
  at: string[]; // the keys that lead to it
  name: string;
  range: { start: Position; end: Position };
  nameRange: { start: Position; end: Position };
  text?: string; // of a transition: its condition
  // Of a number: in its unit.
  number?: number;
  value?: number;
  unit?: string;
  low?: number | null;
  high?: number | null;
  whole?: boolean;
  alone?: boolean;
}

// A box of the map, and where its text stands. `count`: of the parts of its kind in that text, when it was last found.
export interface Box {
  kind: string;
  name: string;
  agent: string;
  line: number;
  count?: number;
}
export const isOfKind = (one: Part, { kind }: Pick<Box, 'kind'>): boolean => (kind === 'action' || kind === 'state' ? one.of === kind : one.of === 'other' && one.noun === kind);

// Finds the part of a box by its line and name, by its name where the text has moved, and by its line where it was renamed: none has
// come or gone then. After a removal another part may stand in that line.
export function partOf(parts: Part[], box: Box): Part | undefined {
  const { name, agent, line, count } = box;
  const all = parts.filter((one) => isOfKind(one, box)), fit = all.filter((one) => one.name === name);
  const isThere = (one: Part) => one.nameRange.start.line === line;
  return fit.find(isThere) ?? fit.find((one) => one.of !== 'state' || one.at[1] === agent) ?? fit[0] ?? (all.length === count ? all.find(isThere) : undefined);
}

// The states of an agent, in their order.
export const statesOf = (parts: Part[], agent: string): string[] => parts.filter((one) => one.of === 'state' && one.at[1] === agent).map((one) => one.name);

// The words of a condition, as they stand in the text.
export function conditionOf(lines: string[], { range }: Part): string {
  const words = range.start.line === range.end.line ? (lines[range.start.line] ?? '').slice(range.start.character, range.end.character) : '';
  return words.replace(/^[^:]*:\s*/, '').replace(/^(["'])(.*)\1$/, '$2');
}
