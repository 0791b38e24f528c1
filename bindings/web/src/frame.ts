import type { Batch, Commands, Emitted, End, Move, Query, Start } from './commands.js';
import { IshiError } from './errors.js';
import { Block } from './module.js';
import { Batch as BatchLayout, Clock, constants, PathOptions as PathOptionsLayout, PhaseOptions as PhaseOptionsLayout, Results, Scratch } from './native.js';
import type { Population } from './population.js';
import type { World } from './world.js';

/**
 * What a game does in a frame. `carryOut` must be there; the part of a frame for which there is no member is left out. Lists are
 * valid until the member returns.
 */
export interface FrameGame {
  /** Starts and ends tasks. `handleTasks` makes one of a handler for each task. */
  carryOut(population: Population, commands: Commands): void;
  /** Writes what senses read, for those who sense. */
  sensing?(population: Population, batch: Batch): void;
  /** Says whether a line of sight is free. */
  sight?(query: Query, population: Population): boolean;
  /** Takes the questions of a population, to answer them later with `Population.answer`. */
  ask?(population: Population, queries: Query): void;
  /** Writes what the agents that are due should know. */
  thinking?(population: Population, batch: Batch): void;
  /** Takes an event that a behaviour posts to the game. */
  emitted?(population: Population, event: Emitted): void;
  /** Writes which directions are blocked; called only for a game that has `move`. */
  moving?(population: Population, batch: Batch): void;
  /** Moves a character, when the frame has ended. */
  move?(move: Move, population: Population): void;
}

export interface PhaseOptions {
  /** Of `sense` and `think`: at most so many agents, the most overdue ones; 0: all who are due. */
  quota?: number;
  agentsPerJob?: number;
}
export interface FrameOptions {
  /** How much time has passed since the last frame: a whole number, 16,667 unless it is given. */
  microseconds?: number;
  sense?: PhaseOptions;
  think?: PhaseOptions;
  act?: PhaseOptions;
  move?: PhaseOptions;
  /** The most cells that searches of paths may visit in the frame. */
  paths?: { expansions: number };
}

const usualMicroseconds = 16667;

/** The frames of a world. All that it needs is made once, so that a frame makes no garbage. */
export class Frame {
  readonly #world: World;
  // Places in the module's memory: ishi_clock, ishi_results, ishi_scratch, options of a phase and of paths.
  readonly #place: number;
  readonly #clock: number;
  readonly #results: number;
  readonly #scratch: number;
  readonly #options: number;
  readonly #paths: number;
  // A batch for each population, since their thoughts overlap.
  #batches = 0;
  #room = 0;
  #isRunning = false;

  constructor(world: World) {
    this.#world = world;
    const size = 256;
    this.#place = world.ishi.allocate(size);
    world.ishi.memory.u8.fill(0, this.#place, this.#place + size);
    this.#clock = this.#place;
    this.#results = this.#place + 16;
    this.#scratch = this.#place + 80;
    this.#options = this.#place + 96;
    this.#paths = this.#place + 128;
  }

  destroy(): void {
    const { calls } = this.#world.ishi;
    if (this.#hasScratch()) calls.scratch_destroy(this.#scratch);
    this.#world.ishi.release(this.#place);
    if (this.#batches !== 0) this.#world.ishi.release(this.#batches);
  }

  /** Makes room for the populations that the world has now. */
  grow(): void {
    const { ishi, populations } = this.#world;
    if (populations.length <= this.#room) return;
    if (this.#batches !== 0) ishi.release(this.#batches);
    this.#room = 2 * populations.length;
    this.#batches = ishi.allocate(this.#room * BatchLayout.bytes_of);
  }

  /** The number of the last frame. */
  get number(): number {
    this.#check(this.#world.ishi.calls.world_clock(this.#world.place, this.#clock));
    return this.#world.ishi.memory.u64(this.#clock + Clock.frame);
  }

  run(game: FrameGame, options: FrameOptions | undefined): void {
    if (typeof game.carryOut !== 'function') throw new IshiError('the game needs carryOut(population, commands), which starts and ends tasks');
    const microseconds = options?.microseconds ?? usualMicroseconds;
    if (!(microseconds >= 0) || !Number.isSafeInteger(microseconds))
      throw new IshiError(`microseconds is ${microseconds}: time is a whole number and does not go back`);
    if (this.#isRunning) throw new IshiError('a frame is running: runFrame is called within a member of its game', constants.WRONG_PHASE);
    const { calls, memory } = this.#world.ishi;
    const { place, populations } = this.#world;
    this.#fitScratch();
    this.#check(calls.world_clock(place, this.#clock));
    memory.setU64(this.#clock + Clock.frame, memory.u64(this.#clock + Clock.frame) + 1);
    memory.setU64(this.#clock + Clock.time_microseconds, memory.u64(this.#clock + Clock.time_microseconds) + microseconds);
    this.#check(calls.world_begin_frame(place, this.#clock));
    this.#isRunning = true;
    try {
      for (let i = 0; i < populations.length; ++i) this.#sense(game, options, populations[i]!);
      this.#think(game, options);
      for (let i = 0; i < populations.length; ++i) this.#act(game, options, populations[i]!);
      this.#findPaths(options);
      this.#move(game, options);
    } catch (fault) {
      calls.world_cancel_frame(place); // refused if the frame has ended
      throw fault;
    } finally {
      this.#isRunning = false;
    }
  }

  #hasScratch(): boolean {
    return this.#world.ishi.memory.u32[(this.#scratch + Scratch.generation) >> 2] !== 0;
  }
  #fitScratch(): void {
    const { calls, memory } = this.#world.ishi;
    if (calls.scratch_fits(this.#scratch, this.#world.place) !== 0) return;
    if (this.#hasScratch()) calls.scratch_destroy(this.#scratch);
    memory.u32[this.#scratch >> 2] = 0;
    memory.u32[(this.#scratch + 4) >> 2] = 0;
    this.#check(calls.scratch_create(this.#world.place, this.#scratch));
  }

  #check(code: number): void {
    if (code !== constants.OK) throw this.#world.ishi.error(code, this.#world.place);
    this.#world.ishi.memory.follow();
  }

  // The place of a phase's options; 0: the defaults.
  #optionsOf(options: PhaseOptions | undefined): number {
    if (options === undefined) return 0;
    const { calls, memory } = this.#world.ishi;
    memory.u32[this.#options >> 2] = PhaseOptionsLayout.bytes_of;
    this.#check(calls.phase_options_defaults(this.#options));
    if (options.quota !== undefined) memory.u32[(this.#options + PhaseOptionsLayout.quota) >> 2] = options.quota;
    if (options.agentsPerJob !== undefined) memory.u32[(this.#options + PhaseOptionsLayout.agents_per_job) >> 2] = options.agentsPerJob;
    return this.#options;
  }

  #begin(population: Population, phase: number, options: PhaseOptions | undefined): number {
    const batch = this.#batches + population.index * BatchLayout.bytes_of;
    this.#check(this.#world.ishi.calls.population_begin(population.place, phase, this.#optionsOf(options), batch));
    population.batch.point(batch);
    return batch;
  }
  #runJobs(batch: number): void {
    this.#check(this.#world.ishi.calls.batch_run_all(batch, this.#scratch));
  }
  #end(batch: number): void {
    const { calls, memory } = this.#world.ishi;
    memory.u32[this.#results >> 2] = Results.bytes_of;
    this.#check(calls.batch_end(batch, this.#results));
  }
  #result(member: number): number {
    return this.#world.ishi.memory.u32[(this.#results + member) >> 2]!;
  }

  #sense(game: FrameGame, options: FrameOptions | undefined, population: Population): void {
    const batch = this.#begin(population, constants.SENSE, options?.sense);
    if (game.sensing !== undefined) game.sensing(population, population.batch);
    this.#runJobs(batch);
    this.#end(batch);
    if (game.ask === undefined && game.sight === undefined) return;
    const { queries } = population;
    const count = this.#result(Results.query_count);
    queries.point(this.#result(Results.queries), count);
    if (game.ask !== undefined) game.ask(population, queries);
    if (game.sight === undefined) return;
    const { calls } = this.#world.ishi;
    for (let i = 0; i < count; ++i) {
      queries.item(i);
      const place = queries.ticketPlace;
      const sight = game.sight(queries, population) ? constants.CLEAR : constants.BLOCKED;
      this.#check(calls.population_answer(population.place, place, sight));
    }
  }

  // Populations that claim the same things have the same chances if their thoughts overlap: each ends its own when those behind it
  // have thought.
  #think(game: FrameGame, options: FrameOptions | undefined): void {
    const { populations } = this.#world;
    for (let i = 0; i < populations.length; ++i) {
      const batch = this.#begin(populations[i]!, constants.THINK, options?.think);
      if (game.thinking !== undefined) game.thinking(populations[i]!, populations[i]!.batch);
      this.#runJobs(batch);
    }
    for (let i = populations.length - 1; i >= 0; --i) this.#check(this.#world.ishi.calls.batch_end(this.#batches + i * BatchLayout.bytes_of, 0));
  }

  #act(game: FrameGame, options: FrameOptions | undefined, population: Population): void {
    const { calls } = this.#world.ishi;
    while (calls.population_wants_act(population.place) !== 0) {
      const batch = this.#begin(population, constants.ACT, options?.act);
      this.#runJobs(batch);
      this.#end(batch);
      const { commands } = population;
      commands.starts.point(this.#result(Results.starts), this.#result(Results.start_count));
      commands.updates.point(this.#result(Results.updates), this.#result(Results.update_count));
      commands.ends.point(this.#result(Results.ends), this.#result(Results.end_count));
      commands.events.point(this.#result(Results.events), this.#result(Results.event_count));
      try {
        game.carryOut(population, commands);
      } catch (fault) {
        this.#giveUp(population, commands);
        throw fault;
      }
      if (game.emitted === undefined) continue;
      const { events } = commands;
      for (let i = 0; i < events.length; ++i) game.emitted(population, events.item(i));
    }
  }
  // The game has not carried out all of a round: its tasks have failed, but for those that are over.
  #giveUp(population: Population, commands: Commands): void {
    const { calls, memory, block } = this.#world.ishi;
    const report = block + Block.options;
    const fail = (command: Start | End): void => {
      memory.u8.fill(0, report, report + 64);
      memory.u32.copyWithin(report >> 2, command.tokenPlace >> 2, (command.tokenPlace >> 2) + 6);
      memory.u8[report + 24] = constants.FAILED;
      calls.population_report(population.place, report);
    };
    for (const start of commands.starts) fail(start);
    for (const end of commands.ends) if (end.reportWhenOver) fail(end);
  }

  #findPaths(options: FrameOptions | undefined): void {
    const { calls, memory, block } = this.#world.ishi;
    const { place } = this.#world;
    this.#check(calls.world_cells(place, block + Block.result));
    if (memory.u32[(block + Block.result + 4) >> 2] === 0) return;
    if (options?.paths === undefined) {
      this.#check(calls.world_find_paths(place, 0));
      return;
    }
    memory.u32[this.#paths >> 2] = PathOptionsLayout.bytes_of;
    memory.u32[(this.#paths + PathOptionsLayout.expansions) >> 2] = options.paths.expansions;
    this.#check(calls.world_find_paths(place, this.#paths));
  }

  // All populations say where to, then the frame ends, then the game moves its characters.
  #move(game: FrameGame, options: FrameOptions | undefined): void {
    const { populations, place, ishi } = this.#world;
    for (let i = 0; i < populations.length && game.move !== undefined; ++i) {
      const population = populations[i]!;
      const batch = this.#begin(population, constants.MOVE, options?.move);
      if (game.moving !== undefined) game.moving(population, population.batch);
      this.#runJobs(batch);
      this.#end(batch);
      population.moves.point(this.#result(Results.moves), this.#result(Results.move_count));
    }
    this.#check(ishi.calls.world_end_frame(place));
    if (game.move === undefined) return;
    for (let i = populations.length - 1; i >= 0; --i) {
      const population = populations[i]!;
      const { moves } = population;
      const count = moves.length;
      for (let k = 0; k < count; ++k) game.move(moves.item(k), population);
    }
  }
}
