// Debugging a recorded game: what is shown is what `ishi play` and `ishi why` say of the recording. GAMES: the folder of
// the built examples.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { Debugger, lineOf, sources, verb } from './client.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-dap-'));
const recording = path.join(folder, 'guards.ishirec');
const project = path.join(sources, 'examples/guard');
const file = path.join(project, 'guard.ishi.yaml');
let who, played; // somebody who has shot and lives at the end, and what play tells of them

before(async () => {
  const guards = path.join(process.env.GAMES, 'guard/guards');
  execFileSync(guards, [path.join(path.dirname(guards), 'behaviour/guard.ishi'), '--seconds', '15', '--guards', '200', '--record', recording]);
  const made = await Debugger.launch({ recording, root: project, stopOnEntry: true, agents: 'ammo < 11 and hp > 50' });
  await at(made, 'at 14.9s');
  [who] = Object.keys(await made.threads());
  await made.end();
  played = verb('play', recording, '--agent', who, '--root', project, '--keys', '--for', '15s').events;
});
after(() => fs.rmSync(folder, { recursive: true }));
let open = [];
const launch = async (options = {}, configure) => {
  const made = await Debugger.launch({ recording, root: project, stopOnEntry: true, ...options }, configure);
  open.push(made);
  return made;
};
afterEach(async () => {
  for (const one of open) await one.end();
  open = [];
});
const seconds = (stop) => Number(/([\d.]+)s(;|$)/.exec(stop.description)[1]);
const at = async (made, moment) => {
  const stop = made.stop();
  await made.client.evaluateRequest({ expression: moment, context: 'repl' });
  return stop;
};

test('agents are threads, and stand as play and why have them', async () => {
  const made = await launch();
  const threads = await made.threads();
  assert.equal(Object.keys(threads).length, 200);
  for (const moment of ['12s', '4.5s', '14.9s', '9s']) {
    await at(made, `at ${moment}`);
    const why = verb('why', recording, '--agent', who, '--at', moment, '--root', project);
    const scopes = await made.scopes(threads[who], true);
    for (const option of why.options) {
      const shown = scopes['Scores of the last decision list'].find((one) => one.name === option.action);
      if (option.score === null) assert.equal(shown.value, 'not eligible');
      else assert.equal(Math.fround(Number(shown.parts.score)), Math.fround(option.score), `${option.action} at ${moment}`);
    }
    const stack = await made.stack(threads[who]);
    const chosen = played.filter((one) => one.kind === 'chosen' && one.seconds <= parseFloat(moment)).at(-1);
    if (chosen) assert.equal(stack.find((frame) => frame.name.startsWith('action')).name.split(' ')[1], chosen.name);
    const keys = played.filter((one) => one.kind === 'key' && one.name === 'hp' && one.seconds <= parseFloat(moment)).at(-1);
    if (keys) assert.equal(scopes.Keys.hp, keys.text.split(' → ')[1]);
    assert.equal(stack[0].source.path, file);
  }
});

test('breakpoints stop in the frames of which play tells, forwards and backwards', async () => {
  const started = played.filter((one) => one.kind === 'task_started' && one.name === 'fire');
  const made = await launch({}, async (one) => one.breakpoints(file, [{ line: lineOf(file, '- do: fire'), condition: 'hp >= 0 and threat.known' }]));
  const thread = (await made.threads())[who];
  const hits = [];
  for (;;) {
    const stop = await made.move('continue');
    if (stop.reason !== 'breakpoint') break;
    if (stop.description.split('; ').some((part) => part.startsWith(`${who}: `))) hits.push(Number(/at ([\d.]+)s/.exec(stop.description)[1]));
    if (hits.length > 1) break;
  }
  assert.ok(started.length > 0);
  for (const hit of hits) assert.ok(started.some((one) => Math.abs(one.seconds - hit) < 0.02), `${hit}`);
  const last = made.stopped;
  const back = await made.move('reverseContinue', { threadId: thread });
  assert.ok(seconds(back) < seconds(last));
});

test('a function breakpoint and a data breakpoint', async () => {
  const made = await launch();
  const thread = (await made.threads())[who];
  const [set] = (await made.client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'reload' }] })).body.breakpoints;
  assert.equal(set.verified, true);
  const stop = await made.move('continue');
  assert.match(stop.description, /the action `reload` is chosen/);
  await made.client.setFunctionBreakpointsRequest({ breakpoints: [] });
  const scopes = await made.scopes(thread);
  const info = (await made.client.dataBreakpointInfoRequest({ variablesReference: scopes['Keys reference'], name: 'ammo' })).body;
  await made.client.setDataBreakpointsRequest({ breakpoints: [{ dataId: info.dataId }] });
  const changed = played.find((one) => one.kind === 'key' && one.name === 'ammo' && one.seconds > seconds(stop) + 0.001);
  if (!changed) return;
  const there = await made.move('continue', { threadId: thread });
  assert.match(there.description, new RegExp(`^${who}: ammo: ${changed.text}`));
});

test('a value that is set opens a branch, which going back leaves', async () => {
  const made = await launch();
  const thread = (await made.threads())[who];
  await at(made, 'at 2s');
  const before = await made.scopes(thread);
  const set = (await made.client.setVariableRequest({ variablesReference: before['Keys reference'], name: 'hp', value: '3' })).body;
  assert.equal(set.value, '3');
  assert.match(made.outputs.join(''), /this is a branch/);
  assert.ok(Object.keys(await made.threads()).includes(`${who} (counterfactual)`));
  await at(made, 'at 3s');
  assert.ok((await made.stack(thread)).length > 0);
  await at(made, 'at 2.5s');
  await assert.rejects(made.evaluate('why', thread), /branch/);
  await at(made, 'at 1.5s');
  assert.ok(Object.keys(await made.threads()).includes(who));
  await at(made, 'at 2s');
  assert.deepEqual((await made.scopes(thread)).Keys, before.Keys);
});

test('only agents for whom an expression holds are listed', async () => {
  const made = await launch({ agents: 'ammo < 12' });
  assert.equal(Object.keys(await made.threads()).length, 0);
  await at(made, 'at 14s');
  const some = Object.keys(await made.threads()).length;
  assert.ok(some > 0 && some < 200, `${some}`);
});

test('a file that is no recording, and one that is cut, are refused or played as far as they go', async () => {
  const bad = path.join(folder, 'bad.ishirec');
  fs.writeFileSync(bad, 'no recording');
  await assert.rejects(launch({ recording: bad }), /cannot be played|is no recording/);
  const bytes = fs.readFileSync(recording);
  fs.writeFileSync(bad, bytes.subarray(0, bytes.length / 2));
  const made = await launch({ recording: bad });
  assert.match((await made.move('continue')).description, /the run is over/);
});

test('without its sources a recording is shown as far as that goes', async () => {
  const made = await launch({ root: folder });
  const thread = Object.values(await made.threads())[0];
  await assert.rejects(made.client.stackTraceRequest({ threadId: thread }), /the sources of this agent are not there/);
});
