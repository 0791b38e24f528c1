// Hot reload in a page: a project of Vite is served, its behaviour is edited, broken and mended, and the game goes on.
// ISHI_WEB, ISHI: see project.mjs.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test, { after } from 'node:test';

import { openPage } from './browser.mjs';
import { built, folder, root, tool } from './project.mjs';

const project = folder();
const at = (...names) => path.join(project, ...names);
const write = (name, text) => fs.writeFileSync(at(name), text);

const contract = `ishi: 1
blackboard: { hunger: { type: number, range: 0..1 } }
tasks: { chew: {}, doze: {} }
`;
const cat = `ishi: 1
include: [contract.ishi.yaml]
actions:
  eat: { score: hunger, do: [chew] }
  nap: { score: 0.5, do: [doze] }
agents: { cat: { actions: [eat, nap], think: { every: 4frames } } }
`;
fs.mkdirSync(at('node_modules'));
fs.cpSync(path.join(built, 'package'), at('node_modules/ishi-web'), { recursive: true });
fs.mkdirSync(at('ai'));
write('ai/ishi.yaml', '');
write('ai/contract.ishi.yaml', contract);
write('ai/cat.ishi.yaml', cat);
write('package.json', '{ "private": true, "type": "module" }');
write('index.html', '<!doctype html><script type="module" src="/main.js"></script>');
write('main.js', `import { Ishi, runFrame } from 'ishi-web';
import source from './ai/cat.ishi.yaml';
const ishi = await Ishi.load();
const world = ishi.createWorld({ entities: 8 });
const cats = world.addPopulation(ishi.loadAsset(source), 'cat', { capacity: 1 });
cats.spawn();
const hunger = cats.column('hunger');
hunger.values[0] = 0.375;
window.game = { started: Math.random(), doing: '', get frame() { return world.frame; }, get hunger() { return hunger.values[0]; } };
const rules = { carryOut(population, { starts }) { for (const start of starts) { window.game.doing = start.task.name; population.complete(start); } } };
setInterval(() => runFrame(world, rules), 10);
`);

const { createServer } = await import(path.join(root, 'studio/node_modules/vite/dist/node/index.js'));
const { default: ishi } = await import(path.join(built, 'package/dist/vite.js'));
const server = await createServer({
  root: project, configFile: false, logLevel: 'silent', plugins: [ishi({ tool, header: { from: 'ai', to: 'game.ts' } })], server: { port: 0, host: '127.0.0.1', watch: { usePolling: true, interval: 50 } },
});
await server.listen();
after(() => server.close());
const page = await openPage(server.resolvedUrls.local[0]);
const doing = (task) => page.waitForFunction((name) => window.game?.doing === name, task, { timeout: 20_000 });
const game = () => page.evaluate(() => ({ ...window.game, frame: window.game.frame, hunger: window.game.hunger }));
const overlay = (isThere) => page.waitForFunction((expected) => (document.querySelector('vite-error-overlay') !== null) === expected, isThere, { timeout: 20_000 });
const overlayText = () => page.evaluate(() => document.querySelector('vite-error-overlay').shadowRoot.textContent);

await doing('doze');
const { started } = await game();

test('the contract is written as TypeScript', () => {
  assert.match(fs.readFileSync(at('game.ts'), 'utf8'), /chew: ishi\.task/);
});

test('a score that is edited changes what the game does, with its state', async () => {
  const { frame } = await game();
  write('ai/cat.ishi.yaml', cat.replace('score: hunger', 'score: 0.25 + hunger'));
  await doing('chew');
  const after = await game();
  assert.equal(after.started, started);
  assert.equal(after.hunger, 0.375);
  assert.ok(after.frame > frame);
});

test('a file that is broken is shown in the overlay, and the game goes on with the last good version', async () => {
  write('ai/cat.ishi.yaml', cat.replace('agents:', 'agnets:'));
  await overlay(true);
  assert.match(await overlayText(), /there is no section `agnets` \(IS101\): did you mean `agents`\?[^]*cat\.ishi\.yaml:6:1/);
  const { frame } = await game();
  await page.waitForFunction((number) => window.game.frame > number + 20, frame);
  const after = await game();
  assert.deepEqual([after.started, after.doing], [started, 'chew']);
});

test('a file that is mended takes the overlay away', async () => {
  write('ai/cat.ishi.yaml', cat);
  await doing('doze');
  await overlay(false);
  assert.equal((await game()).started, started);
});

test('a file that is included counts as the file itself', async () => {
  write('ai/contract.ishi.yaml', contract.replace('range: 0..1', 'range: 0..1, dflt: 1'));
  await overlay(true);
  assert.match(await overlayText(), /contract\.ishi\.yaml:2/);
  write('ai/contract.ishi.yaml', `${contract}curves: { high: { points: [[0, 0.75], [1, 1]] } }\n`);
  write('ai/cat.ishi.yaml', cat.replace('score: hunger', 'score: high(hunger)'));
  await doing('chew');
  await overlay(false);
  const { started: now, hunger } = await game();
  assert.deepEqual([now, hunger], [started, 0.375]);
});

test('a page that is opened on a broken file comes up once it is mended', async () => {
  write('ai/cat.ishi.yaml', cat.replace('[eat, nap]', '[eat, nip]'));
  await overlay(true);
  await page.reload();
  // The last good version is served, beside the overlay.
  await doing('chew');
  write('ai/cat.ishi.yaml', cat);
  await doing('doze');
});
