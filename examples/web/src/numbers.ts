// The numbers of a text that can be dragged.

export interface Span { begin: number; end: number }

// A number that stands by itself, with its unit behind it: not a part of a name, of a range `0..1`, or of another number.
const pattern = /(?<![\w.#])[+-]?\d+(?:\.\d+)?(?!\.\.|[\d.])/g;
// What stands in front of a comment.
const codeOf = (line: string): string => /^(?:[^#]|(?<=\S)#)*/.exec(line)![0];
// What is said of an entry is for people.
const blank = (text: string): string => ' '.repeat(text.length);

/** Where the numbers of a line stand that a behaviour is tuned by: in front of comments, and not in the line of the format, in ranges or in words. */
export function numbersOf(line: string): Span[] {
  if (/^ishi:/.test(line)) return [];
  const code = codeOf(line).replace(/\bdoc: [^,}]*/g, blank).replace(/\brange: [^,}]*/g, blank);
  return [...code.matchAll(pattern)].map((found) => ({ begin: found.index, end: found.index + found[0].length }));
}

/** A number some steps further, as it would be written: steps are of the last digit of the number as it was at first, and of a hundredth for small ones. */
export function moved(written: string, steps: number, first: string): string {
  const digits = /\.(\d+)/.exec(first)?.[1]!.length ?? 0;
  const isSmall = Math.abs(Number(first)) < 2 && (digits > 0 || Number(first) === 0 || /^[+-]/.test(first));
  const decimals = Math.max(digits, isSmall ? 2 : 0);
  const next = Math.round(Number(written) * 10 ** decimals + steps) / 10 ** decimals;
  const text = String(Number(next.toFixed(decimals)));
  return first.startsWith('+') && next >= 0 ? `+${text}` : text === '-0' ? '0' : text;
}
