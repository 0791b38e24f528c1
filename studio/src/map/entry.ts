// In which entries of a text a place stands: those around it by their indentation, and the name at the place.

export interface Cursor {
  path: string;
  line: number;
  character: number;
}
export interface Entry {
  lines: number[]; // the line itself, and those of the entries around it
  names: string[]; // that stand before a colon in these lines
  word: string; // at the place; empty: none
}

const kWord = /[\p{L}\p{N}_]+/gu;
const indentOf = (line: string): number => line.length - line.trimStart().length;
const isText = (line: string): boolean => line.trim() !== '' && !line.trimStart().startsWith('#');

export function entryAt(text: string, { line, character }: Cursor): Entry {
  const all = text.split('\n'), own = all[line] ?? '';
  const word = [...own.matchAll(kWord)].find(({ index, 0: found }) => index <= character && character <= index + found.length)?.[0] ?? '';
  const lines: number[] = [];
  let least = Infinity;
  for (let i = Math.min(line, all.length - 1); i >= 0 && least > 0; --i) {
    if (!isText(all[i]!) || indentOf(all[i]!) >= least) continue;
    least = indentOf(all[i]!);
    lines.push(i);
  }
  const names = lines.flatMap((one) => [...all[one]!.matchAll(/(?:^|[{,]) *["']?([^\s"'{},:][^"'{},:]*?)["']?\s*:/g)].map(([, name]) => name!));
  return { lines, names, word };
}
