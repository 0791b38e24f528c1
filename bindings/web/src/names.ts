import { IshiError } from './errors.js';
import type { Entity } from './entity.js';
import type { Memory } from './memory.js';
import type { VectorView } from './vector.js';

/** The types of values as the contract has them. */
export type ValueType = 'number' | 'integer' | 'boolean' | 'enum' | 'entity' | 'point';

/** Where a key lies: the blackboard of agents, of teams or of the world; fields of things, of members of a set, of facts. */
export type KeyPlace = 'agent' | 'team' | 'world' | 'field' | 'member' | 'fact';

/** A key by its id, with the type of its column. `ishi header --language typescript` writes them. */
export interface Key<Type extends ValueType = ValueType, Place extends KeyPlace = KeyPlace> {
  readonly name: string;
  readonly id: bigint;
  readonly type: Type;
  readonly place: Place;
}
export function key<Type extends ValueType, Place extends KeyPlace>(place: Place, type: Type, name: string, id: bigint): Key<Type, Place> {
  return { name, id, type, place };
}

/** A member of a record: its name, its place in bytes, its type and its default. */
export type RecordMember = readonly [name: string, place: number, type: ValueType, fallback: number | readonly [number, number, number]];
export interface RecordLayout {
  readonly bytes: number;
  readonly members: readonly RecordMember[];
}
/** Of tasks and events that have no parameters or fields. */
export const noRecord: RecordLayout = { bytes: 0, members: [] };
/** A record as a game gives it: points as [x, y, z], and what is left out has its default. */
export type Given<Values> = { [K in keyof Values]?: Values[K] extends VectorView ? PointLike : Values[K] };
export type PointLike = readonly [number, number, number] | { readonly x: number; readonly y: number; readonly z: number };
export type EntityOrNobody = Entity | null;

/** A task or event: one object for each, whatever file or asset names it. */
export class NamedType {
  layout: RecordLayout | undefined;
  /** The halves of its id. */
  readonly low: number;
  readonly high: number;
  constructor(
    /** As the YAML spells it. */
    readonly name: string,
    readonly id: bigint,
    /** Its number among all of the process, from 0. */
    readonly index: number,
  ) {
    this.low = Number(BigInt.asIntN(32, id));
    this.high = Number(BigInt.asIntN(32, id >> 32n));
  }
}
/** A task that agents carry out. `Parameters` is what it is started with, `Gives` what it gives back. */
export class TaskType<Parameters = unknown, Gives = never> extends NamedType {
  declare readonly parametersOf: Parameters;
  declare readonly givesOf: Gives;
}
/** An event that games and behaviours post. */
export class EventType<Fields = unknown> extends NamedType {
  declare readonly fieldsOf: Fields;
}

/** Finds ids where they lie in the module's memory, so that no BigInt, nor a number that does not fit a register, is made in a frame. */
class IdTable<T extends NamedType> {
  readonly all: T[] = [];
  #keys = new Int32Array(128);
  #places: (T | undefined)[] = new Array<T | undefined>(64).fill(undefined);

  // `words`: of memory, the halves of an id at `at`.
  find(words: Int32Array, at: number): T | undefined {
    const mask = this.#places.length - 1;
    for (let i = words[at]! & mask; ; i = (i + 1) & mask) {
      const found = this.#places[i];
      if (found === undefined || (this.#keys[2 * i] === words[at] && this.#keys[2 * i + 1] === words[at + 1])) return found;
    }
  }

  get(id: bigint): T | undefined {
    return this.find(new Int32Array([Number(BigInt.asIntN(32, id)), Number(BigInt.asIntN(32, id >> 32n))]), 0);
  }

  add(one: T): T {
    this.all.push(one);
    if (2 * this.all.length > this.#places.length) {
      this.#places = new Array<T | undefined>(2 * this.#places.length).fill(undefined);
      this.#keys = new Int32Array(2 * this.#places.length);
      for (const other of this.all) this.#put(other);
    } else {
      this.#put(one);
    }
    return one;
  }

  #put(one: T): void {
    const mask = this.#places.length - 1;
    let i = one.low & mask;
    while (this.#places[i] !== undefined) i = (i + 1) & mask;
    this.#places[i] = one;
    this.#keys[2 * i] = one.low;
    this.#keys[2 * i + 1] = one.high;
  }
}

const allTasks = new IdTable<TaskType>();
const allEvents = new IdTable<EventType>();

function named<T extends NamedType>(table: IdTable<T>, make: (index: number) => T, id: bigint, layout: RecordLayout | undefined): T {
  const found = table.get(id) ?? table.add(make(table.all.length));
  if (layout !== undefined) found.layout = layout;
  return found;
}
/** The task of an id. */
export function task<Parameters = unknown, Gives = never>(name: string, id: bigint, layout?: RecordLayout): TaskType<Parameters, Gives> {
  return named(allTasks, (index) => new TaskType(name, id, index), id, layout) as TaskType<Parameters, Gives>;
}
/** The event of an id. */
export function event<Fields = unknown>(name: string, id: bigint, layout?: RecordLayout): EventType<Fields> {
  return named(allEvents, (index) => new EventType(name, id, index), id, layout) as EventType<Fields>;
}
/** The task or event whose id lies at a place of memory. */
export function taskAt(memory: Memory, place: number): TaskType {
  return allTasks.find(memory.i32, place >> 2) ?? task('', memory.id(place));
}
export function eventAt(memory: Memory, place: number): EventType {
  return allEvents.find(memory.i32, place >> 2) ?? event('', memory.id(place));
}

/** An entry of a contract, as fields of ishi_entry. */
export type ContractEntry = readonly [
  id: bigint, owner: bigint, reference: bigint, name: string, ownerName: string, referenceName: string,
  kind: number, type: number, scope: number, merge: number, abort: number, required: number, live: number, given: number,
  place: number, parts: number, low: number, high: number, fallback: readonly [number, number, number],
];
/** What a game was built against. */
export interface Contract {
  readonly entries: readonly ContractEntry[];
}
/** Of the files that `ishi header --language typescript` writes for this package. */
export const headerVersion = 1;
/** The contract of a file that `ishi header` has written. Throws if that was written for another version of this package. */
export function defineContract(version: number, entries: readonly ContractEntry[]): Contract {
  if (version !== headerVersion) {
    throw new IshiError(
      `the contract was written for version ${version} of ishi-web's headers, this package takes version ${headerVersion}: ` +
        'take `ishi` and ishi-web from one release, and write it anew with `ishi header --language typescript`',
    );
  }
  return { entries };
}
