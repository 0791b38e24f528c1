// Viewers look into games in JavaScript: the real `ishi live`, into a game in Node and, with ISHI_BROWSER, into a page that Vite
// serves. ISHI_WEB, ISHI: see project.mjs.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import test, { after } from 'node:test';

import { built, folder, root, run, tool, web } from './project.mjs';

const { AssetSource, Ishi, IshiError, LiveHost, Recording, runFrame } = web;
const { listen, listenFor } = await import(path.join(built, 'package/dist/live_node.js'));
const ishi = await Ishi.load();
process.env.XDG_RUNTIME_DIR = folder();
fs.chmodSync(process.env.XDG_RUNTIME_DIR, 0o700);

const text = `ishi: 1
blackboard: { hunger: { type: number, range: 0..1 } }
tasks: { chew: { takes: 1s }, doze: { takes: 1s } }
actions:
  eat: { score: hunger, do: [chew] }
  nap: { score: 0.5, do: [doze] }
agents: { cat: { actions: [eat, nap], think: { every: 4frames } } }
`;
const project = folder(), file = path.join(project, 'cat.ishi.yaml');
fs.writeFileSync(path.join(project, 'ishi.yaml'), '');
fs.writeFileSync(file, text);
const blob = () => {
  const { status, stderr } = run(tool, ['build', file, '-o', project, '--no-cache']);
  assert.equal(status, 0, stderr);
  return fs.readFileSync(path.join(project, 'cat.ishi'));
};
const rules = { carryOut(population, { starts }) { for (const start of starts) population.complete(start); } };
const turnOfEvents = (milliseconds = 2) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// Makes a game of three cats, the second of them hungry. `frame` plays a frame unless a viewer holds the game.
function catGame(options) {
  const asset = ishi.loadAsset(blob());
  const world = ishi.createWorld({ entities: 8, seed: 3 });
  const cats = world.addPopulation(asset, 'cat', { capacity: 3 });
  for (let i = 0; i < 3; ++i) cats.spawn();
  cats.column('hunger').values.set([0.2, 0.9, 0.4]);
  const host = options === undefined ? undefined : new LiveHost(world, { assets: [asset], ...options });
  const game = { asset, world, cats, host, turn: undefined, changes: 0, reloads: 0 };
  game.frame = () => {
    game.turn = host?.betweenFrames();
    game.changes += game.turn?.changes ?? 0;
    game.reloads += game.turn?.reloaded ?? 0;
    if (game.turn?.isHeld) return false;
    runFrame(world, rules, { microseconds: 16667 });
    return true;
  };
  return game;
}
// Plays until a promise is settled, and returns its result.
async function playing(game, wanted) {
  let isOver = false;
  const result = wanted.finally(() => (isOver = true));
  result.catch(() => {});
  while (!isOver) {
    game.frame();
    await turnOfEvents();
  }
  return result;
}
// The tool, while the game goes on.
const asks = (...args) => new Promise((resolve) => {
  const child = spawn(tool, ['live', ...args], { cwd: project });
  let stdout = '', stderr = '';
  child.stdout.on('data', (bytes) => (stdout += bytes));
  child.stderr.on('data', (bytes) => (stderr += bytes));
  child.on('close', (status) => resolve({ status, stdout, stderr }));
});
async function ask(game, ...args) {
  const { status, stdout, stderr } = await playing(game, asks(...args));
  assert.equal(status, 0, stdout + stderr);
  return stdout;
}

test('a host without viewers changes nothing of the game', () => {
  const [alone, watched] = [catGame(), catGame({ name: 'quiet' })];
  for (let i = 0; i < 300; ++i) {
    alone.frame();
    assert.ok(watched.frame());
    assert.equal(watched.world.stateHash(), alone.world.stateHash(), `frame ${i}`);
  }
  watched.host.close();
});

test('the tool finds a game, follows its agents, and changes keys; the recording says so, and replays to the same states', async () => {
  const game = catGame();
  const recording = new Recording(game.world);
  const host = new LiveHost(game.world, { recording, assets: [game.asset] });
  const listening = listen(host, 'cats');
  const parts = [];
  const frame = () => {
    if (!host.betweenFrames().isHeld) runFrame(game.world, rules, { microseconds: 16667 });
    parts.push(recording.take());
  };
  const own = { frame };
  const name = `cat#${game.cats.agentOf(1).index}`;
  assert.match(await ask(own), /cats/);
  assert.match(await ask(own, 'cats'), /cat#/);
  const seen = (await ask(own, 'cats', '--agent', name, '--for', '1s', '--format', 'json')).trim().split('\n').map((line) => JSON.parse(line));
  assert.ok(seen.length > 0);
  await ask(own, 'cats', '--agent', name, '--set', 'hunger=0.125');
  assert.equal(game.cats.column('hunger').values[1], 0.125);
  for (let i = 0; i < 20; ++i) frame();
  host.close();
  listening.close();
  assert.ok(!fs.existsSync(listening.path));
  parts.push(recording.finish());
  const played = path.join(folder(), 'cats.ishirec');
  fs.writeFileSync(played, Buffer.concat(parts));
  const { status, stdout, stderr } = run(tool, ['replay', played]);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /is played as it was/);
  assert.ok(stdout.includes(`sets hunger of ${name} to 0.125`), stdout);
});

test('a viewer holds the game, plays frames one by one, and lets it go on', async () => {
  const game = catGame({ name: 'held' });
  const listening = listen(game.host, 'held');
  const holder = spawn(tool, ['live', 'held', '--hold'], { cwd: project, stdio: ['pipe', 'ignore', 'inherit'] });
  while (!game.turn?.isHeld) {
    game.frame();
    await turnOfEvents();
  }
  const at = game.world.frame;
  for (let i = 0; i < 50; ++i) {
    assert.equal(game.frame(), false);
    await turnOfEvents();
  }
  assert.equal(game.world.frame, at);
  const gone = new Promise((resolve) => holder.once('exit', resolve));
  holder.kill('SIGKILL'); // and nobody says goodbye
  await gone;
  while (!game.frame()) await turnOfEvents();
  assert.ok(game.world.frame > at);

  const before = game.world.frame;
  let frames = 0;
  const stepped = asks('held', '--step', '3', '--agent', `cat#${game.cats.agentOf(1).index}`);
  let isOver = false;
  void stepped.finally(() => (isOver = true));
  let heldOnce = false;
  while (!isOver) {
    heldOnce ||= game.turn?.isHeld === true;
    frames += Number(game.frame());
    await turnOfEvents();
  }
  const { status, stderr } = await stepped;
  assert.equal(status, 0, stderr);
  assert.ok(heldOnce, 'it was never held');
  assert.ok(game.world.frame - before >= 3 && frames === game.world.frame - before);
  game.host.close();
  listening.close();
});

test('a viewer gives the game another behaviour, which counts at once, with the state', async () => {
  const game = catGame({ name: 'changed' });
  const listening = listen(game.host, 'changed');
  const hunger = game.cats.column('hunger');
  try {
    for (let round = 0; round < 3; ++round) {
      fs.writeFileSync(file, text.replace('score: 0.5', `score: 0.${5 + round}1`));
      await ask(game, 'changed', '--reload', project);
      assert.equal(game.reloads, round + 1);
      assert.equal(hunger.values[1].toFixed(3), '0.900');
      game.frame();
      assert.equal(game.cats.why(game.cats.agentOf(0)).find(({ action }) => action === 'nap').score.toFixed(2), `0.${5 + round}1`);
    }
    fs.writeFileSync(file, text.replace('score: 0.5', 'score: nonsense'));
    const { status } = await playing(game, asks('changed', '--reload', project));
    assert.equal(status, 1);
    assert.equal(game.reloads, 3);
  } finally {
    fs.writeFileSync(file, text);
  }
  game.host.close();
  listening.close();
  // The assets go with the world.
  game.world.destroy();
  game.asset.destroy();
});

test('a viewer that sends nonsense is disconnected, and the game goes on', async () => {
  const game = catGame({ name: 'hostile' });
  const listening = listen(game.host, 'hostile');
  for (let seed = 1; seed <= 40; ++seed) {
    const socket = net.connect(listening.path);
    socket.on('error', () => {});
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const bytes = new Uint8Array(seed * 97);
    for (let i = 0, chance = seed; i < bytes.length; ++i) bytes[i] = (chance = (Math.imul(chance, 1664525) + 1013904223) >>> 0) >>> 24;
    socket.resume();
    socket.write(bytes);
    if (seed % 2 === 0) socket.end();
    if (seed % 5 === 0) socket.destroy();
    await playing(game, closed); // those that say too little are sent away after two seconds
  }
  assert.match(await ask(game, 'hostile'), /cat#/);
  game.host.close();
  listening.close();
});

test('there is a place for so many viewers as were asked for, and for others once these are gone', async () => {
  const game = catGame({ name: 'few', viewers: 1 });
  const heard = [];
  const viewer = () => ({ send: (bytes) => heard.push(bytes), close: () => heard.push('closed') });
  const first = game.host.connect(viewer());
  const second = game.host.connect(viewer());
  game.frame();
  assert.deepEqual(heard, ['closed']); // the second
  first.gone();
  second.gone();
  game.frame();
  const third = game.host.connect(viewer());
  game.frame();
  assert.deepEqual(heard, ['closed']);
  third.gone();
  game.host.close();
  assert.throws(() => game.host.betweenFrames(), /is closed/);
  assert.throws(() => game.host.connect(viewer()), /is closed/);
  game.host.close(); // again is no fault
});

test('a host that cannot be opened says why', () => {
  const game = catGame({ name: 'once' });
  assert.throws(() => new LiveHost(game.world), IshiError); // another recorder has the world
  game.host.close();
  assert.throws(() => new LiveHost(game.world, { name: '../etc' }), /name/);
  assert.throws(() => new LiveHost(game.world, { viewers: 17 }), IshiError);
  assert.throws(() => listen(game.host, 'a b'), /is no name of a game/);
  const other = catGame();
  assert.throws(() => new LiveHost(game.world, { recording: new Recording(other.world) }), /another world/);
  new LiveHost(game.world, { name: 'again' }).close(); // a refusal leaves nothing behind
});

test('two games in one module are looked into apart, in whatever order they play', async () => {
  const games = [catGame({}), catGame({})];
  const listening = games.map(({ host }) => listen(host, 'twin'));
  for (const order of [games, [...games].reverse()]) {
    const both = { frame: () => order.forEach((game) => game.frame()) };
    const said = await ask(both);
    assert.match(said, /twin-/);
    assert.match(said, /twin_2-/);
    for (const [i, game] of games.entries()) {
      for (const one of games) one.cats.column('hunger').values[1] = 0.25;
      await ask(both, ['twin', 'twin_2'][i], '--agent', `cat#${game.cats.agentOf(1).index}`, '--set', 'hunger=0.75');
      assert.deepEqual(games.map((one) => one.cats.column('hunger').values[1]), i === 0 ? [0.75, 0.25] : [0.25, 0.75]);
    }
  }
  listening.forEach((one) => one.close());
  games.forEach(({ host }) => host.close());
});

test('a viewer that reads nothing makes the game neither wait nor grow', async () => {
  const game = catGame({ name: 'slow' });
  let unsent = 0, most = 0;
  const listening = listenFor('slow', (viewer) => game.host.connect({
    close: () => viewer.close(),
    send: (bytes, sent) => {
      unsent += bytes.length;
      most = Math.max(most, unsent);
      viewer.send(bytes, () => {
        unsent -= bytes.length;
        sent();
      });
    },
  }));
  const seen = asks('slow', '--for', '1000s', '--format', 'json');
  while (game.turn?.viewers !== 1) {
    game.frame();
    await turnOfEvents();
  }
  // Nothing is sent while JavaScript does not come to an end.
  for (let i = 0; i < 40_000; ++i) assert.ok(game.frame());
  assert.ok(most > 900_000 && most < 1_200_000, `${most} bytes wait`);
  await ask(game, 'slow'); // another viewer is served
  game.host.close();
  listening.close();
  await seen;
});

test('a game that reloads by itself keeps its host, and gives back every asset once that is closed', async () => {
  const source = new AssetSource('cat.ishi.yaml', new Uint8Array(blob()));
  const asset = ishi.loadAsset(source);
  const world = ishi.createWorld({ entities: 8 });
  const cats = world.addPopulation(asset, 'cat', { capacity: 1 });
  cats.spawn();
  const host = new LiveHost(world, { name: 'own', assets: [asset] });
  const listening = listen(host, 'own');
  const game = { frame: () => host.betweenFrames().isHeld || runFrame(world, rules) };
  for (const score of ['0.61', '0.71']) {
    fs.writeFileSync(file, text.replace('score: 0.5', `score: ${score}`));
    source.update(new Uint8Array(blob()));
    game.frame();
    assert.equal(cats.why(cats.agentOf(0)).find(({ action }) => action === 'nap').score.toFixed(2), score);
  }
  fs.writeFileSync(file, text);
  const { status, stdout, stderr } = await playing(game, asks('own', '--reload', project));
  assert.equal(status, 1);
  assert.match(stdout + stderr, /the game has replaced the assets that viewers could replace: it must open its host again/);
  assert.match(await ask(game, 'own'), /cat#/);
  host.close();
  listening.close();
  world.destroy();
  asset.destroy();
});

test('a world that is destroyed ends its host with a sentence', () => {
  const game = catGame({ name: 'ended' });
  game.frame();
  game.world.destroy();
  assert.throws(() => game.host.betweenFrames(), IshiError);
  game.host.close();
});

test('a page that Vite serves is looked into', { skip: process.env.ISHI_BROWSER ? false : 'without ISHI_BROWSER' }, async () => {
  const { openPage } = await import('./browser.mjs');
  const { createServer } = await import(path.join(root, 'studio/node_modules/vite/dist/node/index.js'));
  const { default: plugin } = await import(path.join(built, 'package/dist/vite.js'));
  const site = folder();
  fs.mkdirSync(path.join(site, 'node_modules'));
  fs.cpSync(path.join(built, 'package'), path.join(site, 'node_modules/ishi-web'), { recursive: true });
  fs.writeFileSync(path.join(site, 'cat.ishi.yaml'), text);
  fs.writeFileSync(path.join(site, 'ishi.yaml'), '');
  fs.writeFileSync(path.join(site, 'package.json'), '{ "private": true, "type": "module" }');
  fs.writeFileSync(path.join(site, 'index.html'), '<!doctype html><script type="module" src="/main.js"></script>');
  fs.writeFileSync(path.join(site, 'main.js'), `import { Ishi, LiveHost, offer, runFrame } from 'ishi-web';
import source from './cat.ishi.yaml';
const ishi = await Ishi.load();
const world = ishi.createWorld({ entities: 8 });
const asset = ishi.loadAsset(source);
const cats = world.addPopulation(asset, 'cat', { capacity: 1 });
cats.spawn();
const live = new LiveHost(world, { assets: [asset] });
offer(live, import.meta.hot, 'tom');
const rules = { carryOut(population, { starts }) { for (const start of starts) population.complete(start); } };
setInterval(() => { if (!live.betweenFrames().isHeld) runFrame(world, rules); }, 10);
window.game = { get frame() { return world.frame; }, get hunger() { return cats.column('hunger').values[0]; } };
`);
  const server = await createServer({ root: site, configFile: false, logLevel: 'error', plugins: [plugin({ tool })], server: { port: 0, host: '127.0.0.1' } });
  await server.listen();
  after(() => server.close());
  const page = await openPage(server.resolvedUrls.local[0]);
  await page.waitForFunction(() => window.game?.frame > 5);
  const live = async (...args) => {
    const { status, stdout, stderr } = await asks(...args);
    assert.equal(status, 0, stdout + stderr);
    return stdout;
  };
  assert.match(await live(), /tom/);
  const [who] = /cat#\d+/.exec(await live('tom'));
  await live('tom', '--agent', who, '--set', 'hunger=0.75');
  assert.equal(await page.evaluate(() => window.game.hunger), 0.75);
  // It is held: its frames stand while the page itself goes on.
  const holder = spawn(tool, ['live', 'tom', '--hold'], { stdio: ['pipe', 'ignore', 'inherit'] });
  await page.waitForFunction(async () => {
    const before = window.game.frame;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return window.game.frame === before;
  });
  holder.kill('SIGKILL');
  const stood = await page.evaluate(() => window.game.frame);
  await page.waitForFunction((frame) => window.game.frame > frame + 5, stood);
  // A page that is gone is found no more.
  await page.goto('about:blank');
  for (const end = Date.now() + 20_000; /tom/.test((await asks()).stdout) && Date.now() < end;) await turnOfEvents(100);
  assert.ok(!/tom/.test((await asks()).stdout));
});
