import type { Entity } from './entity.js';
import type { Memory } from './memory.js';
import { Column as Layout, constants } from './native.js';
import type { World } from './world.js';

/** Writes an ishi_column at `place` and says whether that was possible. Made once for each column, and asked again after a reload. */
export type ColumnQuestion = (place: number) => number;

/**
 * A view of a key: memory of the world, without a copy. Keep the column, and take `values` anew in each frame: when memory grows
 * or the world is reloaded, the column moves its arrays along, while an array that was taken before is cut off (its length is 0).
 * Reading gives values that are in range; writing is not checked.
 */
export abstract class Column {
  length = 0;
  protected data = 0;
  protected dataOfY = 0;
  protected dataOfZ = 0;
  constructor(
    protected readonly memory: Memory,
    private readonly question: ColumnQuestion,
  ) {}

  /** Asks the world where the column is now. Empty if it is gone, as after a reload without its key. */
  find(place: number): void {
    const isThere = this.question(place) === constants.OK;
    const { u32 } = this.memory;
    const at = place >> 2;
    this.length = isThere ? u32[at + (Layout.count >> 2)]! : 0;
    this.data = isThere ? u32[at + (Layout.data >> 2)]! : 0;
    this.dataOfY = isThere ? u32[at + (Layout.y >> 2)]! : 0;
    this.dataOfZ = isThere ? u32[at + (Layout.z >> 2)]! : 0;
    this.view();
  }
  /** Makes the arrays anew. */
  abstract view(): void;
}

/** Numbers and quantities, in base units: metres, seconds, radians. */
export class NumberColumn extends Column {
  values = new Float32Array(0);
  view(): void {
    this.values = new Float32Array(this.memory.wasm.buffer as ArrayBuffer, this.data, this.length);
  }
}
export class IntegerColumn extends Column {
  values = new Int32Array(0);
  view(): void {
    this.values = new Int32Array(this.memory.wasm.buffer as ArrayBuffer, this.data, this.length);
  }
}
/** Booleans, 0 or 1, and members of enums. */
export class ByteColumn extends Column {
  values = new Uint8Array(0);
  view(): void {
    this.values = new Uint8Array(this.memory.wasm.buffer as ArrayBuffer, this.data, this.length);
  }
}
/** Sets of directions, two words of 32 bits for each row. */
export class MaskColumn extends Column {
  values = new Uint32Array(0);
  view(): void {
    this.values = new Uint32Array(this.memory.wasm.buffer as ArrayBuffer, this.data, 2 * this.length);
  }
}
/** Entities and things, two words for each row: index and generation. */
export class EntityColumn extends Column {
  values = new Uint32Array(0);
  constructor(
    private readonly world: World,
    memory: Memory,
    question: ColumnQuestion,
  ) {
    super(memory, question);
  }
  view(): void {
    this.values = new Uint32Array(this.memory.wasm.buffer as ArrayBuffer, this.data, 2 * this.length);
  }
  get(row: number): Entity | null {
    return this.world.entityOf(this.values[2 * row]!, this.values[2 * row + 1]!);
  }
  set(row: number, entity: Entity | null): void {
    this.values[2 * row] = entity === null ? 0 : entity.index;
    this.values[2 * row + 1] = entity === null ? 0 : entity.generation;
  }
}
/** Points and directions, an array for each axis. */
export class PointColumn extends Column {
  x = new Float32Array(0);
  y = new Float32Array(0);
  z = new Float32Array(0);
  view(): void {
    const buffer = this.memory.wasm.buffer as ArrayBuffer;
    this.x = new Float32Array(buffer, this.data, this.length);
    this.y = new Float32Array(buffer, this.dataOfY, this.length);
    this.z = new Float32Array(buffer, this.dataOfZ, this.length);
  }
  set(row: number, x: number, y: number, z: number): void {
    this.x[row] = x;
    this.y[row] = y;
    this.z[row] = z;
  }
}
export type AnyColumn = NumberColumn | IntegerColumn | ByteColumn | EntityColumn | PointColumn;

/** Makes the column of a type of ishi_column, not found yet. */
export function makeColumn(world: World, type: number, memory: Memory, question: ColumnQuestion): Column {
  switch (type) {
    case constants.INT32: return new IntegerColumn(memory, question);
    case constants.BYTE: return new ByteColumn(memory, question);
    case constants.ENTITY: return new EntityColumn(world, memory, question);
    case constants.POINT: return new PointColumn(memory, question);
    case constants.MASK: return new MaskColumn(memory, question);
    default: return new NumberColumn(memory, question);
  }
}

export interface ColumnOf {
  number: NumberColumn;
  integer: IntegerColumn;
  boolean: ByteColumn;
  enum: ByteColumn;
  entity: EntityColumn;
  point: PointColumn;
}
