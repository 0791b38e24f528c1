import type { Asset } from './asset.js';
import { makeColumn, PointColumn, type Column, type ColumnOf } from './columns.js';
import { Entity } from './entity.js';
import { IshiError } from './errors.js';
import { Frame, type FrameGame, type FrameOptions } from './frame.js';
import type { Viewer } from './memory.js';
import { Block, type Ishi } from './module.js';
import {
  Cells as CellsLayout, Column as ColumnLayout, constants, Entity as EntityLayout, EntityOptions, EventOptions, GridOptions, Population as PopulationLayout,
  PopulationOptions as PopulationOptionsLayout, ReloadCounts as ReloadCountsLayout, ReloadItem as ReloadItemLayout, Reload as ReloadLayout, SoundOptions,
  World as WorldLayout, WorldOptions as WorldOptionsLayout,
} from './native.js';
import { EventType, TaskType, type Contract, type Given, type Key, type NamedType, type PointLike, type ValueType } from './names.js';
import { Population } from './population.js';
import { Lens, writeRecord, type RecordView } from './records.js';
import { writePoint, type VectorView } from './vector.js';

export interface WorldOptions {
  /** How many entities live at once, agents included. */
  entities?: number;
  /** What random choices depend on. */
  seed?: number | bigint;
  teams?: number;
  /** The axis that points upwards. */
  up?: 'y' | 'z';
  eventBytes?: number;
  sounds?: number;
  /** The number that handles of this world have. 0: one that no other world has. */
  number?: number;
  /** What the game was built against, of the file that `ishi header` writes: assets that differ are refused. */
  contract?: Contract;
}
export interface PopulationOptions {
  /** How many agents live at once. */
  capacity: number;
  planSearches?: number;
  planSituations?: number;
  planSituationsPerFrame?: number;
}
export interface EntityOptionsGiven {
  position?: PointLike;
  facing?: PointLike;
  /** The kind of thing, by name or id. */
  thing?: string | bigint;
  /** A whole number that belongs to the game. */
  user?: number;
  identity?: number;
}
export interface GridOptionsGiven {
  columns: number;
  rows: number;
  /** The side of a cell in metres. */
  cell?: number;
  /** The corner of the cell 0, 0. */
  origin?: PointLike;
  searches?: number;
}
/** For whom an event is: an agent, a team by its number, or everyone. */
export type EventTarget = Entity | number | 'everyone';
/** A part that a reload changed. */
export interface ReloadItem {
  readonly name: string;
  readonly effect: 'kept' | 'reset' | 'dropped' | 'added';
}
export interface ReloadReport {
  readonly items: readonly ReloadItem[];
  readonly keptTasks: number;
  readonly abortedTasks: number;
}
const effects = ['kept', 'reset', 'dropped', 'added'] as const;

/** A world of entities and agents. It lives in the module's memory until `destroy`. */
export class World implements Viewer {
  /** The place of its handle. */
  readonly place: number;
  /** What its handles of entities and tokens carry. */
  readonly number: number;
  readonly populations: Population[] = [];
  /** The places of all entities, by `Entity.index`. Write between frames. */
  readonly positions: PointColumn;
  /** The directions in which all entities look, by `Entity.index`. */
  readonly facings: PointColumn;
  /** What the last reload did. */
  lastReload: ReloadReport | undefined;
  readonly #columns = new Map<string, Column>();
  readonly #ofTeams = new Map<string | Key, Column>();
  readonly #ofWorld = new Map<string | Key, Column>();
  readonly #ofThings = new Map<string | Key, Column>();
  readonly #entities: (Entity | undefined)[] = [];
  readonly #taskLenses: (Lens | undefined)[] = [];
  readonly #eventLenses: (Lens | undefined)[] = [];
  readonly #assets = new Set<Asset>();
  readonly #frame: Frame;
  #isAlive = true;

  constructor(
    readonly ishi: Ishi,
    options: WorldOptions,
  ) {
    const { calls, memory, block } = ishi;
    const given = block + Block.options;
    const contract = options.contract === undefined ? undefined : ishi.contract(options.contract);
    this.place = ishi.allocate(WorldLayout.bytes_of);
    memory.u32[given >> 2] = WorldOptionsLayout.bytes_of;
    ishi.check(calls.world_options_defaults(given));
    const set = (place: number, value: number | undefined): void => {
      if (value !== undefined) memory.u32[(given + place) >> 2] = value;
    };
    set(WorldOptionsLayout.entities, options.entities);
    set(WorldOptionsLayout.teams, options.teams);
    set(WorldOptionsLayout.up, options.up === undefined ? undefined : options.up === 'z' ? constants.UP_Z : constants.UP_Y);
    set(WorldOptionsLayout.event_bytes, options.eventBytes);
    set(WorldOptionsLayout.sounds, options.sounds);
    set(WorldOptionsLayout.number, options.number);
    if (options.seed !== undefined) memory.setId(given + WorldOptionsLayout.seed, BigInt(options.seed));
    if (contract !== undefined) {
      set(WorldOptionsLayout.contract, contract.place);
      set(WorldOptionsLayout.entry_count, contract.count);
    }
    const code = calls.world_create(given, this.place);
    if (code !== constants.OK) {
      ishi.release(this.place);
      throw ishi.error(code);
    }
    memory.follow();
    ishi.check(calls.world_number(this.place, block + Block.result));
    this.number = memory.u32[(block + Block.result) >> 2]!;
    this.positions = this.#add('positions', new PointColumn(memory, (at) => calls.world_positions(this.place, at)));
    this.facings = this.#add('facings', new PointColumn(memory, (at) => calls.world_facings(this.place, at)));
    this.#frame = new Frame(this);
    memory.viewers.add(this);
  }

  /** Gives its memory back. Columns are empty then, and every other call is refused. */
  destroy(): void {
    if (!this.#isAlive) return;
    this.#frame.destroy();
    this.ishi.check(this.ishi.calls.world_destroy(this.place));
    this.#isAlive = false;
    this.ishi.memory.viewers.delete(this);
    for (const asset of this.#assets) asset.worlds.delete(this);
    this.#findColumns();
  }

  /**
   * Adds the agents of a name; all memory that they will ever use is taken now.
   * Errors: UNKNOWN_ID, CONTRACT_MISMATCH and CONTRACT_UNKNOWN with the difference, OUT_OF_MEMORY, BAD_OPTIONS.
   */
  addPopulation(asset: Asset, agent: string | bigint, options: PopulationOptions): Population {
    const { ishi } = this;
    const { calls, memory, block } = ishi;
    const given = block + Block.options;
    const id = ishi.idOf('agents', agent);
    memory.u32[given >> 2] = PopulationOptionsLayout.bytes_of;
    ishi.check(calls.population_options_defaults(given));
    const set = (place: number, value: number | undefined): void => {
      if (value !== undefined) memory.u32[(given + place) >> 2] = value;
    };
    set(PopulationOptionsLayout.capacity, options.capacity);
    set(PopulationOptionsLayout.plan_searches, options.planSearches);
    set(PopulationOptionsLayout.plan_situations, options.planSituations);
    set(PopulationOptionsLayout.plan_situations_per_frame, options.planSituationsPerFrame);
    const place = ishi.allocate(PopulationLayout.bytes_of);
    const code = calls.world_add_population(this.place, asset.place, id, given, place);
    if (code !== constants.OK) {
      ishi.release(place);
      throw this.#whyNotAdded(code, asset, agent);
    }
    memory.follow();
    this.#assets.add(asset);
    asset.worlds.add(this);
    const population = new Population(this, asset, agent, place, this.populations.length);
    this.populations.push(population);
    this.#frame.grow();
    // Keys of teams and of the world may be there only now, and lie elsewhere.
    this.#findColumns();
    return population;
  }
  #whyNotAdded(code: number, asset: Asset, agent: string | bigint): IshiError {
    if (code === constants.UNKNOWN_ID) return asset.unknown(constants.AGENTS, 'agent', agent);
    const fault = this.ishi.error(code, this.place);
    const why = this.#contractFault();
    return why === '' ? fault : new IshiError(why, code, fault.where);
  }
  #contractFault(): string {
    const { calls, memory, block } = this.ishi;
    calls.world_contract_fault(this.place, block + Block.text, Block.textBytes, block + Block.result);
    return memory.text(block + Block.text);
  }

  /**
   * Runs one frame of all populations, in the order of ishi::run_frame; the world's time goes on by `options.microseconds`.
   * Whatever a call or a member of the game throws cancels the frame, and the next one may begin.
   */
  runFrame(game: FrameGame, options?: FrameOptions): void {
    this.#frame.run(game, options);
  }
  get frame(): number {
    return this.#frame.number;
  }
  /** A hash of the whole state: equal for equal histories, on any machine. Between frames. */
  stateHash(): bigint {
    this.ishi.check(this.ishi.calls.world_state_hash(this.place, this.ishi.block + Block.result), this.place);
    return this.ishi.memory.id(this.ishi.block + Block.result);
  }

  // --- entities

  /** Adds an entity that is no agent. */
  spawn(options: EntityOptionsGiven = {}): Entity {
    const { calls, memory, block } = this.ishi;
    const given = block + Block.options;
    memory.u32[given >> 2] = EntityOptions.bytes_of;
    this.ishi.check(calls.entity_options_defaults(given));
    if (options.position !== undefined) writePoint(memory, given + EntityOptions.position, options.position);
    if (options.facing !== undefined) writePoint(memory, given + EntityOptions.facing, options.facing);
    if (options.user !== undefined) memory.setU64(given + EntityOptions.user, options.user);
    if (options.identity !== undefined) memory.setU64(given + EntityOptions.identity, options.identity);
    if (options.thing !== undefined) {
      const thing = this.ishi.idOf('things', options.thing);
      memory.setId(given + EntityOptions.thing, thing);
    }
    this.ishi.check(calls.world_spawn(this.place, given, block + Block.result), this.place);
    return this.readEntity(block + Block.result)!;
  }
  despawn(entity: Entity): void {
    this.ishi.check(this.ishi.calls.world_despawn(this.place, this.writeEntity(entity)), this.place);
  }
  isAlive(entity: Entity): boolean {
    return this.ishi.calls.world_is_alive(this.place, this.writeEntity(entity)) !== 0;
  }
  /** Moves an entity, between frames. Writing `positions` does the same for an entity that lives. */
  setPosition(entity: Entity, position: PointLike | VectorView): void {
    writePoint(this.ishi.memory, this.ishi.block + Block.second, position);
    this.ishi.check(this.ishi.calls.world_set_position(this.place, this.writeEntity(entity), this.ishi.block + Block.second), this.place);
  }
  setFacing(entity: Entity, facing: PointLike | VectorView): void {
    writePoint(this.ishi.memory, this.ishi.block + Block.second, facing);
    this.ishi.check(this.ishi.calls.world_set_facing(this.place, this.writeEntity(entity), this.ishi.block + Block.second), this.place);
  }

  /** The object of an index and generation, as columns and commands have them; null for nobody. One object for each entity that lives. */
  entityOf(index: number, generation: number): Entity | null {
    if (generation === 0) return null;
    const known = this.#entities[index];
    if (known !== undefined && known.generation === generation) return known;
    return (this.#entities[index] = new Entity(this, index, generation));
  }
  readEntity(place: number): Entity | null {
    return this.entityOf(this.ishi.memory.u32[place >> 2]!, this.ishi.memory.u32[(place + EntityLayout.generation) >> 2]!);
  }
  /** Writes a handle for a call, at the block's first place unless another one is given. */
  writeEntity(entity: Entity | null, place: number = this.ishi.block): number {
    const { u32 } = this.ishi.memory;
    u32[place >> 2] = entity === null ? 0 : entity.index;
    u32[(place >> 2) + 1] = entity === null ? 0 : entity.generation;
    u32[(place >> 2) + 2] = entity === null ? 0 : entity.world.number;
    return place;
  }
  /** The view of a record of a task or event at a place. One for each type: it stands elsewhere after the next call. */
  recordOf(type: NamedType, place: number): RecordView {
    const lenses = type instanceof TaskType ? this.#taskLenses : this.#eventLenses;
    const lens = (lenses[type.index] ??= new Lens(this, this.ishi.memory, type.layout));
    lens.place = place;
    return lens.view;
  }

  // --- columns

  /** A key of teams, a row a team. */
  teamKey<Type extends ValueType>(key: Key<Type, 'team'>): ColumnOf[Type];
  teamKey(key: string): Column;
  teamKey(key: string | Key): Column {
    return this.#ofTeams.get(key) ?? this.#column(this.#ofTeams, key, constants.OF_TEAM, 'blackboard');
  }
  /** A key of the world, one row. */
  worldKey<Type extends ValueType>(key: Key<Type, 'world'>): ColumnOf[Type];
  worldKey(key: string): Column;
  worldKey(key: string | Key): Column {
    return this.#ofWorld.get(key) ?? this.#column(this.#ofWorld, key, constants.OF_WORLD, 'blackboard');
  }
  /** A field of a kind of thing, by `Entity.index`: `world.field(fields.person.strength)` or `world.field('person', 'strength')`. */
  field<Type extends ValueType>(key: Key<Type, 'field'>): ColumnOf[Type];
  field(thing: string, name: string): Column;
  field(thing: string | Key, name = ''): Column {
    if (typeof thing !== 'string') return this.#ofThings.get(thing) ?? this.#column(this.#ofThings, thing, constants.OF_THING, '');
    return this.columnOf(`${thing}.${name}`, (at) => this.ishi.calls.world_column(this.place, constants.OF_THING, this.ishi.idOf(`things/${thing}`, name), constants.ANY_TYPE, at));
  }
  // Columns by their keys too, so that asking for one in a frame makes no garbage.
  #column(known: Map<string | Key, Column>, key: string | Key, where: number, section: string): Column {
    const id = typeof key === 'string' ? this.ishi.idOf(section, key) : key.id;
    const column = this.columnOf(`${where}/${id}`, (at) => this.ishi.calls.world_column(this.place, where, id, constants.ANY_TYPE, at));
    known.set(key, column);
    return column;
  }
  /** The column of a question, which is asked once; the same one for the same name. */
  columnOf(name: string, question: (place: number) => number): Column {
    const known = this.#columns.get(name);
    if (known !== undefined) return known;
    const { memory, block } = this.ishi;
    this.ishi.check(question(block + Block.result), this.place);
    return this.#add(name, makeColumn(this, memory.u32[(block + Block.result + ColumnLayout.type) >> 2]!, memory, question));
  }
  #add<T extends Column>(name: string, column: T): T {
    this.#columns.set(name, column);
    column.find(this.ishi.block + Block.result);
    return column;
  }
  #findColumns(): void {
    for (const column of this.#columns.values()) column.find(this.ishi.block + Block.result);
  }
  renewViews(): void {
    for (const column of this.#columns.values()) column.view();
  }

  // --- events, sounds, claims

  /** Posts an event to an agent, a team or everyone, in a frame or between frames, but not while a population thinks or acts. */
  post<Fields>(event: EventType<Fields>, target: EventTarget, fields?: Given<Fields>): void {
    const { calls, memory, block } = this.ishi;
    const given = block + Block.options;
    const { layout } = event;
    const record = layout === undefined || layout.members.length === 0 ? 0 : this.ishi.roomFor(layout);
    if (record !== 0) {
      memory.u8.fill(0, record, record + layout!.bytes);
      writeRecord(memory, record, layout!, fields as Record<string, unknown> | undefined);
    }
    memory.u32[given >> 2] = EventOptions.bytes_of;
    this.ishi.check(calls.event_options_defaults(given));
    memory.setId(given + EventOptions.event, event.id);
    memory.u32[(given + EventOptions.target) >> 2] =
      target === 'everyone' ? constants.TO_EVERYONE : typeof target === 'number' ? constants.TO_TEAM : constants.TO_AGENT;
    if (typeof target === 'number') memory.u32[(given + EventOptions.team) >> 2] = target;
    else if (target !== 'everyone') this.writeEntity(target, given + EventOptions.agent);
    memory.u32[(given + EventOptions.record) >> 2] = record;
    memory.u32[(given + EventOptions.record_bytes) >> 2] = record === 0 ? 0 : layout!.bytes;
    const code = calls.world_post(this.place, given);
    if (record !== 0 && record !== block + Block.record) this.ishi.release(record);
    this.ishi.check(code, this.place);
  }
  /** Makes a sound where its maker is, or at a position. */
  makeSound(sound: string | bigint, maker: Entity | null, position?: PointLike): void {
    const { calls, memory, block } = this.ishi;
    const given = block + Block.options;
    const id = this.ishi.idOf('sounds', sound);
    memory.u32[given >> 2] = SoundOptions.bytes_of;
    this.ishi.check(calls.sound_options_defaults(given));
    memory.setId(given + SoundOptions.sound, id);
    this.writeEntity(maker, given + SoundOptions.maker);
    if (position !== undefined) {
      memory.u32[(given + SoundOptions.elsewhere) >> 2] = 1;
      writePoint(memory, given + SoundOptions.position, position);
    }
    this.ishi.check(calls.world_make_sound(this.place, given), this.place);
  }
  /** The agent that claims an entity; null if it is free. */
  claimedBy(entity: Entity): Entity | null {
    const { block } = this.ishi;
    this.ishi.check(this.ishi.calls.world_claimed_by(this.place, this.writeEntity(entity), block + Block.result), this.place);
    return this.readEntity(block + Block.result);
  }
  /** Keeps an entity for the game itself, so that no agent can claim it. */
  keepEntity(entity: Entity, isKept = true): void {
    this.ishi.check(this.ishi.calls.world_keep_entity(this.place, this.writeEntity(entity), isKept ? 1 : 0), this.place);
  }

  // --- the grid

  createGrid(options: GridOptionsGiven): void {
    const { calls, memory, block } = this.ishi;
    const given = block + Block.options;
    memory.u32[given >> 2] = GridOptions.bytes_of;
    this.ishi.check(calls.grid_options_defaults(given));
    memory.u32[(given + GridOptions.columns) >> 2] = options.columns;
    memory.u32[(given + GridOptions.rows) >> 2] = options.rows;
    if (options.cell !== undefined) memory.f32[(given + GridOptions.cell) >> 2] = options.cell;
    if (options.origin !== undefined) writePoint(memory, given + GridOptions.origin, options.origin);
    if (options.searches !== undefined) memory.u32[(given + GridOptions.searches) >> 2] = options.searches;
    this.ishi.check(calls.world_create_grid(this.place, given), this.place);
  }
  /** Gives a cell its terrain; constants.IMPASSABLE: nobody enters it. Between frames. */
  setCell(column: number, row: number, terrain: number): void {
    this.ishi.check(this.ishi.calls.world_set_cell(this.place, column, row, terrain), this.place);
  }
  /** Gives all cells their terrains, as a function says. Between frames. */
  fillCells(terrain: (column: number, row: number) => number): void {
    const { calls, memory, block } = this.ishi;
    this.ishi.check(calls.world_cells(this.place, block + Block.result), this.place);
    const at = (block + Block.result) >> 2;
    const data = memory.u32[at]!;
    const [columns, rows, stride] = [memory.u32[at + CellsLayout.columns / 4]!, memory.u32[at + CellsLayout.rows / 4]!, memory.u32[at + CellsLayout.stride / 4]!];
    for (let row = 0; row < rows; ++row)
      for (let column = 0; column < columns; ++column) memory.u8[data + row * stride + column] = terrain(column, row);
    this.ishi.check(calls.world_cells_changed(this.place), this.place);
  }

  // --- snapshots and reloads

  /** The whole state as bytes, for this run of the game. Between frames. */
  saveSnapshot(): Uint8Array {
    const { calls, memory, block } = this.ishi;
    this.ishi.check(calls.world_snapshot_size(this.place, block + Block.result), this.place);
    const bytes = memory.u32[(block + Block.result) >> 2]!;
    const room = this.ishi.allocate(bytes);
    const code = calls.world_save_snapshot(this.place, room, bytes, block + Block.result);
    const saved = code === constants.OK ? memory.u8.slice(room, room + memory.u32[(block + Block.result) >> 2]!) : new Uint8Array(0);
    this.ishi.release(room);
    this.ishi.check(code, this.place);
    return saved;
  }
  restoreSnapshot(snapshot: Uint8Array): void {
    const room = this.ishi.copy(snapshot);
    const code = this.ishi.calls.world_restore_snapshot(this.place, room, snapshot.length);
    this.ishi.release(room);
    this.ishi.check(code, this.place);
  }

  /** Takes over another version of an asset, between two frames; state survives where a name and its type are unchanged. */
  reload(from: Asset, to: Asset): ReloadReport {
    const { ishi } = this;
    const { calls, memory, block } = ishi;
    const change = block + Block.options;
    memory.u32.copyWithin(change >> 2, from.place >> 2, (from.place >> 2) + 2);
    memory.u32.copyWithin((change >> 2) + 2, to.place >> 2, (to.place >> 2) + 2);
    const reload = ishi.allocate(ReloadLayout.bytes_of);
    const prepared = calls.world_prepare_reload(this.place, change, 1, reload);
    memory.follow();
    if (prepared !== constants.OK) {
      ishi.release(reload);
      const fault = ishi.error(prepared, this.place);
      throw new IshiError(this.#contractFault() || fault.message, prepared, fault.where);
    }
    const code = calls.world_commit_reload(this.place, reload);
    const report = code === constants.OK ? this.#report(reload) : undefined;
    calls.reload_destroy(reload);
    ishi.release(reload);
    ishi.check(code, this.place);
    this.followReload(); // parameters may have changed
    return (this.lastReload = report!);
  }
  /** A viewer has reloaded the world (LiveHost): finds columns and parameters anew. */
  followReload(): void {
    this.#findColumns();
    this.#taskLenses.length = this.#eventLenses.length = 0;
  }
  #report(reload: number): ReloadReport {
    const { calls, memory, block } = this.ishi;
    const result = (block + Block.result) >> 2;
    calls.reload_items(reload, block + Block.result, block + Block.result + 4);
    const [first, count] = [memory.u32[result]!, memory.u32[result + 1]!];
    const items: ReloadItem[] = [];
    for (let i = 0; i < count; ++i) {
      const at = first + i * ReloadItemLayout.bytes_of;
      items.push({ name: memory.text(memory.u32[(at + ReloadItemLayout.name) >> 2]!), effect: effects[memory.u8[at + ReloadItemLayout.effect]!]! });
    }
    memory.u32[result] = ReloadCountsLayout.bytes_of;
    calls.reload_totals(reload, block + Block.result);
    return {
      items,
      keptTasks: memory.u32[(block + Block.result + ReloadCountsLayout.kept_tasks) >> 2]!,
      abortedTasks: memory.u32[(block + Block.result + ReloadCountsLayout.aborted_tasks) >> 2]!,
    };
  }
}
