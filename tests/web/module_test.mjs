// The runtime for pages, in Node. ISHI_WEB, ISHI: see project.mjs.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

import { Game } from './game.mjs';
import { blobOf, built, folder, gameBlob, golden, modulePath, root, run, tool, web } from './project.mjs';

const { constants, event, handleTasks, Ishi, IshiError, Recording, runFrame, task, Tokens } = web;
const ishi = await Ishi.load();

const pet = `ishi: 1
things: { ball: {} }
blackboard: { hunger: { type: number, range: 0..1 }, toy: ball, spot: point, paws: { type: integer, range: 0..4 }, noon: { type: number, range: 0..1, scope: world } }
tasks: { chew: { params: { how: { type: number, default: 0.25 }, what: ball, where: point } }, sniff: { gives: { scent: { type: number, range: 0..1 } } } }
events: { called: { fields: { loud: { type: number, range: 0..1 } } } }
actions:
  eat: { score: hunger, do: [chew: { how: hunger, what: toy, where: spot }] }
  nap: { score: 0.5 }
agents: { pet: { actions: [eat, nap], on: { called: [set: { hunger: event.loud }] } } }
`;
const sniffer = pet.replace('score: 0.5 }', 'score: 0.5, do: [{ sniff: {}, as: smell }, { set: { hunger: smell.scent } }] }');

function petWorld(text = pet, options = {}) {
  const asset = ishi.loadAsset(blobOf(text));
  const world = ishi.createWorld({ entities: 16, ...options });
  return { asset, world, pets: world.addPopulation(asset, 'pet', { capacity: 4 }) };
}
const idle = { carryOut() {} };
const refused = (code) => (fault) => fault instanceof IshiError && fault.code === code;

test('a game comes to the hashes that it has in C++, C, C# and Python', () => {
  assert.equal(new Game(ishi, web, gameBlob()).play(), golden());
});

test('keys are columns, parameters are properties, entities are the same objects', () => {
  const { world, pets } = petWorld();
  const ball = world.spawn({ thing: 'ball', position: [1, 2, 3] });
  const one = pets.spawn({ user: 7 });
  const slot = pets.slotOf(one);
  pets.column('hunger').values[slot] = 0.75;
  pets.column('toy').set(slot, ball);
  pets.column('spot').set(slot, 4, 5, 6);
  assert.equal(pets.column('toy').get(slot), ball);
  const started = [];
  runFrame(world, {
    carryOut(population, { starts }) {
      for (const { task, user, agent, parameters: { how, what, where } } of starts)
        started.push([population.name, task.name, user, agent === one, how, what === ball, [where.x, where.y, where.z]]);
    },
  });
  assert.deepEqual(started, [['pet', 'chew', 7, true, 0.75, true, [4, 5, 6]]]);
});

test('a task gives values back, and events carry values', () => {
  const { world, pets } = petWorld(sniffer);
  const one = pets.spawn();
  const { sniff, chew } = { sniff: task('sniff', ishi.idOf('tasks', 'sniff')), chew: task('chew', ishi.idOf('tasks', 'chew')) };
  const carryOut = handleTasks({ sniff, chew }, { sniff: () => ({ scent: 0.375 }), chew: () => 'completed' });
  runFrame(world, { carryOut });
  assert.equal(pets.column('hunger').values[pets.slotOf(one)], 0.375);
  world.post(event('called', ishi.idOf('events', 'called')), one, { loud: 0.875 });
  runFrame(world, { carryOut });
  assert.equal(pets.column('hunger').values[pets.slotOf(one)], 0.875);
});

test('a kept token completes its task later, once', () => {
  const { world, pets } = petWorld();
  const one = pets.spawn();
  pets.column('hunger').values[0] = 1;
  const tokens = new Tokens(4);
  runFrame(world, { carryOut: (_, { starts }) => { for (const start of starts) start.keep(tokens, start.slot); } });
  assert.equal(tokens.has(pets.slotOf(one)), true);
  assert.equal(pets.complete(tokens, 0), true);
  runFrame(world, idle);
  assert.equal(pets.complete(tokens, 0), false);
});

test('why says how the options of an agent score', () => {
  const { world, pets } = petWorld();
  const one = pets.spawn();
  pets.column('hunger').values[0] = 0.25;
  runFrame(world, idle);
  assert.deepEqual(pets.why(one).map(({ action, score, isRunning }) => [action, score, isRunning]), [['nap', 0.5, true], ['eat', 0.25, false]]);
});

test('a snapshot brings a world back, and its tokens', () => {
  const { world, pets } = petWorld();
  pets.spawn();
  pets.column('hunger').values[0] = 1;
  const tokens = new Tokens(1);
  runFrame(world, { carryOut: (_, { starts }) => { for (const start of starts) start.keep(tokens, 0); } });
  const snapshot = world.saveSnapshot();
  const hash = world.stateHash();
  assert.equal(pets.complete(tokens, 0), true);
  for (let i = 0; i < 5; ++i) runFrame(world, idle);
  assert.notEqual(world.stateHash(), hash);
  world.restoreSnapshot(snapshot);
  assert.equal(world.stateHash(), hash);
  assert.equal(pets.complete(tokens, 0), true);
});

test('a recording is played as it was', () => {
  const { world, pets } = petWorld();
  const recording = new Recording(world);
  const parts = [];
  pets.spawn();
  for (let i = 0; i < 200; ++i) {
    pets.column('hunger').values[0] = (i % 50) / 50;
    runFrame(world, { carryOut(population, { starts }) { for (const start of starts) population.complete(start); } });
    parts.push(recording.take());
  }
  assert.equal(recording.lostFrames, 0);
  assert.throws(() => new Recording(world), /another recorder/);
  parts.push(recording.finish());
  const file = path.join(folder(), 'played.ishirec');
  fs.writeFileSync(file, Buffer.concat(parts));
  const { status, stdout, stderr } = run(tool, ['replay', file]);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /is played as it was[^]*200 frames/);
});

// --- memory

function growMemory() {
  const before = ishi.memory.wasm.buffer;
  const worlds = [];
  while (ishi.memory.wasm.buffer === before) worlds.push(ishi.createWorld({ entities: 20000 }));
  for (const world of worlds) world.destroy();
}

test('columns, commands and strings outlive memory that grows, while an array that was taken before is cut off', () => {
  const { world, pets } = petWorld();
  const one = pets.spawn({ position: [1, 2, 3] });
  const hunger = pets.column('hunger'), spot = pets.column('spot'), toy = pets.column('toy');
  hunger.values[0] = 0.75;
  spot.set(0, 4, 5, 6);
  const ball = world.spawn({ thing: 'ball' });
  toy.set(0, ball);
  const kept = hunger.values;
  growMemory();
  assert.equal(kept.length, 0);
  assert.equal(hunger.values[0], 0.75);
  assert.deepEqual([spot.x[0], spot.y[0], spot.z[0]], [4, 5, 6]);
  assert.equal(toy.get(0), ball);
  assert.equal(world.positions.y[one.index], 2);
  const started = [];
  runFrame(world, {
    carryOut(_, { starts }) {
      growMemory();
      for (const start of starts) started.push(start.parameters.how, start.parameters.where.z);
    },
  });
  assert.deepEqual(started, [0.75, 6]);
});

test('memory that may not grow refuses what needs more, and the game goes on', async () => {
  const small = await Ishi.load({ mostBytes: 8 << 20 });
  const asset = small.loadAsset(blobOf(pet));
  const world = small.createWorld({ entities: 16 });
  const pets = world.addPopulation(asset, 'pet', { capacity: 4 });
  assert.throws(() => small.createWorld({ entities: 1 << 20 }), refused(constants.OUT_OF_MEMORY));
  assert.throws(() => world.addPopulation(asset, 'pet', { capacity: 1 << 18 }), refused(constants.OUT_OF_MEMORY));
  assert.throws(() => small.loadAsset(new Uint8Array(16 << 20)), refused(constants.OUT_OF_MEMORY));
  pets.spawn();
  runFrame(world, idle);
  assert.equal(world.frame, 1);
  assert.equal(small.memory.wasm.buffer.byteLength <= 8 << 20, true);
  await assert.rejects(Ishi.load({ mostBytes: 1000 }), /mostBytes is 1000: it goes from 4194304 to 4294967296/);
});

test('a frame makes no garbage once warm', () => {
  const { status, stdout, stderr } = run(process.execPath, ['--expose-gc', '--max-semi-space-size=256', fileURLToPath(new URL('garbage.mjs', import.meta.url))]);
  assert.equal(status, 0, stderr);
  const bytes = Number(stdout);
  // What the frames of a game allocate, and what Node does beside them.
  assert.ok(bytes < 50_000, `10,000 frames made ${bytes} bytes of garbage`);
});

// --- bad input

test('a blob that is cut anywhere is refused', () => {
  const blob = blobOf(pet);
  for (let end = 0; end < blob.length; ++end) assert.throws(() => ishi.loadAsset(blob.subarray(0, end)), /^IshiError: the blob of \d+ bytes is refused: /, `${end}`);
  assert.throws(() => ishi.loadAsset(new TextEncoder().encode(pet)), IshiError);
  ishi.loadAsset(new Uint8Array(blob).buffer);
});

test('a blob with a bit that is another one is refused or harmless', () => {
  const blob = Uint8Array.from(blobOf(pet));
  let refusals = 0;
  for (let i = 0; i < blob.length; ++i) {
    blob[i] ^= 1 << i % 8;
    try {
      ishi.loadAsset(blob).destroy();
    } catch (fault) {
      assert.ok(fault instanceof IshiError);
      ++refusals;
    }
    blob[i] ^= 1 << i % 8;
  }
  assert.ok(refusals > blob.length / 2);
});

test('an agent that was despawned is refused, also when another one has its place', () => {
  const { world, pets } = petWorld();
  const one = pets.spawn();
  pets.despawn(one);
  const other = pets.spawn();
  assert.equal(other.index, one.index);
  assert.equal(one.isAlive, false);
  assert.equal(other.isAlive, true);
  assert.notEqual(one, other);
  for (const call of [() => pets.slotOf(one), () => pets.despawn(one), () => pets.why(one), () => world.setPosition(one, [0, 0, 0]), () => pets.state(one)])
    assert.throws(call, refused(constants.STALE_HANDLE));
  pets.column('toy').set(0, one);
  assert.equal(pets.column('toy').get(0).isAlive, false);
});

test('an agent of another world is refused', () => {
  const one = petWorld().pets.spawn();
  assert.throws(() => petWorld().pets.slotOf(one), refused(constants.FOREIGN_HANDLE));
});

test('a world that was destroyed is refused, and its columns are empty', () => {
  const { world, pets } = petWorld();
  const hunger = pets.column('hunger');
  pets.spawn();
  world.destroy();
  world.destroy();
  assert.equal(hunger.values.length, 0);
  assert.equal(world.positions.x.length, 0);
  assert.throws(() => pets.spawn(), refused(constants.STALE_OBJECT));
  assert.throws(() => runFrame(world, idle), IshiError);
});

test('a name that is none is told with those that there are', () => {
  const { asset, world, pets } = petWorld();
  assert.throws(() => world.addPopulation(asset, 'pat', { capacity: 1 }), /there is no agent `pat`: there is `pet`/);
  assert.throws(() => pets.column('hungr'), /there is no key `hungr`: there are `hunger`, `toy`, `spot`, `paws`, `noon`/);
});

test('a module of another version, of somebody else, or of no bytes is refused', async () => {
  const bytes = fs.readFileSync(modulePath);
  const place = bytes.indexOf(`${web.version}\0`);
  assert.ok(place > 0);
  const other = Buffer.from(bytes);
  other.write('9', place);
  await assert.rejects(Ishi.load({ module: other }), new RegExp(`the module is of ishi-web 9${web.version.slice(1)}, its JavaScript of ${web.version}: take both from one release`));
  const nothing = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  await assert.rejects(Ishi.load({ module: nothing }), /the module is not that of ishi-web/);
  await assert.rejects(Ishi.load({ module: bytes.subarray(0, 1000) }), /the module cannot be compiled/);
  await assert.rejects(Ishi.load({ module: new Response('', { status: 404 }) }), /the module is not found: 404/);
  await Ishi.load({ module: new Response(bytes) });
});

test('a contract that was written for another version of the package is refused', () => {
  assert.throws(() => web.defineContract(web.headerVersion + 1, []), /written for version 2 of ishi-web's headers, this package takes version 1/);
});

test('what a member of the game throws cancels the frame, and the next one runs', () => {
  const { world, pets } = petWorld();
  const one = pets.spawn();
  pets.column('hunger').values[0] = 1;
  for (const member of ['carryOut', 'thinking']) {
    const game = { ...idle, [member]() { throw new RangeError('no such thing'); } };
    assert.throws(() => { for (let i = 0; i < 4; ++i) runFrame(world, game); }, /no such thing/);
    runFrame(world, idle);
  }
  assert.equal(pets.slotOf(one), 0);
  assert.throws(() => runFrame(world, { carryOut: idle.carryOut, thinking: () => runFrame(world, idle) }), refused(constants.WRONG_PHASE));
  runFrame(world, idle);
});

test('a handler that throws has failed its task, and the others are carried out', () => {
  const { world, pets } = petWorld();
  pets.spawn();
  pets.spawn();
  pets.column('hunger').values.fill(1);
  const chew = task('chew', ishi.idOf('tasks', 'chew'));
  const seen = [];
  const carryOut = handleTasks({ chew }, { chew(start) { seen.push(start.slot); if (start.slot === 0) throw new Error('a bone'); return 'completed'; } });
  assert.throws(() => runFrame(world, { carryOut }), /a bone/);
  assert.deepEqual(seen, [0, 1]);
});

test('a frame without a game, or with a time that goes back, is refused', () => {
  const { world } = petWorld();
  assert.throws(() => runFrame(world, {}), /the game needs carryOut/);
  for (const microseconds of [-1, 0.5, NaN]) assert.throws(() => runFrame(world, idle, { microseconds }), /time is a whole number and does not go back/);
});

// --- hot reload

test('a source that is compiled anew reloads its worlds, with their state', () => {
  const source = new web.AssetSource('pet.ishi.yaml', blobOf(pet));
  const refusals = [];
  source.onRefusal = (fault) => refusals.push(fault.message);
  const asset = ishi.loadAsset(source);
  const worlds = [1, 2].map(() => ishi.createWorld({ entities: 16 }));
  const pets = worlds.map((world) => world.addPopulation(asset, 'pet', { capacity: 4 }));
  for (const one of pets) one.spawn();
  const hunger = pets.map((one) => one.column('hunger'));
  for (const one of hunger) one.values[0] = 0.25;
  for (const world of worlds) runFrame(world, idle);
  const option = (i) => pets[i].why(pets[i].agentOf(0))[0].action;
  assert.equal(option(0), 'nap');
  source.update(blobOf(pet.replace('score: hunger', 'score: 0.6 + hunger').replace('blackboard: {', 'blackboard: { thirst: { type: number, range: 0..1 },')));
  for (const i of [0, 1]) {
    assert.equal(hunger[i].values[0], 0.25);
    assert.equal(option(i), 'eat');
    assert.deepEqual(worlds[i].lastReload.items.filter(({ effect }) => effect === 'added').map(({ name }) => name), ['thirst']);
    runFrame(worlds[i], idle);
  }
  source.update(new Uint8Array(100));
  assert.equal(refusals.length, 1);
  assert.match(refusals[0], /the blob of 100 bytes is refused/);
  assert.equal(option(0), 'eat');
  // … and again, from what it is now.
  source.update(blobOf(pet));
  assert.equal(option(1), 'nap');
});

test('a source that departs from another asset of its world is refused, and the game goes on', () => {
  const source = new web.AssetSource('pet.ishi.yaml', blobOf(pet));
  const refusals = [];
  source.onRefusal = (fault) => refusals.push(fault.message);
  const asset = ishi.loadAsset(source);
  const world = ishi.createWorld({ entities: 16 });
  const pets = world.addPopulation(asset, 'pet', { capacity: 4 });
  const another = pet.replace('noon: { type: number, range: 0..1', 'noon: { type: number, range: 0..9');
  const other = world.addPopulation(ishi.loadAsset(blobOf(pet)), 'pet', { capacity: 1 });
  source.update(blobOf(another));
  assert.equal(refusals.length, 1);
  assert.match(refusals[0], /key `noon`/);
  pets.spawn();
  other.spawn();
  runFrame(world, idle);
});
