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

// The part that a box stands for: of its kind, by its line and name; by its name once the text has moved; by its line once it has
// another name, as after an undo.
export function partOf(parts: Part[], { kind, name, agent, line }: { kind: string; name: string; agent: string; line: number }): Part | undefined {
  const isOf = (one: Part) => (kind === 'action' || kind === 'state' ? one.of === kind : one.of === 'other' && one.noun === kind);
  const isThere = (one: Part) => one.nameRange.start.line === line;
  const fit = parts.filter((one) => isOf(one) && one.name === name);
  return fit.find(isThere) ?? fit.find((one) => one.of !== 'state' || one.at[1] === agent) ?? fit[0] ?? parts.find((one) => isOf(one) && isThere(one));
}

// The states of an agent, in their order.
export const statesOf = (parts: Part[], agent: string): string[] => parts.filter((one) => one.of === 'state' && one.at[1] === agent).map((one) => one.name);

// The words of a condition, as they stand in the text.
export function conditionOf(lines: string[], { range }: Part): string {
  const words = range.start.line === range.end.line ? (lines[range.start.line] ?? '').slice(range.start.character, range.end.character) : '';
  return words.replace(/^[^:]*:\s*/, '').replace(/^(["'])(.*)\1$/, '$2');
}
