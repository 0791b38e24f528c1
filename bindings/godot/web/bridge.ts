// The runtime in a web export of Godot, which loads no extensions: ishi_web_runtime.gd calls these functions through JavaScriptBridge.
// Numbers, booleans and strings cross as they are, everything else as JSON. Nothing throws: a refused call returns null and leaves
// a sentence in `error`.

import {
  constants, Entity, EntityColumn, event as eventOf, Ishi, IshiError, nowhere, PointColumn, Tickets, Tokens, VectorView, type Asset, type Column, type FrameGame, type Population,
  type RecordLayout, type TaskType, type World,
} from 'ishi-web';
import { Block } from 'ishi-web/module';
import { Entry } from 'ishi-web/native';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
interface Token {
  number: number;
  population: Population;
  tokens: Tokens;
  task: TaskType;
  name: string;
}
interface Spawned {
  population: Population | null;
  entity: Entity;
}

// Kinds and types of ishi/contract.h and ishi/types.h.
const types = ['number', 'integer', 'boolean', 'entity', 'point', 'point', 'number', 'number', 'number', 'number', 'enum', 'entity'] as const;
const scopes = ['agent', 'team', 'world'] as const;
const kind = { enumeration: 0, member: 1, thing: 2, field: 3, key: 4, task: 5, parameter: 6, event: 7, eventField: 8 } as const;

const nowhereAtAll = { x: nowhere, y: nowhere, z: nowhere };

/** One IshiWorld. */
class Runtime {
  readonly #world: World;
  readonly #assets: Asset[] = [];
  readonly #populations: Population[] = [];
  readonly #spawned = new Map<number, Spawned>();
  readonly #numbers = new Map<Entity, number>();
  readonly #tokens = new Map<number, Token>();
  readonly #tokenOf = new Map<string, number>();
  readonly #keys = new Map<Population, Map<string, Column>>();
  #nextNumber = 1;
  #nextToken = 1;
  // Questions about sight of the last frame.
  #tickets = new Tickets(64);
  #asked: (Population | undefined)[] = [];
  #commands: Json[] = [];
  readonly #game: FrameGame;
  readonly #point = { x: 0, y: 0, z: 0 };
  // The row, heading, speed and way point of each that moves.
  #moves: number[] = [];
  readonly #rows = new Map<number, number>();
  #cells = 0;

  constructor(
    readonly ishi: Ishi,
    options: { entities: number; teams: number; seed: number },
  ) {
    this.#world = ishi.createWorld(options);
    this.#game = {
      ask: (population, queries) => this.#ask(population, queries),
      carryOut: (population, { starts, updates, ends }) => {
        for (const end of ends) {
          const number = this.#numbers.get(end.agent) ?? 0;
          const token = this.#tokenOf.get(this.#tokenName(end.tokenPlace));
          if (token === undefined) continue;
          this.#commands.push(['end', number, token, end.task.name, end.reportWhenOver]);
          if (!end.reportWhenOver) this.#forgetToken(token);
        }
        for (const start of starts) {
          const number = this.#numbers.get(start.agent) ?? 0;
          const tokens = new Tokens(1);
          start.keep(tokens, 0);
          const token = this.#nextToken++;
          const name = this.#tokenName(start.tokenPlace);
          this.#tokens.set(token, { number, population, tokens, task: start.task, name });
          this.#tokenOf.set(name, token);
          this.#commands.push(['start', number, token, start.task.name, this.#record(start.task.layout, start.parameters)]);
        }
        for (const update of updates) {
          const token = this.#tokenOf.get(this.#tokenName(update.tokenPlace));
          if (token !== undefined)
            this.#commands.push(['update', this.#numbers.get(update.agent) ?? 0, token, update.task.name, this.#record(update.task.layout, update.parameters)]);
        }
      },
      emitted: (_, emitted) => {
        this.#commands.push(['event', this.#numbers.get(emitted.agent) ?? 0, emitted.event.name, this.#record(emitted.event.layout, emitted.fields)]);
      },
      move: (move, population) => {
        const { heading, agent } = move;
        const way = population.wayPoint(agent, this.#point) ? this.#point : nowhereAtAll;
        const number = this.#numbers.get(agent);
        if (number === undefined) return;
        // Without negative zeros, as all that goes out.
        this.#moves.push(this.#rows.get(number)!, heading.x + 0, heading.y + 0, heading.z + 0, move.speed, way.x + 0, way.y + 0, way.z + 0);
      },
    };
  }

  close(): void {
    this.#world.destroy();
    for (const asset of this.#assets) asset.destroy();
  }

  addAsset(base64: string): number {
    return this.#assets.push(this.ishi.loadAsset(bytesOf(base64)));
  }
  // The id of a name of this kind, such as constants.SOUNDS. If no asset has it, the error lists the names that there are.
  #id(kind: number, section: string, name: string, word: string): bigint {
    const { calls, block } = this.ishi;
    const id = this.ishi.idOf(section, name);
    if (this.#assets.some((asset) => calls.asset_find(asset.place, kind, id, block + Block.result) === constants.OK)) return id;
    const names = [...new Set(this.#assets.flatMap((asset) => asset.names(kind)))].slice(0, 20).map((one) => `\`${one}\``);
    throw new IshiError(`there is no ${word} \`${name}\`${names.length === 0 ? '' : `: there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}`}`);
  }
  #asset(number: number): Asset {
    const asset = this.#assets[number - 1];
    if (asset === undefined) throw new IshiError(`there is no asset ${number}`);
    return asset;
  }
  addPopulation(asset: number, agent: string, capacity: number): number {
    return this.#populations.push(this.#world.addPopulation(this.#asset(asset), agent, { capacity }));
  }
  reload(number: number, base64: string): Json {
    const from = this.#asset(number);
    const to = this.ishi.loadAsset(bytesOf(base64));
    try {
      const report = this.#world.reload(from, to);
      this.#keys.clear();
      this.#assets[number - 1] = to;
      from.worlds.delete(this.#world);
      to.worlds.add(this.#world);
      from.destroy();
      return { kept: report.keptTasks, aborted: report.abortedTasks };
    } catch (fault) {
      to.destroy();
      throw fault;
    }
  }

  // --- agents and things

  spawn(population: number, text: string): number {
    const owner = this.#populations[population - 1];
    if (owner === undefined) throw new IshiError(`there is no population ${population}`);
    return this.#enter(owner, owner.spawn(this.#options(text)));
  }
  addThing(text: string): number {
    return this.#enter(null, this.#world.spawn(this.#options(text)));
  }
  #options(text: string): object {
    const options = JSON.parse(text) as { thing?: string; profile?: string; position?: (number | null)[] };
    if (options.position?.some((one) => one === null || Math.abs(one) > 1e37)) throw new IshiError('`position` is no place');
    if (options.thing) this.#id(constants.THINGS, 'things', options.thing, 'kind of thing');
    if (options.profile) this.#id(constants.PROFILES, 'importance', options.profile, 'importance profile');
    return options;
  }
  #enter(population: Population | null, entity: Entity): number {
    const number = this.#nextNumber++;
    this.#spawned.set(number, { population, entity });
    this.#numbers.set(entity, number);
    return number;
  }
  remove(number: number): boolean {
    const { population, entity } = this.#get(number);
    if (population === null) this.#world.despawn(entity);
    else population.despawn(entity);
    this.#spawned.delete(number);
    this.#rows.delete(number);
    this.#numbers.delete(entity);
    return true;
  }
  isAlive(number: number): boolean {
    return this.#spawned.has(number);
  }
  #get(number: number): Spawned {
    const found = this.#spawned.get(number);
    if (found === undefined) throw new IshiError(number > 0 && number < this.#nextNumber ? `number ${number} has left the world` : `there is no number ${number} in the world`);
    return found;
  }
  #agent(number: number): { population: Population; entity: Entity } {
    const { population, entity } = this.#get(number);
    if (population === null) throw new IshiError(`number ${number} is a thing, not an agent`);
    return { population, entity };
  }
  #entity(number: number): Entity | null {
    return number === 0 ? null : this.#get(number).entity;
  }
  setTeam(number: number, team: number): boolean {
    const { population, entity } = this.#agent(number);
    population.setTeam(entity, team);
    return true;
  }
  setProfile(number: number, profile: string): boolean {
    const { population, entity } = this.#agent(number);
    population.setProfile(entity, profile === '' ? null : this.#id(constants.PROFILES, 'importance', profile, 'importance profile'));
    return true;
  }

  // --- keys

  setKey(number: number, key: string, value: string): boolean {
    const { population, entity } = this.#agent(number);
    return this.#write(this.#keyOfAgent(population, key), population.slotOf(entity), value, key);
  }
  getKey(number: number, key: string): string {
    const { population, entity } = this.#agent(number);
    return this.#read(this.#keyOfAgent(population, key), population.slotOf(entity));
  }
  #keyOfAgent(population: Population, key: string): Column {
    const known = this.#keys.get(population)?.get(key);
    if (known !== undefined) return known;
    const id = this.#id(constants.KEYS, 'blackboard', key, 'key');
    const { calls, block } = this.ishi;
    if (calls.population_column(population.place, id, constants.ANY_TYPE, block + Block.result) === constants.WRONG_SCOPE)
      throw new IshiError(`the key \`${key}\` is not an agent's: set_shared_key sets it`);
    const column = population.column(key) as Column;
    if (!this.#keys.has(population)) this.#keys.set(population, new Map());
    this.#keys.get(population)!.set(key, column);
    return column;
  }
  #shared(key: string, team: number): Column {
    this.#id(constants.KEYS, 'blackboard', key, 'key');
    const column = team < 0 ? this.#world.worldKey(key) : this.#world.teamKey(key);
    if (team >= column.length) throw new IshiError(`there is no team ${team}`);
    return column;
  }
  setShared(key: string, team: number, value: string): boolean {
    return this.#write(this.#shared(key, team), Math.max(team, 0), value, key);
  }
  getShared(key: string, team: number): string {
    return this.#read(this.#shared(key, team), Math.max(team, 0));
  }
  setField(number: number, thing: string, field: string, value: string): boolean {
    const row = this.#get(number).entity.index;
    return this.#write(this.#field(thing, field), row, value, field);
  }
  getField(number: number, thing: string, field: string): string {
    const row = this.#get(number).entity.index;
    return this.#read(this.#field(thing, field), row);
  }
  #field(thing: string, field: string): Column {
    this.#id(constants.THINGS, 'things', thing, 'kind of thing');
    try {
      return this.#world.field(thing, field);
    } catch (fault) {
      if ((fault as IshiError).code !== constants.UNKNOWN_ID) throw fault;
      throw new IshiError(`\`${thing}\` has no field \`${field}\``);
    }
  }
  #write(column: Column, row: number, text: string, name: string): boolean {
    const value = JSON.parse(text) as Json;
    if (column instanceof PointColumn) {
      if (!Array.isArray(value)) throw new IshiError(`\`${name}\` is a point`);
      column.set(row, ...(value as [number, number, number]));
    } else if (column instanceof EntityColumn) {
      if (typeof value !== 'number') throw new IshiError(`\`${name}\` is an entity`);
      column.set(row, this.#entity(value));
    } else {
      if (typeof value !== 'number' && typeof value !== 'boolean' && value !== null) throw new IshiError(`\`${name}\` is a number`);
      // JSON has no NaN: it comes as null.
      (column as unknown as { values: Float32Array }).values[row] = value === null ? NaN : Number(value);
    }
    return true;
  }
  #read(column: Column, row: number): string {
    if (column instanceof PointColumn) return JSON.stringify([column.x[row]!, column.y[row]!, column.z[row]!]);
    if (column instanceof EntityColumn) return JSON.stringify({ entity: this.#numberOf(column.get(row)) });
    const { values } = column as unknown as { values: Float32Array | Int32Array | Uint8Array };
    return JSON.stringify(values instanceof Float32Array ? values[row] : String(values[row]));
  }
  #numberOf(entity: Entity | null): number {
    return entity === null ? 0 : (this.#numbers.get(entity) ?? 0);
  }

  // --- a frame

  runFrame(microseconds: number, base64: string): string {
    const floats = new Float32Array(bytesOf(base64).slice().buffer);
    if (floats.length !== 6 * this.#spawned.size) throw new IshiError(`there are ${this.#spawned.size} places in the world, and ${floats.length / 6} were given`);
    const { positions, facings } = this.#world;
    this.#commands = [];
    this.#asked = [];
    this.#moves = [];
    let at = 0;
    for (const [number, { entity }] of this.#spawned) {
      this.#rows.set(number, at / 6);
      const place = floats.subarray(at, (at += 6));
      // An agent whose place is not finite stays where it was.
      if (!place.every(Number.isFinite)) {
        this.#commands.push(['lost', number]);
        continue;
      }
      positions.set(entity.index, place[0]!, place[1]!, place[2]!);
      facings.set(entity.index, place[3]!, place[4]!, place[5]!);
    }
    this.#world.runFrame(this.#game, { microseconds });
    if (this.#moves.length > 0) this.#commands.push(['moves', base64Of(new Uint8Array(new Float32Array(this.#moves).buffer))]);
    return JSON.stringify(this.#commands);
  }
  #ask(population: Population, queries: Parameters<NonNullable<FrameGame['ask']>>[1]): void {
    const point = (at: VectorView): Json => [at.x, at.y, at.z];
    for (const query of queries) {
      const row = this.#asked.length;
      if (row >= this.#tickets.length) {
        const more = new Tickets(2 * this.#tickets.length);
        more.data.set(this.#tickets.data);
        this.#tickets = more;
      }
      query.keep(this.#tickets, row);
      this.#asked.push(population);
      this.#commands.push(['sight', row + 1, this.#numberOf(query.observer), this.#numberOf(query.target), point(query.from), point(query.to)]);
    }
  }
  answerSight(ticket: number, isClear: boolean): boolean {
    const population = this.#asked[ticket - 1];
    if (population === undefined) throw new IshiError(`there is no question ${ticket}`);
    this.#asked[ticket - 1] = undefined;
    return population.answer(this.#tickets, ticket - 1, isClear);
  }
  #tokenName(place: number): string {
    const { u32 } = this.ishi.memory;
    const at = place >> 2;
    return `${u32[at]} ${u32[at + 1]} ${u32[at + 2]} ${u32[at + 3]}`;
  }
  #forgetToken(token: number): void {
    this.#tokenOf.delete(this.#tokens.get(token)!.name);
    this.#tokens.delete(token);
  }
  complete(token: number, text: string): boolean {
    const one = this.#token(token);
    if (one === undefined) return false;
    const given = JSON.parse(text) as Record<string, Json>;
    const names = Object.keys(given);
    this.#forgetToken(token);
    if (names.length === 0) return one.population.complete(one.tokens, 0);
    return one.population.complete(one.tokens, 0, one.task, this.#given(one.task.name, one.task.layout, given) as never);
  }
  fail(token: number): boolean {
    const one = this.#token(token);
    if (one === undefined) return false;
    this.#forgetToken(token);
    return one.population.fail(one.tokens, 0);
  }
  #token(token: number): Token | undefined {
    const one = this.#tokens.get(token);
    if (one === undefined && !(token > 0 && token < this.#nextToken)) throw new IshiError(`there is no task ${token}`);
    return one;
  }

  #record(layout: RecordLayout | undefined, view: Readonly<Record<string, unknown>>): Json {
    const record: Record<string, Json> = {};
    for (const [name, , type] of layout?.members ?? []) {
      const value = view[name];
      if (type === 'point') record[name] = [(value as VectorView).x, (value as VectorView).y, (value as VectorView).z];
      else if (type === 'entity') record[name] = { entity: this.#numberOf(value as Entity | null) };
      else if (type === 'number') record[name] = value as number;
      else if (type === 'boolean') record[name] = value as boolean;
      else record[name] = String(value);
    }
    return record;
  }
  // Converts the values that the game gives into those that ishi-web takes.
  #given(what: string, layout: RecordLayout | undefined, given: Record<string, Json>): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(given)) {
      const member = layout?.members.find(([one]) => one === name);
      if (member === undefined) throw new IshiError(`\`${what}\` has no \`${name}\``);
      result[name] = member[2] === 'entity' ? this.#entity(value as number) : value;
    }
    return result;
  }

  // --- events, memories, candidates, the grid

  postEvent(name: string, target: number, team: number, text: string): boolean {
    const event = eventOf(name, this.#id(constants.EVENTS, 'events', name, 'event'));
    const given = this.#given(name, event.layout, JSON.parse(text) as Record<string, Json>);
    this.#world.post(event, target !== 0 ? this.#agent(target).entity : team >= 0 ? team : 'everyone', given as never);
    return true;
  }
  makeSound(name: string, maker: number, text: string): boolean {
    const at = JSON.parse(text) as [number, number, number] | null;
    this.#world.makeSound(this.#id(constants.SOUNDS, 'sounds', name, 'sound'), this.#get(maker).entity, at ?? undefined);
    return true;
  }
  remember(number: number, memory: string, other: number): boolean {
    const { population, entity } = this.#agent(number);
    const known = this.#get(other).entity;
    population.remember(entity, this.#id(constants.SETS, 'memory', memory, 'memory'), known);
    return true;
  }
  forget(number: number, memory: string, other: number): boolean {
    const { population, entity } = this.#agent(number);
    const known = this.#get(other).entity;
    population.forget(entity, this.#id(constants.SETS, 'memory', memory, 'memory'), known);
    return true;
  }
  setCandidates(name: string, owner: number, team: number, text: string): boolean {
    const { calls } = this.ishi;
    const members = (JSON.parse(text) as number[]).map((one) => this.#get(one).entity);
    const id = this.#id(constants.SETS, 'candidates', name, 'set of candidates');
    const set = this.ishi.block + Block.options;
    if (owner === 0) this.ishi.check(calls.world_candidates(this.#world.place, id, Math.max(team, 0), set), this.#world.place);
    else {
      const { population, entity } = this.#agent(owner);
      this.ishi.check(calls.population_candidates(population.place, this.#world.writeEntity(entity), id, set), this.#world.place);
    }
    const room = this.ishi.allocate(Math.max(1, members.length) * 12);
    members.forEach((one, i) => this.#world.writeEntity(one, room + 12 * i));
    const code = calls.candidates_set(set, room, members.length);
    this.ishi.release(room);
    this.ishi.check(code, this.#world.place);
    return true;
  }
  why(number: number): Json {
    const { population, entity } = this.#agent(number);
    return population.why(entity).map((one) => ({
      action: one.action, score: one.score === -Infinity ? null : one.score, rank: one.rank, is_running: one.isRunning, candidate: this.#numberOf(one.candidate),
    }));
  }
  stateHash(): string {
    return this.#world.stateHash().toString(16).padStart(16, '0');
  }
  createGrid(columns: number, rows: number, cell: number, x: number, y: number, z: number): boolean {
    this.#world.createGrid({ columns, rows, cell, origin: [x, y, z] });
    this.#cells = columns;
    return true;
  }
  setCells(base64: string): boolean {
    const terrains = bytesOf(base64);
    const rows = this.#cells === 0 ? 0 : terrains.length / this.#cells;
    if (this.#cells === 0) throw new IshiError('there is no grid');
    if (!Number.isInteger(rows)) throw new IshiError(`${terrains.length} cells are not whole rows of ${this.#cells}`);
    let wanted = 0;
    this.#world.fillCells((column, row) => ((wanted = Math.max(wanted, (row + 1) * this.#cells)), terrains[row * this.#cells + column] ?? constants.IMPASSABLE));
    if (wanted !== terrains.length) throw new IshiError(`the grid has ${wanted} cells, and ${terrains.length} were given`);
    return true;
  }
}

// Describes a blob, in the words of IshiRuntime.describe().
function describe(ishi: Ishi, base64: string): Json {
  const asset = ishi.loadAsset(bytesOf(base64));
  const { calls, memory, block } = ishi;
  const result = { agents: asset.names(constants.AGENTS) as Json[], keys: [] as Json[], enums: {} as { [name: string]: Json[] }, things: {} as { [name: string]: Json[] }, tasks: [] as Json[], events: [] as Json[] };
  ishi.check(calls.asset_entry_count(asset.place, block + Block.result));
  const count = memory.u32[(block + Block.result) >> 2]!;
  const entry = block + Block.options;
  const parts = new Map<string, { [name: string]: Json }>();
  const later: (() => void)[] = [];
  for (let i = 0; i < count; ++i) {
    ishi.check(calls.asset_entry(asset.place, i, entry));
    const { u8, f32, u32 } = memory;
    const name = memory.text(u32[(entry + Entry.name) >> 2]!), owner = memory.text(u32[(entry + Entry.owner_name) >> 2]!);
    const type = types[u8[entry + Entry.type]!] ?? 'number';
    const f = (at: number): number => f32[(entry + at) >> 2]!;
    const value: { [name: string]: Json } = {
      name, type, of: memory.text(u32[(entry + Entry.reference_name) >> 2]!), low: f(Entry.low), high: f(Entry.high),
      default: type === 'point' ? [f(Entry.fallback), f(Entry.fallback + 4), f(Entry.fallback + 8)] : f(Entry.fallback),
    };
    const isGiven = u8[entry + Entry.given] !== 0;
    switch (u8[entry + Entry.kind]) {
      case kind.enumeration: result.enums[name] ??= []; break;
      case kind.member: {
        const place = u32[(entry + Entry.place) >> 2]!;
        (result.enums[owner] ??= [])[place] = name;
        break;
      }
      case kind.thing: result.things[name] ??= []; break;
      case kind.field: (result.things[owner] ??= []).push(value); break;
      case kind.key: result.keys.push({ ...value, scope: scopes[u8[entry + Entry.scope]!] ?? 'agent' }); break;
      case kind.task: parts.set(`task ${name}`, { name, parameters: [], gives: [] }); result.tasks.push(parts.get(`task ${name}`)!); break;
      case kind.event: parts.set(`event ${name}`, { name, fields: [] }); result.events.push(parts.get(`event ${name}`)!); break;
      case kind.parameter: later.push(() => (parts.get(`task ${owner}`)?.[isGiven ? 'gives' : 'parameters'] as Json[] | undefined)?.push(value)); break;
      case kind.eventField: later.push(() => (parts.get(`event ${owner}`)?.['fields'] as Json[] | undefined)?.push(value)); break;
    }
  }
  for (const add of later) add();
  asset.destroy();
  return result;
}

function bytesOf(base64: string): Uint8Array {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
}

let ishi: Ishi | undefined;
let starting = false;
const runtimes: Runtime[] = [];

const bridge = {
  error: '',
  get isReady(): boolean {
    return ishi !== undefined;
  },
  get isStarted(): boolean {
    return starting;
  },
  /** Compiles the module, which ishi_web_runtime.gd hands over once. */
  start(base64: string): void {
    if (starting) return;
    starting = true;
    Ishi.load({ module: bytesOf(base64) as BufferSource }).then(
      (loaded) => (ishi = loaded),
      (fault: Error) => (bridge.error = fault.message),
    );
  },
  describe: (base64: string) => attempt(() => JSON.stringify(describe(ishi!, base64))),
  open: (text: string) => attempt(() => runtimes.push(new Runtime(ishi!, JSON.parse(text) as { entities: number; teams: number; seed: number }))),
  /** Calls a method of a runtime. Lists and dictionaries come back as JSON. */
  invoke: (runtime: number, method: string, ...args: never[]) =>
    attempt(() => {
      const of = runtimes[runtime - 1] as unknown as Record<string, (...args: never[]) => unknown> | undefined;
      if (of === undefined) throw new IshiError('the world is not open');
      const result = of[method]!.apply(of, args);
      if (method === 'close') delete runtimes[runtime - 1];
      return typeof result === 'object' ? JSON.stringify(result) : result;
    }),
};
function attempt(action: () => unknown): unknown {
  bridge.error = '';
  try {
    if (ishi === undefined) throw new IshiError('the runtime is not compiled yet');
    return action() ?? null;
  } catch (fault) {
    bridge.error = (fault as Error).message;
    return null;
  }
}
Object.assign(globalThis, { ishiGodot: bridge });
