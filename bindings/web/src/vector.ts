import type { Memory } from './memory.js';
import type { PointLike } from './names.js';

/** The coordinate of a point that is no place. */
export const nowhere = 1000000;

/** A point or direction in memory of the module, in metres: valid as long as what it belongs to. */
export class VectorView {
  place = 0;
  constructor(private readonly memory: Memory) {}
  get x(): number {
    return this.memory.f32[this.place >> 2]!;
  }
  get y(): number {
    return this.memory.f32[(this.place >> 2) + 1]!;
  }
  get z(): number {
    return this.memory.f32[(this.place >> 2) + 2]!;
  }
  get isSomewhere(): boolean {
    return this.x < nowhere && this.y < nowhere && this.z < nowhere;
  }
}

export function writePoint(memory: Memory, place: number, point: PointLike): void {
  const at = place >> 2;
  if ('x' in point) {
    memory.f32[at] = point.x;
    memory.f32[at + 1] = point.y;
    memory.f32[at + 2] = point.z;
  } else {
    memory.f32[at] = point[0];
    memory.f32[at + 1] = point[1];
    memory.f32[at + 2] = point[2];
  }
}
