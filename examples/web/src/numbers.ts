// The numbers of a text that can be dragged.

export interface Span { begin: number; end: number }

// A number that stands by itself, with its unit behind it: not a part of a name, of a range `0..1`, or of another number.
const pattern = /(?<![\w.#])[+-]?\d+(?:\.\d+)?(?!\.\.|[\d.])/g;
// Returns the part of a line in front of its comment.
const codeOf = (line: string): string => /^(?:[^#]|(?<=\S)#)*/.exec(line)![0];
const blank = (text: string): string => ' '.repeat(text.length);

/** Finds the numbers of a line that tune a behaviour: not those of comments, documentation, ranges, or the line of the format. */
export function numbersOf(line: string): Span[] {
  if (/^ishi:/.test(line)) return [];
  const code = codeOf(line).replace(/\bdoc: [^,}]*/g, blank).replace(/\brange: [^,}]*/g, blank);
  return [...code.matchAll(pattern)].map((found) => ({ begin: found.index, end: found.index + found[0].length }));
}

/** Moves a number by some steps, and returns its text. `first` is the number as it was: a step is one of its last digit, or a hundredth if it is small. */
export function moved(written: string, steps: number, first: string): string {
  const digits = /\.(\d+)/.exec(first)?.[1]!.length ?? 0;
  const isSmall = Math.abs(Number(first)) < 2 && (digits > 0 || Number(first) === 0 || /^[+-]/.test(first));
  const decimals = Math.max(digits, isSmall ? 2 : 0);
  const next = Math.round(Number(written) * 10 ** decimals + steps) / 10 ** decimals;
  const text = String(Number(next.toFixed(decimals)));
  return first.startsWith('+') && next >= 0 ? `+${text}` : text === '-0' ? '0' : text;
}
