import type { Entity } from './entity.js';
import type { Memory } from './memory.js';
import { Batch as BatchLayout, Emitted as EmittedLayout, End as EndLayout, Move as MoveLayout, Query as QueryLayout, Start as StartLayout } from './native.js';
import { eventAt, taskAt, type EventType, type TaskType } from './names.js';
import type { Population } from './population.js';
import type { RecordView } from './records.js';
import type { Tickets, Tokens } from './tokens.js';
import { VectorView } from './vector.js';
import type { World } from './world.js';

/** A step of an iterator. */
export interface Step<T> {
  done: boolean;
  value: T;
}

/**
 * A list in the module's memory, to be gone through with `for … of`. The list is its own iterator and each step gives the same
 * object, which stands for the next entry: nothing is allocated. Copy what you need longer than the step.
 */
abstract class List {
  /** The place of the entry at hand. */
  protected at = 0;
  #first = 0;
  #end = 0;
  readonly #step: { done: boolean; value: unknown } = { done: false, value: this };
  constructor(
    protected readonly world: World,
    protected readonly memory: Memory,
    private readonly stride: number,
  ) {}

  /** How many entries there are. */
  get length(): number {
    return (this.#end - this.#first) / this.stride;
  }
  [Symbol.iterator](): this {
    this.at = this.#first - this.stride;
    return this;
  }
  next(): Step<this> {
    this.at += this.stride;
    this.#step.done = this.at >= this.#end;
    return this.#step as never;
  }
  /** The entry of an index, below `length`. */
  item(index: number): this {
    this.at = this.#first + index * this.stride;
    return this;
  }
  point(first: number, count: number): void {
    this.#first = this.at = first;
    this.#end = first + count * this.stride;
  }
  protected entity(offset: number): Entity | null {
    const at = (this.at + offset) >> 2;
    return this.world.entityOf(this.memory.u32[at]!, this.memory.u32[at + 1]!);
  }
}

/** Tasks that begin, or whose `live` parameters have changed. */
export class Start<Parameters = RecordView> extends List {
  constructor(world: World, memory: Memory) {
    super(world, memory, StartLayout.bytes_of);
  }
  get agent(): Entity {
    return this.entity(StartLayout.agent)!;
  }
  /** The agent's row in the columns of its population. */
  get slot(): number {
    return this.memory.u32[(this.at + StartLayout.token) >> 2]!;
  }
  /** What the game gave the agent as it was spawned. */
  get user(): number {
    return this.memory.u64(this.at + StartLayout.user);
  }
  get task(): TaskType {
    return taskAt(this.memory, this.at + StartLayout.task);
  }
  /** Valid until the task is over. */
  get parameters(): Parameters {
    return this.world.recordOf(this.task, this.memory.u32[(this.at + StartLayout.parameters) >> 2]!) as Parameters;
  }
  is<Other, Gives>(task: TaskType<Other, Gives>): this is Start<Other> {
    return this.task === (task as unknown as TaskType);
  }
  /** Keeps the task's token in a row, for `Population.complete` and `fail`. */
  keep(tokens: Tokens, row: number): void {
    tokens.read(row, this.memory, this.at + StartLayout.token);
  }
  /** True if a row holds this task's token. */
  get tokenPlace(): number {
    return this.at + StartLayout.token;
  }
}

/** Tasks that are aborted. */
export class End extends List {
  constructor(world: World, memory: Memory) {
    super(world, memory, EndLayout.bytes_of);
  }
  /** It may be gone. */
  get agent(): Entity {
    return this.entity(EndLayout.agent)!;
  }
  get slot(): number {
    return this.memory.u32[(this.at + EndLayout.token) >> 2]!;
  }
  get user(): number {
    return this.memory.u64(this.at + EndLayout.user);
  }
  get task(): TaskType {
    return taskAt(this.memory, this.at + EndLayout.task);
  }
  /** True if the task needs time to end: the game reports its token when it has. */
  get reportWhenOver(): boolean {
    return this.memory.u8[this.at + EndLayout.report_when_over] !== 0;
  }
  keep(tokens: Tokens, row: number): void {
    tokens.read(row, this.memory, this.at + EndLayout.token);
  }
  get tokenPlace(): number {
    return this.at + EndLayout.token;
  }
}

/** Events that behaviours post to the game. */
export class Emitted<Fields = RecordView> extends List {
  constructor(world: World, memory: Memory) {
    super(world, memory, EmittedLayout.bytes_of);
  }
  get agent(): Entity {
    return this.entity(EmittedLayout.agent)!;
  }
  get user(): number {
    return this.memory.u64(this.at + EmittedLayout.user);
  }
  get event(): EventType {
    return eventAt(this.memory, this.at + EmittedLayout.event);
  }
  get fields(): Fields {
    return this.world.recordOf(this.event, this.memory.u32[(this.at + EmittedLayout.record) >> 2]!) as Fields;
  }
  is<Other>(event: EventType<Other>): this is Emitted<Other> {
    return this.event === (event as unknown as EventType);
  }
}

/** Questions about lines of sight. */
export class Query extends List {
  readonly #from: VectorView;
  readonly #to: VectorView;
  constructor(world: World, memory: Memory) {
    super(world, memory, QueryLayout.bytes_of);
    this.#from = new VectorView(memory);
    this.#to = new VectorView(memory);
  }
  get observer(): Entity {
    return this.entity(QueryLayout.observer)!;
  }
  /** It may be gone if it was heard. */
  get target(): Entity {
    return this.entity(QueryLayout.target)!;
  }
  get slot(): number {
    return this.memory.u32[(this.at + QueryLayout.slot) >> 2]!;
  }
  get from(): VectorView {
    this.#from.place = this.at + QueryLayout.from;
    return this.#from;
  }
  get to(): VectorView {
    this.#to.place = this.at + QueryLayout.to;
    return this.#to;
  }
  /** Keeps the question in a row, for `Population.answer`. */
  keep(tickets: Tickets, row: number): void {
    tickets.read(row, this.memory, this.at + QueryLayout.ticket);
  }
  get ticketPlace(): number {
    return this.at + QueryLayout.ticket;
  }
}

/** Where agents go. */
export class Move extends List {
  readonly #heading: VectorView;
  constructor(world: World, memory: Memory) {
    super(world, memory, MoveLayout.bytes_of);
    this.#heading = new VectorView(memory);
  }
  get agent(): Entity {
    return this.entity(MoveLayout.agent)!;
  }
  /** The agent's row in `world.positions`. */
  get index(): number {
    return this.memory.u32[(this.at + MoveLayout.agent) >> 2]!;
  }
  get user(): number {
    return this.memory.u64(this.at + MoveLayout.user);
  }
  get slot(): number {
    return this.memory.u32[(this.at + MoveLayout.slot) >> 2]!;
  }
  get direction(): number {
    return this.memory.u32[(this.at + MoveLayout.direction) >> 2]!;
  }
  /** Of length 1, level; zeros: it stands. */
  get heading(): VectorView {
    this.#heading.place = this.at + MoveLayout.heading;
    return this.#heading;
  }
  /** In metres per second. */
  get speed(): number {
    return this.memory.f32[(this.at + MoveLayout.speed) >> 2]!;
  }
}

/** The slots of the agents of a phase. */
export class Batch {
  #first = 0;
  #next = 0;
  /** How many agents. */
  length = 0;
  readonly #step: { done: boolean; value: number } = { done: false, value: 0 };
  constructor(private readonly memory: Memory) {}
  point(place: number): void {
    this.#first = this.memory.u32[(place + BatchLayout.rows) >> 2]! >> 2;
    this.length = this.memory.u32[(place + BatchLayout.count) >> 2]!;
  }
  /** The slot of an index, below `length`. */
  slot(index: number): number {
    return this.memory.u32[this.#first + index]!;
  }
  [Symbol.iterator](): this {
    this.#next = 0;
    return this;
  }
  next(): Step<number> {
    this.#step.done = this.#next >= this.length;
    if (!this.#step.done) this.#step.value = this.memory.u32[this.#first + this.#next++]!;
    return this.#step;
  }
}

/** What a round of a population tells the game. */
export class Commands {
  readonly starts: Start;
  readonly updates: Start;
  readonly ends: End;
  readonly events: Emitted;
  constructor(readonly population: Population, memory: Memory) {
    this.starts = new Start(population.world, memory);
    this.updates = new Start(population.world, memory);
    this.ends = new End(population.world, memory);
    this.events = new Emitted(population.world, memory);
  }
}
