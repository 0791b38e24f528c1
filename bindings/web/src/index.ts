export { Asset } from './asset.js';
export { Batch, Commands, Emitted, End, Move, Query, Start } from './commands.js';
export { ByteColumn, Column, EntityColumn, IntegerColumn, MaskColumn, NumberColumn, PointColumn, type AnyColumn, type ColumnOf } from './columns.js';
export { Entity } from './entity.js';
export { IshiError } from './errors.js';
export type { FrameGame, FrameOptions, PhaseOptions } from './frame.js';
export { handleTasks, type Ending, type TaskHandler, type TaskHandlers } from './handlers.js';
export { Ishi, type Exports, type IshiOptions, type ModuleSource } from './module.js';
export { LiveHost, offer, type LiveConnection, type LiveOptions, type LiveViewer, type Turn } from './live.js';
export {
  defineContract, event, EventType, headerVersion, key, noRecord, task, TaskType, type Contract, type ContractEntry, type EntityOrNobody, type Given, type Key,
  type KeyPlace, type PointLike, type RecordLayout, type RecordMember, type ValueType,
} from './names.js';
export { constants } from './native.js';
export { Population, type FactGiven, type OptionScoreGiven, type SpawnOptions } from './population.js';
export { Recording, type RecordingOptions } from './recording.js';
export { AssetSource, assetSource } from './source.js';
export { Tickets, Tokens } from './tokens.js';
export { nowhere, VectorView } from './vector.js';
export { version } from './version.js';
export { World, type EventTarget, type GridOptionsGiven, type PopulationOptions, type ReloadItem, type ReloadReport, type WorldOptions } from './world.js';

import type { FrameGame, FrameOptions } from './frame.js';
import type { World } from './world.js';

/** Runs one frame of a world, as `World.runFrame`. */
export function runFrame(world: World, game: FrameGame, options?: FrameOptions): void {
  world.runFrame(game, options);
}
