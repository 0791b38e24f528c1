// The contract with the game, written by `ishi header`: what is changed here is lost.
import * as ishi from 'ishi-web';

export const up = 'y';

export interface Chat {
  /** person */
  readonly with: ishi.EntityOrNobody;
}

/** What each agent knows */
export const keys = {
  /** where one sleeps (point) */
  home: ishi.key('agent', 'point', 'home', 0xebcc5ae146c2ea6an),
  /** where one works (point) */
  work: ishi.key('agent', 'point', 'work', 0xbd8174c939e76a54n),
} as const;

/** What the world knows */
export const worldKeys = {
  /** the time of day (duration 0s..86400s) */
  hour: ishi.key('world', 'number', 'hour', 0xebe755e146d9a9a3n),
} as const;

/** Kinds of things */
export const things = {
  person: 0x83fe26a1f5dc7754n,
  /** a seat at the inn */
  table: 0x8c52374290b475fbn,
} as const;

/** Sets of candidates, which the game fills */
export const sets = {
  tables: 0xeef3fe28aa576b29n,
} as const;

/** How many members a set has room for */
export const capacities = {
  tables: 60,
} as const;

/** Agents */
export const agents = {
  villager: 0xccfec45941112006n,
} as const;

/** Actions, by the ids that explanations have */
export const actions = {
  sleep: 0x40c5e2d0f97a0c54n,
  work: 0xe9a93b011a2faf0cn,
  eat: 0xb4fd395502756609n,
  chat: 0xd0240b6167d75bafn,
  stroll: 0x278017d8fdbdf359n,
} as const;

/** Needs and drives */
export const motives = {
  hunger: 0xf846ee8c5165f1b2n,
  tiredness: 0x74c6c55d6104bffen,
  company: 0x1e793a2519f54820n,
} as const;

/** Memories */
export const memories = {
  others: 0x22431baa7f3e4314n,
} as const;

/** Tasks */
export const tasks = {
  sleep: ishi.task<unknown>('sleep', 0x2a943c6753c1c329n, ishi.noRecord),
  /** works for a while */
  toil: ishi.task<unknown>('toil', 0xe6cfecd22c7a02cen, ishi.noRecord),
  eat: ishi.task<unknown>('eat', 0x4e2b26099c9263f4n, ishi.noRecord),
  chat: ishi.task<Chat>('chat', 0x9245ff66cfdcd318n, { bytes: 8, members: [['with', 0, 'entity', 0]] }),
  look: ishi.task<unknown>('look', 0x87d7cf906737d3ddn, ishi.noRecord),
} as const;

/** What the game was built against: for `ishi.createWorld({ contract })`. As fields of ishi_entry. */
export const contract = ishi.defineContract(1, [
  [0x2a943c6753c1c329n, 0x0000000000000000n, 0x0000000000000000n, 'sleep', '', '', 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.0, 0.0, [0.0, 0.0, 0.0]],
  [0x4e2b26099c9263f4n, 0x0000000000000000n, 0x0000000000000000n, 'eat', '', '', 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.0, 0.0, [0.0, 0.0, 0.0]],
  [0x83fe26a1f5dc7754n, 0x0000000000000000n, 0x0000000000000000n, 'person', '', '', 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.0, 0.0, [0.0, 0.0, 0.0]],
  [0x87d7cf906737d3ddn, 0x0000000000000000n, 0x0000000000000000n, 'look', '', '', 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.0, 0.0, [0.0, 0.0, 0.0]],
  [0x8c52374290b475fbn, 0x0000000000000000n, 0x0000000000000000n, 'table', '', '', 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.0, 0.0, [0.0, 0.0, 0.0]],
  [0x8c52374290b475fbn, 0xeef3fe28aa576b29n, 0x0000000000000000n, 'table', 'tables', '', 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.0, 0.0, [0.0, 0.0, 0.0]],
  [0x9245ff66cfdcd318n, 0x0000000000000000n, 0x0000000000000000n, 'chat', '', '', 5, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0.0, 0.0, [0.0, 0.0, 0.0]],
  [0xbd8174c939e76a54n, 0x0000000000000000n, 0x0000000000000000n, 'work', '', '', 4, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0.0, 0.0, [0.0, 0.0, 0.0]],
  [0xcd33466074890079n, 0x9245ff66cfdcd318n, 0x83fe26a1f5dc7754n, 'with', 'chat', 'person', 6, 11, 0, 0, 0, 1, 0, 0, 0, 0, 0.0, 0.0, [0.0, 0.0, 0.0]],
  [0xe6cfecd22c7a02cen, 0x0000000000000000n, 0x0000000000000000n, 'toil', '', '', 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.0, 0.0, [0.0, 0.0, 0.0]],
  [0xebcc5ae146c2ea6an, 0x0000000000000000n, 0x0000000000000000n, 'home', '', '', 4, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0.0, 0.0, [0.0, 0.0, 0.0]],
  [0xebe755e146d9a9a3n, 0x0000000000000000n, 0x0000000000000000n, 'hour', '', '', 4, 7, 2, 0, 0, 0, 0, 0, 0, 0, 0.0, 86400.0, [0.0, 0.0, 0.0]],
  [0xeef3fe28aa576b29n, 0x0000000000000000n, 0x0000000000000000n, 'tables', '', '', 9, 0, 2, 0, 0, 1, 0, 0, 60, 1, 0.0, 0.0, [0.0, 0.0, 0.0]],
]);
