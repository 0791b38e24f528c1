import type { Key, Sweep } from '../engine/answers';
import { shown } from '../look/numbers';

export type Value = number | string; // a word where the key has words

// Where the values of a swept key lie, in percent of its way. A whole number is as wide as from one to the next, each word as wide
// as the others.
export class Scale {
  private readonly words: string[] | null;
  private readonly half: number;
  private readonly low: number;
  private readonly high: number;

  // `ends`: of what was found along it, of which words are learnt that the declaration does not list.
  constructor(readonly axis: Sweep['axes'][number], key: Key | undefined, ends: Value[]) {
    const { low, high } = axis;
    const isNumber = typeof low === 'number' && typeof high === 'number';
    this.words = isNumber ? null
      : key?.kind === 'boolean' ? ['false', 'true'] : key?.kind === 'word' ? key.words : [...new Set([low, ...ends, high].map(String))];
    this.half = key?.kind === 'whole' ? 0.5 : 0;
    this.low = isNumber ? low - this.half : 0;
    this.high = isNumber ? high + this.half : this.words!.length;
  }

  // Of a value: where it begins, ends, and is marked.
  begin(value: Value): number { return this.share(this.place(value) - (this.words === null ? this.half : 0)); }
  end(value: Value): number { return this.share(this.place(value) + (this.words === null ? this.half : 1)); }
  middle(value: Value): number { return this.share(this.place(value) + (this.words === null ? 0 : 0.5)); }

  text(value: Value): string { return typeof value === 'number' ? `${shown(value)}${this.axis.unit}` : value; }
  range(from: Value, to: Value): string { return from === to ? this.text(from) : `${this.text(from)} to ${this.text(to)}`; }
  // What stands below it: all words, or the two ends.
  get marks(): string[] { return this.words ?? [this.text(this.axis.low), this.text(this.axis.high)]; }
  // Round numbers between the ends, with their places.
  get ticks(): { at: number; text: string }[] {
    if (this.words !== null) return [];
    const { low, high } = this.axis, whole = Number(high) - Number(low);
    if (!(whole > 0)) return [];
    const power = 10 ** Math.floor(Math.log10(whole)), step = [0.2, 0.25, 0.5, 1, 2].map((one) => one * power).find((one) => whole / one <= 6) ?? whole;
    const ticks: { at: number; text: string }[] = [];
    for (let i = Math.ceil(Number(low) / step + 1e-6); i * step < Number(high) - step * 0.3; ++i) ticks.push({ at: this.middle(i * step), text: this.text(i * step) });
    return ticks;
  }
  get hasWords(): boolean { return this.words !== null; }

  private place(value: Value): number { return this.words === null ? Number(value) : this.words.indexOf(String(value)); }
  private share(place: number): number { return this.high > this.low ? (100 * (place - this.low)) / (this.high - this.low) : 0; }
}
