// Debugging a game while it runs. GAMES: the folder of the built examples.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { Debugger, ishi, sources } from './client.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-dap-'));
const project = path.join(sources, 'examples/household');
process.env.XDG_RUNTIME_DIR = folder;
let game;

before(async () => {
  const program = path.join(process.env.GAMES, 'household/household');
  game = spawn(program, [path.join(path.dirname(program), 'behaviour/household.ishi'), '--live', '600', '--record', path.join(folder, 'played.ishirec')]);
  await new Promise((resolve, reject) => {
    game.stdout.on('data', (data) => String(data).includes('looks into this game') && resolve());
    game.on('exit', () => reject(new Error('the game has ended')));
  });
});
after(async () => {
  const gone = new Promise((resolve) => game.on('exit', resolve));
  game.removeAllListeners('exit');
  game.on('exit', () => {});
  game.kill();
  await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 500))]);
  fs.rmSync(folder, { recursive: true });
});
let open = [];
const attach = async (options = {}, configure) => {
  const made = await Debugger.launch({ request: 'attach', game: 'household', root: project, stopOnEntry: true, ...options }, configure);
  open.push(made);
  return made;
};
afterEach(async () => {
  for (const one of open) await one.end();
  open = [];
});

test('a game is held while one looks, steps, and goes on', async () => {
  const made = await attach();
  assert.equal(made.stopped.reason, 'entry');
  const threads = await made.threads();
  assert.equal(Object.keys(threads).length, 4);
  const first = made.stopped.description;
  const again = await made.move('next', { threadId: 1, granularity: 'instruction' });
  assert.notEqual(again.description, first);
  const stack = await made.stack(Object.values(threads)[0]);
  assert.ok(stack.length > 0);
  const back = await made.move('stepBack', { threadId: 1, granularity: 'instruction' });
  assert.equal(back.description, first, 'the past is still there');
  await made.client.continueRequest({ threadId: 1 });
  const paused = made.stop();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await made.client.pauseRequest({ threadId: 1 });
  assert.notEqual((await paused).description, again.description);
});

test('a value that is set is set in the game', async () => {
  const made = await attach();
  const [name, thread] = Object.entries(await made.threads())[0];
  const scopes = await made.scopes(thread);
  await made.client.setVariableRequest({ variablesReference: scopes['Keys reference'], name: 'late', value: '3h' });
  await made.move('next', { threadId: thread, granularity: 'instruction' });
  assert.equal((await made.scopes(thread)).Keys.late, '1.08e+04s', name);
  await assert.rejects(made.client.setVariableRequest({ variablesReference: (await made.scopes(thread))['Keys reference'], name: 'late', value: '90h' }));
});

test('a breakpoint stops in its frame, and the game waits', async () => {
  const made = await attach();
  const names = ['toilet.use', 'television.watch', 'window.look', 'fridge.snack', 'bed.sleep', 'shower.use', 'daydream'];
  const set = (await made.client.setFunctionBreakpointsRequest({ breakpoints: names.map((name) => ({ name })) })).body.breakpoints;
  assert.ok(set.some((one) => one.verified));
  const stop = await made.move('continue');
  assert.equal(stop.reason, 'breakpoint');
  assert.match(stop.description, /the action `.*` is chosen/);
  const there = /at ([\d.]+)s/.exec(stop.description)[1];
  const said = await new Promise((resolve) => execFile(ishi, ['live', 'household'], { timeout: 10_000 }, (error, output) => resolve(output)));
  assert.match(said, new RegExp(`at ${there}s`), 'the game is held in the frame of the breakpoint');
  assert.match(await made.evaluate('why', stop.threadId), /^person picks/);
});

test('breakpoints go with a game that is given other sources', async () => {
  const edited = path.join(folder, 'edited');
  fs.cpSync(project, edited, { recursive: true });
  const file = path.join(edited, 'household.ishi.yaml');
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('urgent:   { power: 3', 'urgent:   { power: 2.9'));
  const made = await attach({ roots: [edited] });
  const names = ['toilet.use', 'television.watch', 'window.look', 'fridge.snack', 'bed.sleep', 'daydream', 'stove.cook', 'chat'];
  await made.client.setFunctionBreakpointsRequest({ breakpoints: names.map((name) => ({ name })) });
  const said = await new Promise((resolve) => execFile(ishi, ['live', 'household', '--reload', edited], { timeout: 15_000 }, (error, output, errors) => resolve(output + errors)));
  assert.match(said, /frame/, said);
  const stop = await made.move('continue');
  assert.equal(stop.reason, 'breakpoint');
  const stack = await made.stack(stop.threadId);
  assert.ok(stack.some((frame) => frame.source.path === file), 'the text is that of the other sources');
});

test('a hot reload gives the game the text as it is now', async () => {
  const edited = path.join(folder, 'hot');
  fs.cpSync(project, edited, { recursive: true });
  const file = path.join(edited, 'household.ishi.yaml');
  const text = fs.readFileSync(file, 'utf8');
  const made = await attach({ root: edited });
  const reload = async () => (await made.client.customRequest('hotReload', {})).body.message;
  fs.writeFileSync(file, text.replace('power: 3', 'power: three'));
  await assert.rejects(reload(), /household\.ishi\.yaml has errors, and the game goes on as before/);
  fs.writeFileSync(file, text.replace('urgent:   { power: 3', 'urgent:   { power: 2.8'));
  assert.match(await reload(), /^the behaviour of .*household\.ishi\.yaml counts$/);
  // As long as it plays no frame nobody knows of it, and text that is as it was again counts again.
  fs.writeFileSync(file, text);
  assert.match(await reload(), /counts$/);
  fs.writeFileSync(file, text.replace('urgent:   { power: 3', 'urgent:   { power: 2.8'));
  assert.match(await reload(), /counts$/);
  await made.client.continueRequest({ threadId: 1 });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const paused = made.stop();
  await made.client.pauseRequest({ threadId: 1 });
  await paused;
  assert.equal(await reload(), 'the game has this behaviour already');
  // … also while one looks at the past, where it had another.
  for (let i = 0; i < 40; ++i) await made.move('stepBack', { threadId: 1, granularity: 'instruction' });
  assert.equal(await reload(), 'the game has this behaviour already');
  assert.ok((await made.stack(1)).some((frame) => frame.source?.path === file), 'the text is that of the game');
  await assert.rejects(made.client.customRequest('restart', {}), /a running game is not restarted/);
  await made.end();
  const astray = await attach({ root: fs.mkdtempSync(path.join(folder, 'empty-')) });
  await assert.rejects(astray.client.customRequest('hotReload', {}), /the game has .*, whose source household\.ishi\.yaml is not there; say with `root` where it is|no \*\.ishi\.yaml/);
});

test('a game that is gone, or that nobody knows, is told', async () => {
  await assert.rejects(attach({ game: 'nobody' }), /no game called nobody runs; there is household-/);
  const made = await attach();
  const ended = made.event('terminated');
  game.removeAllListeners('exit');
  game.kill('SIGKILL');
  const stop = await made.move('continue');
  assert.match(stop.description, /the run is over/);
  assert.match(made.outputs.join(''), /the game has ended/);
  await made.client.continueRequest({ threadId: 1 });
  await ended;
});
