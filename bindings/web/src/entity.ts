import type { World } from './world.js';

/** An entity or agent. There is one object for each that lives; of one that is gone, calls are refused. */
export class Entity {
  constructor(
    readonly world: World,
    /** Its row in `world.positions`, `world.facings` and the columns of fields. */
    readonly index: number,
    readonly generation: number,
  ) {}

  get isAlive(): boolean {
    return this.world.isAlive(this);
  }
}
