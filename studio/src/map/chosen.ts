import type { Part } from '../edit/edits.svelte';

// The box of the map whose part is edited, and where its text stands. `count`: of the parts of its kind in that file, when it was
// last found.
export interface Box {
  kind: string;
  name: string;
  agent: string; // whose map it is on
  path: string;
  line: number;
  count?: number;
}
const isOfKind = (one: Part, { kind }: Box): boolean => (kind === 'action' || kind === 'state' ? one.of === kind : one.of === 'other' && one.noun === kind);

// Finds the part of a box in its file: by its line and name, by its name where the text has moved, and by its line where it was renamed,
// since none has come or gone then. After a removal another part may stand in that line; in another file is another part.
export function partOf(parts: Part[], box: Box): { part: Part; count: number } | null {
  const own = parts.filter((one) => one.path === box.path && isOfKind(one, box)), fit = own.filter((one) => one.name === box.name);
  const isThere = (one: Part) => one.nameRange.start.line === box.line;
  const part = fit.find(isThere) ?? fit.find((one) => one.of !== 'state' || one.at[1] === box.agent) ?? fit[0] ?? (own.length === box.count ? own.find(isThere) : undefined);
  return part === undefined ? null : { part, count: own.length };
}
