import type { Memory } from './memory.js';
import type { PointLike, RecordLayout, ValueType } from './names.js';
import type { Entity } from './entity.js';
import { VectorView, writePoint } from './vector.js';
import type { World } from './world.js';

/**
 * The parameters of a task or the fields of an event where they lie in the module's memory, a property for each: valid as long as
 * the command. Without a contract's file its type is not known.
 */
export type RecordView = Readonly<Record<string, any>>;

/** A view of records of one type, which stands at one place at a time. */
export class Lens {
  place = 0;
  /** Has the members of the record alone, whatever they are called. */
  readonly view: RecordView = {};
  constructor(
    readonly world: World,
    readonly memory: Memory,
    layout: RecordLayout | undefined,
  ) {
    for (const [name, place, type] of layout?.members ?? [])
      Object.defineProperty(this.view, name, { enumerable: true, get: reader(this, type, place) });
  }
}

function reader(lens: Lens, type: ValueType, at: number): () => unknown {
  const { world, memory } = lens;
  switch (type) {
    case 'number': return () => memory.f32[(lens.place + at) >> 2];
    case 'integer': return () => memory.i32[(lens.place + at) >> 2];
    case 'boolean': return () => memory.u8[lens.place + at] !== 0;
    case 'enum': return () => memory.u8[lens.place + at];
    case 'entity': return () => world.entityOf(memory.u32[(lens.place + at) >> 2]!, memory.u32[(lens.place + at + 4) >> 2]!);
    case 'point': {
      const vector = new VectorView(memory);
      return () => {
        vector.place = lens.place + at;
        return vector;
      };
    }
  }
}

/** Writes a record: what `given` leaves out has its default. */
export function writeRecord(memory: Memory, place: number, layout: RecordLayout, given: Readonly<Record<string, unknown>> | undefined): void {
  for (let i = 0; i < layout.members.length; ++i) {
    const [name, at, type, fallback] = layout.members[i]!;
    const value = given?.[name];
    writeValue(memory, place + at, type, value === undefined ? fallback : value);
  }
}

function writeValue(memory: Memory, place: number, type: ValueType, value: unknown): void {
  switch (type) {
    case 'number': memory.f32[place >> 2] = value as number; break;
    case 'integer': memory.i32[place >> 2] = value as number; break;
    case 'boolean':
    case 'enum': memory.u8[place] = Number(value); break;
    case 'entity': {
      const entity = value as Entity | null | 0;
      memory.u32[place >> 2] = entity ? entity.index : 0;
      memory.u32[(place >> 2) + 1] = entity ? entity.generation : 0;
      break;
    }
    case 'point': writePoint(memory, place, value as PointLike);
  }
}
