// Prints how many bytes of garbage 10,000 frames of the village in examples/web make, once it is warm.

import v8 from 'node:v8';

import { village } from './village.mjs';

const one = await village();
for (let frame = 0; frame < 6000; ++frame) one.step();
globalThis.gc();
const used = () => v8.getHeapStatistics().used_heap_size;
used();
const before = used();
for (let frame = 0; frame < 10000; ++frame) one.step();
console.log(used() - before);
