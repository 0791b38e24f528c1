import { Token as Layout } from './native.js';
import type { Memory } from './memory.js';

const words = Layout.bytes_of / 4;

/**
 * Names of running tasks, a row each: what a game keeps of a task that goes on. A list is made once and written again and again,
 * so that keeping tokens makes no garbage.
 */
export class Tokens {
  readonly data: Uint32Array;
  constructor(readonly length: number) {
    this.data = new Uint32Array(words * length);
  }
  /** Copies the token at `place` of the module into a row. */
  read(row: number, memory: Memory, place: number): void {
    const { data } = this;
    for (let i = 0; i < words; ++i) data[words * row + i] = memory.u32[(place >> 2) + i]!;
  }
  write(row: number, memory: Memory, place: number): void {
    const { data } = this;
    for (let i = 0; i < words; ++i) memory.u32[(place >> 2) + i] = data[words * row + i]!;
  }
  /** Forgets the token of a row. */
  clear(row: number): void {
    this.data.fill(0, words * row, words * (row + 1));
  }
  /** True if a row holds a token. */
  has(row: number): boolean {
    return this.data[words * row + Layout.serial / 4] !== 0 || this.data[words * row + Layout.serial / 4 + 1] !== 0;
  }
  copy(row: number, from: number): void {
    this.data.copyWithin(words * row, words * from, words * (from + 1));
  }
}

/** Names of questions about lines of sight, a row each, for games that answer them later. */
export class Tickets {
  readonly data: Uint32Array;
  constructor(readonly length: number) {
    this.data = new Uint32Array(4 * length);
  }
  read(row: number, memory: Memory, place: number): void {
    for (let i = 0; i < 4; ++i) this.data[4 * row + i] = memory.u32[(place >> 2) + i]!;
  }
  write(row: number, memory: Memory, place: number): void {
    for (let i = 0; i < 4; ++i) memory.u32[(place >> 2) + i] = this.data[4 * row + i]!;
  }
}
