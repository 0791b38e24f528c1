// A village of 500 people, whatever draws it: the world, and what its people can do. native/village.cpp is the same in C++, and
// comes to the same state, bit for bit.

import { constants, handleTasks, Tokens, type Asset, type Entity, type FrameGame, type Ishi, type Move, type Population, type World } from 'ishi-web';
import { agents, contract, keys, sets, tasks, things, worldKeys } from './game.js';

export const people = 500, half = 56, tableCount = 60;
export const framesPerDay = 36000;
const microseconds = 16667, framesPerSecond = 60;
const seconds = Math.fround(1 / framesPerSecond);
// Houses stand in rows with streets of four metres between them, around a square with the inn's tables.
const houseSide = 4, houseSpacing = 8, squareHalf = 14;

/** True for a cell in which a house stands; cells are of a metre, from `-half` on. */
export function isHouse(x: number, z: number): boolean {
  if (Math.max(Math.abs(x + 0.5), Math.abs(z + 0.5)) < squareHalf) return false;
  return (x + half) % houseSpacing < houseSide && (z + half) % houseSpacing < houseSide;
}

const cells = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
/** The middles of all houses, each of four by four metres. */
export const houses: readonly (readonly [number, number])[] = cells(-half, half)
  .filter((x) => (x + half) % houseSpacing === 0)
  .flatMap((x) => cells(-half, half).filter((z) => (z + half) % houseSpacing === 0 && isHouse(x, z)).map((z) => [x + 2, z + 2] as const));
export const tables: readonly (readonly [number, number])[] = cells(0, tableCount).map((i) => [2 * (i % 10) - 9 + 0.5, 3 * Math.floor(i / 10) - 8 + 0.5]);
/** What a villager does; it walks, or stands for a moment, while no task runs. */
export const doings = ['walk', 'sleep', 'toil', 'eat', 'chat', 'look'] as const;
type Doing = (typeof doings)[number];

export class Village implements FrameGame {
  readonly world: World;
  readonly villagers: Population;
  /** What each villager does, by slot: an index of `doings`. */
  readonly doing = new Uint8Array(people);
  readonly carryOut: FrameGame['carryOut'];
  #frame = 0;
  readonly #seats: Entity[] = [];
  readonly #running = new Tokens(people);
  readonly #due = new Int32Array(people);
  readonly #point = { x: 0, y: 0, z: 0 };
  #chance = 1;

  constructor(ishi: Ishi, asset: Asset) {
    this.world = ishi.createWorld({ entities: 1024, seed: 7, contract });
    this.villagers = this.world.addPopulation(asset, agents.villager, { capacity: people });
    this.world.createGrid({ columns: 2 * half, rows: 2 * half, cell: 1, origin: [-half, 0, -half] });
    this.world.fillCells((column, row) => (isHouse(column - half, row - half) ? constants.IMPASSABLE : 0));
    this.#addTables(ishi);
    this.#addPeople();
    const carry = (doing: Doing, seconds: number) => ({
      start: (start: { slot: number; keep(tokens: Tokens, row: number): void }) => {
        start.keep(this.#running, start.slot);
        this.#due[start.slot] = this.#frame + seconds * framesPerSecond;
        this.doing[start.slot] = doings.indexOf(doing);
      },
      end: (end: { slot: number }) => this.#stop(end.slot),
    });
    this.carryOut = handleTasks(tasks, {
      sleep: carry('sleep', 20), toil: carry('toil', 12), eat: carry('eat', 8), chat: carry('chat', 4), look: carry('look', 3),
    });
  }

  /** The time of day, 0 to 24. */
  get hour(): number {
    return (24 * (this.#frame % framesPerDay)) / framesPerDay;
  }
  doingOf(slot: number): Doing {
    return doings[this.doing[slot]!]!;
  }

  /** How many seats at the inn nobody has claimed. */
  get freeSeats(): number {
    return this.#seats.filter((seat) => this.world.claimedBy(seat) === null).length;
  }

  // Chance of the game's own: a whole number below `most`.
  #below(most: number): number {
    this.#chance = (Math.imul(this.#chance, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#chance >>> 8) / 16777216 * most);
  }
  // The middle of a cell that no house stands in.
  #place(reach: number): [number, number, number] {
    for (;;) {
      const x = this.#below(2 * reach) - reach, z = this.#below(2 * reach) - reach;
      if (!isHouse(x, z)) return [x + 0.5, 0, z + 0.5];
    }
  }
  #addTables(ishi: Ishi): void {
    const { calls, block } = ishi;
    const set = block + 256, member = block + 320;
    ishi.check(calls.world_candidates(this.world.place, sets.tables, 0, set));
    for (const [x, z] of tables) {
      const table = this.world.spawn({ position: [x, 0, z], thing: things.table });
      this.#seats.push(table);
      ishi.check(calls.candidates_add(set, this.world.writeEntity(table, member)));
    }
  }
  #addPeople(): void {
    const home = this.villagers.column(keys.home), work = this.villagers.column(keys.work);
    for (let i = 0; i < people; ++i) {
      const at = this.#place(half - 2);
      const one = this.villagers.spawn({ position: at, user: i, identity: i + 1, thing: things.person });
      const slot = this.villagers.slotOf(one);
      home.set(slot, ...at);
      work.set(slot, ...this.#place(half - 2));
    }
  }

  /** One frame of 1/60 s. */
  step(): void {
    ++this.#frame;
    this.world.worldKey(worldKeys.hour).values[0] = (this.#frame % framesPerDay) * 2.4;
    for (let slot = 0; slot < people; ++slot) {
      if (this.#due[slot] === 0 || this.#due[slot]! > this.#frame) continue;
      this.villagers.complete(this.#running, slot);
      this.#stop(slot);
    }
    this.world.runFrame(this, options);
  }
  #stop(slot: number): void {
    this.#due[slot] = 0;
    this.doing[slot] = 0;
  }

  // As far as the way point, in floats: the same numbers as in C++.
  move(move: Move, population: Population): void {
    const { positions, facings } = this.world;
    const { agent, index, heading } = move;
    if (move.speed === 0 || !population.wayPoint(agent, this.#point)) return;
    const x = Math.fround(this.#point.x - positions.x[index]!), z = Math.fround(this.#point.z - positions.z[index]!);
    const left = Math.fround(Math.sqrt(Math.fround(Math.fround(x * x) + Math.fround(z * z))));
    const far = Math.fround(move.speed * seconds);
    const part = left > far ? Math.fround(far / left) : 1;
    positions.x[index] = positions.x[index]! + Math.fround(x * part);
    positions.z[index] = positions.z[index]! + Math.fround(z * part);
    facings.x[index] = heading.x;
    facings.z[index] = heading.z;
  }
}
const options = { microseconds, paths: { expansions: 20000 } };
