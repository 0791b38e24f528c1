import { IshiError } from './errors.js';
import { Memory } from './memory.js';
import { constants, type Calls } from './native.js';
import type { Contract, RecordLayout } from './names.js';
import { readModule } from '#module';
import { version } from './version.js';
import { Asset } from './asset.js';
import type { AssetSource } from './source.js';
import { World, type WorldOptions } from './world.js';
import { contractInMemory } from './contract.js';
import { Status } from './native.js';

/** What the module exports: the C interface, its memory, and the connections of viewers (live.ts). */
export interface Exports extends Calls {
  _initialize(): void;
  package_version(): number;
  last_where(): number;
  allocate(bytes: number): number;
  release(place: number): void;
  live_clock(microseconds: number): void;
  live_listener(): number;
  live_connect(listener: number): number;
  live_give(connection: number, bytes: number, count: number): number;
  live_take(connection: number, memory: number, room: number): number;
  live_is_open(connection: number): number;
  live_disconnect(connection: number): void;
}

/** Where the module comes from: compiled, its bytes, a response of `fetch`, or an address. */
export type ModuleSource = WebAssembly.Module | BufferSource | Response | Promise<Response> | URL | string;

export interface IshiOptions {
  /** The module; without it, that of this package. */
  module?: ModuleSource;
  /** The most memory that the module may take, in bytes: 4 MB to 4 GB. What needs more is refused with OUT_OF_MEMORY. */
  mostBytes?: number;
}

const pageBytes = 65536;
const firstPages = 64; // --initial-memory of the module
const mostPages = 65536;

/** The places of arguments and results of calls, from Ishi.block on. */
export const enum Block {
  first = 0,
  second = 16,
  result = 32,
  status = 160,
  options = 192,
  record = 512,
  recordBytes = 1024,
  text = 1536,
  textBytes = 2560,
  bytes_of = 4096,
}

/** The runtime in this page or process: one instance of the module. It runs on the thread that loaded it. */
export class Ishi {
  /** The functions of the C interface, for what this package does not wrap; see native.ts and ishi/c_api.h. */
  readonly calls: Exports;
  readonly memory: Memory;
  /** Room for arguments and results. */
  readonly block: number;
  readonly #ids = new Map<string, bigint>();
  readonly #contracts = new WeakMap<Contract, { place: number; count: number }>();
  readonly #where: number;
  readonly #retired: number[] = [];

  /**
   * Loads the module and starts it. Costs the compilation, some milliseconds; a page needs one.
   * Errors: an IshiError if it is not this package's module or of another version, if `mostBytes` is out of its range, or if
   * there is no memory.
   */
  static async load(options: IshiOptions = {}): Promise<Ishi> {
    const pages = options.mostBytes === undefined ? mostPages : Math.floor(options.mostBytes / pageBytes);
    if (!(pages >= firstPages && pages <= mostPages))
      throw new IshiError(`mostBytes is ${options.mostBytes}: it goes from ${firstPages * pageBytes} to ${mostPages * pageBytes}`);
    let memory: WebAssembly.Memory;
    try {
      memory = new WebAssembly.Memory({ initial: firstPages, maximum: pages });
    } catch (fault) {
      throw new IshiError(`there is no memory for the module: ${(fault as Error).message}`, constants.OUT_OF_MEMORY);
    }
    const module = await compile(options.module);
    let exports: Exports;
    try {
      exports = (await WebAssembly.instantiate(module, { env: { memory } })).exports as unknown as Exports;
    } catch (fault) {
      throw new IshiError(`the module is not that of ishi-web ${version}, or of another version: ${(fault as Error).message}`);
    }
    if (exports.package_version === undefined) throw new IshiError('the module is not that of ishi-web: it has no version');
    exports._initialize();
    return new Ishi(exports, new Memory(memory));
  }

  private constructor(calls: Exports, memory: Memory) {
    this.calls = calls;
    this.memory = memory;
    const found = memory.text(calls.package_version());
    if (found !== version)
      throw new IshiError(`the module is of ishi-web ${found}, its JavaScript of ${version}: take both from one release`);
    this.#where = calls.last_where();
    this.block = this.allocate(Block.bytes_of);
  }

  /** Loads a blob, which `ishi build` has made, or what the Vite plugin gives for `import … from './guard.ishi.yaml'`. The bytes may be anything. */
  loadAsset(source: AssetSource | Uint8Array | ArrayBuffer): Asset {
    return new Asset(this, source);
  }
  createWorld(options: WorldOptions = {}): World {
    return new World(this, options);
  }

  /** The id of a name; sections are such as "agents" or "blackboard". */
  idOf(section: string, name: string | bigint): bigint {
    if (typeof name === 'bigint') return name;
    const key = `${section}/${name}`;
    let id = this.#ids.get(key);
    if (id === undefined) {
      const first = this.#text(section);
      const second = this.#text(name);
      id = BigInt.asUintN(64, this.calls.id_of(first, second));
      this.release(first);
      this.release(second);
      this.#ids.set(key, id);
    }
    return id;
  }

  /** Memory of the module, given back with `release`. */
  allocate(bytes: number): number {
    const place = this.calls.allocate(bytes);
    this.memory.follow();
    if (place === 0) throw new IshiError(`there is no memory for ${bytes} bytes: the module cannot grow any more`, constants.OUT_OF_MEMORY);
    return place;
  }
  release(place: number): void {
    this.calls.release(place);
  }
  /** Destroys the asset whose handle stands at a place, and gives the place back. One that a host still uses waits until that is closed. */
  retire(place: number): void {
    if (this.calls.asset_destroy(place) === constants.OBJECT_IN_USE) this.#retired.push(place);
    else this.release(place);
  }
  /** A host is closed: destroys what it used alone. */
  destroyRetired(): void {
    for (const place of this.#retired.splice(0)) this.retire(place);
  }
  /** A copy of bytes in the module's memory, given back with `release`. */
  copy(bytes: Uint8Array): number {
    const place = this.allocate(bytes.length + 1);
    this.memory.u8.set(bytes, place);
    this.memory.u8[place + bytes.length] = 0;
    return place;
  }
  #text(text: string): number {
    return this.copy(encoder.encode(text));
  }

  /** The place and number of a contract's entries, which stay as long as the module. */
  contract(contract: Contract): { place: number; count: number } {
    let found = this.#contracts.get(contract);
    if (found === undefined) {
      found = contractInMemory(this, contract);
      this.#contracts.set(contract, found);
    }
    return found;
  }

  /** Throws what a code says if it is not OK. Views are renewed: the call may have made the memory grow. */
  check(code: number, world = 0): void {
    if (this.memory.u8.length === 0) this.memory.follow();
    if (code !== constants.OK) throw this.error(code, world);
  }
  /** The error of a code, with the name or number that it was about if the call was of a world (the place of its handle). */
  error(code: number, world = 0): IshiError {
    this.memory.follow();
    const { memory, block } = this;
    const where = memory.u64(this.#where);
    const status = block + Block.status;
    memory.u32[(status + Status.code) >> 2] = code;
    memory.setU64(status + Status.where, where);
    const text = block + Block.text;
    const length = block + Block.result;
    if (world !== 0 && this.calls.world_describe(world, status, text, Block.textBytes, length) === constants.OK)
      return new IshiError(memory.text(text), code, where);
    return new IshiError(memory.text(this.calls.describe(status)), code, where);
  }

  /** Where a record of a layout is written: the block's room, or memory of its own that the caller releases. */
  roomFor(layout: RecordLayout): number {
    return layout.bytes <= Block.recordBytes ? this.block + Block.record : this.allocate(layout.bytes);
  }
}

const encoder = new TextEncoder();

async function compile(source: ModuleSource | undefined): Promise<WebAssembly.Module> {
  try {
    const from = await (source ?? readModule());
    if (from instanceof WebAssembly.Module) return from;
    if (typeof Response !== 'undefined' && from instanceof Response) return await compileResponse(from);
    if (typeof from === 'string' || from instanceof URL) return await compileResponse(await fetch(from));
    return await WebAssembly.compile(from as BufferSource);
  } catch (fault) {
    if (fault instanceof IshiError) throw fault;
    throw new IshiError(`the module cannot be compiled: ${(fault as Error).message}`);
  }
}
// Servers that do not know the type of .wasm are no reason to fail.
async function compileResponse(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) throw new IshiError(`the module is not found: ${response.status} ${response.url}`);
  return WebAssembly.compile(await response.arrayBuffer());
}
