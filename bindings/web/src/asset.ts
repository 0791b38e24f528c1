import { IshiError } from './errors.js';
import { Block, type Ishi } from './module.js';
import { Entry, constants, Asset as Layout } from './native.js';
import { event, task, type RecordLayout, type RecordMember, type ValueType } from './names.js';
import { AssetSource } from './source.js';
import type { World } from './world.js';

/** A blob that was loaded and checked. */
export class Asset {
  /** The place of its handle. */
  readonly place: number;
  /** Where it comes from, if a bundler has compiled it. */
  readonly source: AssetSource | undefined;
  /** Worlds with populations of it. */
  readonly worlds = new Set<World>();
  readonly #stopWatching: (() => void) | undefined;

  /** Errors: an IshiError with the code and, in `where`, the byte at which the blob is not sound. */
  constructor(
    readonly ishi: Ishi,
    source: AssetSource | Uint8Array | ArrayBuffer,
  ) {
    this.source = source instanceof AssetSource ? source : undefined;
    const bytes = source instanceof AssetSource ? source.bytes : source instanceof Uint8Array ? source : new Uint8Array(source);
    this.place = ishi.allocate(Layout.bytes_of);
    try {
      this.#load(bytes);
    } catch (fault) {
      ishi.release(this.place);
      throw fault;
    }
    this.#learnNames();
    this.#stopWatching = this.source?.watch((next) => this.#replace(next));
  }

  #load(bytes: Uint8Array): void {
    const { ishi } = this;
    const copy = ishi.copy(bytes);
    const code = ishi.calls.asset_load(copy, bytes.length, 0, this.place);
    ishi.release(copy);
    if (code !== constants.OK) {
      const fault = ishi.error(code);
      throw new IshiError(`the blob${this.source ? ` of ${this.source.path}` : ''} of ${bytes.length} bytes is refused: ${fault.message}`, code, fault.where);
    }
    ishi.memory.follow();
  }

  /** Gives its memory back. Refused with OBJECT_IN_USE while a world uses it. */
  destroy(): void {
    this.ishi.check(this.ishi.calls.asset_destroy(this.place));
    this.#stopWatching?.();
  }

  /** All names of a kind, such as constants.AGENTS; empty ones of a stripped blob are left out. */
  names(kind: number): string[] {
    const { ishi } = this;
    const { calls, memory, block } = ishi;
    ishi.check(calls.asset_count(this.place, kind, block + Block.result));
    const count = memory.u32[(block + Block.result) >> 2]!;
    const names: string[] = [];
    for (let i = 0; i < count; ++i) {
      if (calls.asset_name(this.place, kind, i, block + Block.text, Block.textBytes, block + Block.result) !== constants.OK) continue;
      const name = memory.text(block + Block.text);
      if (name !== '') names.push(name);
    }
    return names;
  }

  /** The error of a name that the asset does not have, with those that it has. */
  unknown(kind: number, what: string, name: string | bigint): IshiError {
    const names = this.names(kind).map((one) => `\`${one}\``);
    const others = names.length === 0 ? '' : `: there ${names.length === 1 ? 'is' : 'are'} ${names.slice(0, 20).join(', ')}`;
    return new IshiError(`there is no ${what} \`${typeof name === 'bigint' ? name.toString(16) : name}\`${others}`, constants.UNKNOWN_ID);
  }

  /** Gives tasks and events the names and layouts that the asset has, for games without a contract's file. */
  #learnNames(): void {
    const { ishi } = this;
    const { calls, memory, block } = ishi;
    ishi.check(calls.asset_entry_count(this.place, block + Block.result));
    const count = memory.u32[(block + Block.result) >> 2]!;
    const records = new Map<bigint, { name: string; isTask: boolean; members: RecordMember[] }>();
    const entry = block + Block.options;
    for (let i = 0; i < count; ++i) {
      ishi.check(calls.asset_entry(this.place, i, entry));
      const kind = memory.u8[entry + Entry.kind]!;
      const name = memory.text(memory.u32[(entry + Entry.name) >> 2]!);
      if (kind === kinds.task || kind === kinds.event)
        records.set(memory.id(entry + Entry.id), { name, isTask: kind === kinds.task, members: [] });
      if (kind !== kinds.parameter && kind !== kinds.eventField) continue;
      const type = memory.u8[entry + Entry.type]!;
      const x = memory.f32[(entry + Entry.fallback) >> 2]!;
      const y = memory.f32[(entry + Entry.fallback + 4) >> 2]!;
      const z = memory.f32[(entry + Entry.fallback + 8) >> 2]!;
      const valueType = valueTypes[type] ?? 'number';
      records.get(memory.id(entry + Entry.owner))?.members.push([
        name.replaceAll('.', '_'), memory.u32[(entry + Entry.place) >> 2]!, valueType, valueType === 'point' ? [x, y, z] : x,
      ]);
    }
    for (const [id, { name, isTask, members }] of records) {
      const known = isTask ? task(name, id) : event(name, id);
      // A stripped blob has no names; the contract's file has them.
      if (known.layout === undefined || members.every(([member]) => member !== '')) known.layout = layoutOf(members);
    }
  }

  // A new version has been compiled. It may be refused; the game then goes on with what it has.
  #replace(source: AssetSource): void {
    const next = new Asset(this.ishi, source.bytes);
    try {
      for (const world of this.worlds) world.reload(this, next);
    } catch (fault) {
      this.ishi.calls.asset_destroy(next.place);
      throw fault;
    }
    // This object stands for the new version from now on, and the other one for the old version.
    const { u32 } = this.ishi.memory;
    const [index, generation] = [u32[this.place >> 2]!, u32[(this.place >> 2) + 1]!];
    u32.copyWithin(this.place >> 2, next.place >> 2, (next.place >> 2) + 2);
    u32.set([index, generation], next.place >> 2);
    this.ishi.retire(next.place);
  }
}

// ContractKind and ValueType of ishi/contract.h and ishi/types.h.
const kinds = { task: 5, parameter: 6, event: 7, eventField: 8 } as const;
const valueTypes: readonly ValueType[] = [
  'number', 'integer', 'boolean', 'entity', 'point', 'point', 'number', 'number', 'number', 'number', 'enum', 'entity',
];

const bytesOf: Record<ValueType, number> = { number: 4, integer: 4, boolean: 1, enum: 1, entity: 8, point: 12 };
function layoutOf(members: RecordMember[]): RecordLayout {
  let end = 0;
  for (const [, place, type] of members) end = Math.max(end, place + bytesOf[type]);
  return { bytes: Math.ceil(end / 8) * 8, members };
}
