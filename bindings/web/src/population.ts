import type { Asset } from './asset.js';
import type { AnyColumn, Column, ColumnOf, MaskColumn, NumberColumn } from './columns.js';
import { Batch, Commands, Move, Query, type End, type Start } from './commands.js';
import type { Entity } from './entity.js';
import { IshiError } from './errors.js';
import { Block } from './module.js';
import { constants, Fact, OptionScore, Report as ReportLayout, SpawnOptions as SpawnOptionsLayout } from './native.js';
import type { Given, Key, PointLike, RecordLayout, TaskType, ValueType } from './names.js';
import { writeRecord } from './records.js';
import type { Tickets, Tokens } from './tokens.js';
import { writePoint } from './vector.js';
import type { World } from './world.js';

export interface SpawnOptions {
  position?: PointLike;
  facing?: PointLike;
  team?: number;
  /** A whole number that belongs to the game and comes back with every command. */
  user?: number;
  /** What the agent's random choices depend on, with the seed of the world. */
  identity?: number;
  /** The kind of thing that the agent is, by name or id. */
  thing?: string | bigint;
  /** An importance profile, by name or id. */
  profile?: string | bigint;
}

/** An option of an agent, as things stand. */
export interface OptionScoreGiven {
  readonly action: string;
  /** Minus infinity: its `when` does not hold. */
  readonly score: number;
  readonly rank: number;
  readonly isRunning: boolean;
  readonly candidate: Entity | null;
}

/** A place where something is remembered. */
export interface FactGiven {
  readonly entity: Entity | null;
  readonly position: readonly [number, number, number];
  /** In seconds of the world's time. */
  readonly firstSeen: number;
  readonly lastSeen: number;
}

/** The agents of one kind in a world. */
export class Population {
  /** Kept for the commands of its rounds, so that a frame makes none. */
  readonly commands: Commands;
  readonly batch: Batch;
  readonly queries: Query;
  readonly moves: Move;
  readonly name: string;
  readonly #columns = new Map<string | Key, Column>();

  constructor(
    readonly world: World,
    readonly asset: Asset,
    agent: string | bigint,
    /** The place of its handle. */
    readonly place: number,
    /** Its number in the world. */
    readonly index: number,
  ) {
    const { memory } = world.ishi;
    this.name = typeof agent === 'string' ? agent : agent.toString(16);
    this.commands = new Commands(this, memory);
    this.batch = new Batch(memory);
    this.queries = new Query(world, memory);
    this.moves = new Move(world, memory);
  }

  // --- agents

  /** Adds an agent. Errors: POPULATION_FULL, WORLD_FULL, OUT_OF_RANGE, UNKNOWN_ID. */
  spawn(options: SpawnOptions = {}): Entity {
    const { ishi } = this.world;
    const { calls, memory, block } = ishi;
    const given = block + Block.options;
    const thing = options.thing === undefined ? undefined : ishi.idOf('things', options.thing);
    const profile = options.profile === undefined ? undefined : ishi.idOf('importance', options.profile);
    memory.u32[given >> 2] = SpawnOptionsLayout.bytes_of;
    ishi.check(calls.spawn_options_defaults(given));
    if (options.team !== undefined) memory.u32[(given + SpawnOptionsLayout.team) >> 2] = options.team;
    if (options.position !== undefined) writePoint(memory, given + SpawnOptionsLayout.position, options.position);
    if (options.facing !== undefined) writePoint(memory, given + SpawnOptionsLayout.facing, options.facing);
    if (options.user !== undefined) memory.setU64(given + SpawnOptionsLayout.user, options.user);
    if (options.identity !== undefined) memory.setU64(given + SpawnOptionsLayout.identity, options.identity);
    if (thing !== undefined) memory.setId(given + SpawnOptionsLayout.thing, thing);
    if (profile !== undefined) memory.setId(given + SpawnOptionsLayout.profile, profile);
    this.#check(calls.population_spawn(this.place, given, block + Block.result));
    return this.world.readEntity(block + Block.result)!;
  }
  /** Removes an agent. The ends of its tasks are among the commands of the next round. Errors: STALE_HANDLE, NOT_OF_POPULATION. */
  despawn(agent: Entity): void {
    this.#check(this.world.ishi.calls.population_despawn(this.place, this.world.writeEntity(agent)));
  }
  /** How many agents live. */
  get size(): number {
    return this.#number(this.world.ishi.calls.population_size(this.place, this.#result));
  }
  get capacity(): number {
    return this.#number(this.world.ishi.calls.population_capacity(this.place, this.#result));
  }
  /** The agent's row in the columns. Errors: STALE_HANDLE, NOT_OF_POPULATION. */
  slotOf(agent: Entity): number {
    return this.#number(this.world.ishi.calls.population_slot_of(this.place, this.world.writeEntity(agent), this.#result));
  }
  /** The agent of a row; null if none lives there. */
  agentOf(slot: number): Entity | null {
    this.#check(this.world.ishi.calls.population_agent_of(this.place, slot, this.#result));
    return this.world.readEntity(this.#result);
  }

  // --- columns

  /** A key of the blackboard, a row a slot; by name, also a key of teams or of the world. Errors: UNKNOWN_ID, WRONG_SCOPE. */
  column<Type extends ValueType>(key: Key<Type, 'agent'>): ColumnOf[Type];
  column<Kind extends AnyColumn = AnyColumn>(key: string): Kind;
  column(key: string | Key): Column {
    return this.#columns.get(key) ?? this.#findColumn(key);
  }
  #findColumn(key: string | Key): Column {
    const column = this.#columnOf(key);
    this.#columns.set(key, column);
    return column;
  }
  #columnOf(key: string | Key): Column {
    const { ishi } = this.world;
    const id = typeof key === 'string' ? ishi.idOf('blackboard', key) : key.id;
    const name = typeof key === 'string' ? key : key.name;
    try {
      return this.world.columnOf(`${this.index}:${id}`, (at) => ishi.calls.population_column(this.place, id, constants.ANY_TYPE, at));
    } catch (fault) {
      const { code } = fault as IshiError;
      if (code === constants.UNKNOWN_ID) throw this.asset.unknown(constants.KEYS, 'key', name);
      if (code !== constants.WRONG_SCOPE) throw fault;
    }
    try {
      return this.world.teamKey({ id } as Key<ValueType, 'team'>);
    } catch {
      return this.world.worldKey({ id } as Key<ValueType, 'world'>);
    }
  }
  /** The levels of a need or drive, a row a slot, as of each agent's last thought. Errors: UNKNOWN_ID, WRONG_TYPE if it is computed. */
  levels(motive: string | bigint): NumberColumn {
    const { ishi } = this.world;
    const id = ishi.idOf('motives', motive);
    return this.world.columnOf(`${this.index}:level:${id}`, (at) => ishi.calls.population_levels(this.place, id, at)) as NumberColumn;
  }
  /** The masks of blocked directions, a row a slot; no rows if no steering avoids. */
  get blocked(): MaskColumn {
    return (this.#blocked ??= this.world.columnOf(`${this.index}:blocked`, (at) => this.world.ishi.calls.population_blocked(this.place, at)) as MaskColumn);
  }
  #blocked: MaskColumn | undefined;

  // --- tasks

  /** Reports that a task is completed: one at hand, or one whose token was kept. `given` is what it gives back. False if it is over already. */
  complete<Gives>(task: Start<never> | Start | End, given?: Given<Gives>): boolean;
  complete<Gives>(tokens: Tokens, row: number, task?: TaskType<unknown, Gives>, given?: Given<Gives>): boolean;
  complete(from: Start<never> | Start | End | Tokens, row?: unknown, task?: TaskType, given?: object): boolean {
    const place = this.#token(from, row);
    if ('tokenPlace' in from) return this.#report(place, constants.COMPLETED, from.task, row as object | undefined);
    return this.#report(place, constants.COMPLETED, task, given);
  }
  /** Reports that a task has failed. False if it is over already. */
  fail(task: Start<never> | Start | End): boolean;
  fail(tokens: Tokens, row: number): boolean;
  fail(from: Start<never> | Start | End | Tokens, row?: number): boolean {
    return this.#report(this.#token(from, row), constants.FAILED, undefined, undefined);
  }
  #token(from: Start<never> | Start | End | Tokens, row: unknown): number {
    const { memory, block } = this.world.ishi;
    const report = block + Block.options;
    if ('tokenPlace' in from) memory.u32.copyWithin(report >> 2, from.tokenPlace >> 2, (from.tokenPlace >> 2) + 6);
    else from.write(row as number, memory, report);
    return report;
  }
  #report(report: number, ending: number, task: TaskType | undefined, given: object | undefined): boolean {
    const { calls, memory, block } = this.world.ishi;
    const { u8, u32 } = memory;
    const layout: RecordLayout | undefined = given === undefined ? undefined : task?.layout;
    u8[report + ReportLayout.ending] = ending;
    u32[(report + ReportLayout.task) >> 2] = 0;
    u32[(report + ReportLayout.task + 4) >> 2] = 0;
    u32[(report + ReportLayout.record) >> 2] = 0;
    u32[(report + ReportLayout.record_bytes) >> 2] = 0;
    let record = 0;
    if (layout !== undefined) {
      record = this.world.ishi.roomFor(layout);
      memory.u8.fill(0, record, record + layout.bytes);
      writeRecord(memory, record, layout, given as Record<string, unknown>);
      memory.i32[(report + ReportLayout.task) >> 2] = task!.low;
      memory.i32[(report + ReportLayout.task + 4) >> 2] = task!.high;
      memory.u32[(report + ReportLayout.record) >> 2] = record;
      memory.u32[(report + ReportLayout.record_bytes) >> 2] = layout.bytes;
    }
    const code = calls.population_report(this.place, report);
    if (record !== 0 && record !== block + Block.record) this.world.ishi.release(record);
    if (code === constants.OK) return true;
    if (code === constants.TOKEN_STALE || code === constants.ALREADY_REPORTED) return false;
    throw this.world.ishi.error(code, this.world.place);
  }

  /** Answers a question about a line of sight that was kept. False if it has lapsed. */
  answer(tickets: Tickets, row: number, isFree: boolean): boolean {
    const { calls, memory, block } = this.world.ishi;
    tickets.write(row, memory, block + Block.second);
    const code = calls.population_answer(this.place, block + Block.second, isFree ? constants.CLEAR : constants.BLOCKED);
    if (code === constants.QUERY_STALE || code === constants.QUERY_ANSWERED) return false;
    this.#check(code);
    return true;
  }

  // --- what agents do and know

  /** The index of the agent's option; constants.NO_OPTION if it has none. */
  option(agent: Entity): number {
    return this.#number(this.world.ishi.calls.population_option(this.place, this.world.writeEntity(agent), this.#result));
  }
  /** For whom the agent's option is; null for nobody. */
  candidate(agent: Entity): Entity | null {
    this.#check(this.world.ishi.calls.population_candidate(this.place, this.world.writeEntity(agent), this.#result));
    return this.world.readEntity(this.#result);
  }
  /** The agent's state, counted from 0 in the order of the text; constants.NO_STATE if it has none. */
  state(agent: Entity): number {
    return this.#number(this.world.ishi.calls.population_state(this.place, this.world.writeEntity(agent), this.#result));
  }
  setProfile(agent: Entity, profile: string | bigint | null): void {
    const { ishi } = this.world;
    const id = profile === null ? 0xffffffffffffffffn : ishi.idOf('importance', profile);
    this.#check(ishi.calls.population_set_profile(this.place, this.world.writeEntity(agent), id));
  }
  team(agent: Entity): number {
    return this.#number(this.world.ishi.calls.population_team(this.place, this.world.writeEntity(agent), this.#result));
  }
  setTeam(agent: Entity, team: number): void {
    this.#check(this.world.ishi.calls.population_set_team(this.place, this.world.writeEntity(agent), team));
  }
  /** Writes the next point of a walker's way into `point`. False if it has none. */
  wayPoint(agent: Entity, point: { x: number; y: number; z: number }): boolean {
    const { calls, memory } = this.world.ishi;
    const code = calls.population_way_point(this.place, this.world.writeEntity(agent), this.#result);
    if (code === constants.NO_WAY) return false;
    this.#check(code);
    const at = this.#result >> 2;
    point.x = memory.f32[at]!;
    point.y = memory.f32[at + 1]!;
    point.z = memory.f32[at + 2]!;
    return true;
  }
  /** An agent learns of an entity, as it is now. */
  remember(agent: Entity, memory: string | bigint, entity: Entity): void {
    this.#ofMemory('population_remember', agent, memory, entity);
  }
  forget(agent: Entity, memory: string | bigint, entity: Entity): void {
    this.#ofMemory('population_forget', agent, memory, entity);
  }
  #ofMemory(call: 'population_remember' | 'population_forget', agent: Entity, memory: string | bigint, entity: Entity): void {
    const { ishi } = this.world;
    const id = ishi.idOf('memory', memory);
    const other = this.world.writeEntity(entity, ishi.block + Block.second);
    this.#check(ishi.calls[call](this.place, this.world.writeEntity(agent), id, other));
  }
  /** What an agent remembers. Makes a list: for tools and pages, not for each agent in each frame. */
  facts(agent: Entity, memory: string | bigint): FactGiven[] {
    const { ishi, world } = { ishi: this.world.ishi, world: this.world };
    const id = ishi.idOf('memory', memory);
    const handle = world.writeEntity(agent);
    const count = this.#number(ishi.calls.population_facts(this.place, handle, id, 0, 0, this.#result));
    const room = ishi.allocate(Math.max(1, count) * Fact.bytes_of);
    const code = ishi.calls.population_facts(this.place, handle, id, room, count, this.#result);
    const facts: FactGiven[] = [];
    for (let i = 0; i < count && code === constants.OK; ++i) {
      const at = room + i * Fact.bytes_of;
      const { f32 } = ishi.memory;
      facts.push({
        entity: world.readEntity(at + Fact.entity),
        position: [f32[(at + Fact.position) >> 2]!, f32[(at + Fact.position + 4) >> 2]!, f32[(at + Fact.position + 8) >> 2]!],
        firstSeen: ishi.memory.u64(at + Fact.first_seen_microseconds) * 1e-6,
        lastSeen: ishi.memory.u64(at + Fact.last_seen_microseconds) * 1e-6,
      });
    }
    ishi.release(room);
    this.#check(code);
    return facts;
  }

  /** The agent's options with their scores as they stand now, the best one first: why it does what it does. Between frames. */
  why(agent: Entity): OptionScoreGiven[] {
    const { ishi } = this.world;
    const { calls, memory } = ishi;
    const valueCount = this.#number(calls.population_value_count(this.place, this.#result));
    const values = ishi.allocate(4 * Math.max(1, valueCount));
    const handle = this.world.writeEntity(agent);
    const first = calls.population_explain(this.place, handle, values, valueCount, 0, 0, this.#result);
    const count = memory.u32[this.#result >> 2]!;
    const scores = ishi.allocate(Math.max(1, count) * OptionScore.bytes_of);
    const code = first === constants.OK ? calls.population_explain(this.place, handle, values, valueCount, scores, count, this.#result) : first;
    const options: OptionScoreGiven[] = [];
    for (let i = 0; i < count && code === constants.OK; ++i) {
      const at = scores + i * OptionScore.bytes_of;
      options.push({
        action: this.optionName(memory.id(at + OptionScore.id)),
        score: memory.f32[(at + OptionScore.score) >> 2]!,
        rank: memory.i32[(at + OptionScore.rank) >> 2]!,
        isRunning: memory.u8[at + OptionScore.running] !== 0,
        candidate: this.world.readEntity(at + OptionScore.candidate),
      });
    }
    ishi.release(scores);
    ishi.release(values);
    this.#check(code);
    return options.sort((a, b) => b.rank - a.rank || b.score - a.score);
  }
  /** The name of an option by its id; the id if the blob was stripped. */
  optionName(id: bigint): string {
    const { calls, memory, block } = this.world.ishi;
    const code = calls.population_option_name(this.place, id, block + Block.text, Block.textBytes, block + Block.status);
    const name = code === constants.OK ? memory.text(block + Block.text) : '';
    return name === '' ? id.toString(16).padStart(16, '0') : name;
  }

  get #result(): number {
    return this.world.ishi.block + Block.result;
  }
  #check(code: number): void {
    if (code !== constants.OK) throw this.world.ishi.error(code, this.world.place);
  }
  #number(code: number): number {
    this.#check(code);
    return this.world.ishi.memory.u32[this.#result >> 2]!;
  }
}
