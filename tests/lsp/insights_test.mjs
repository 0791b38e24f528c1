// What the server finds out of a behaviour beyond its text: whether an action can win, where values come from, which
// type a missing name has, which lines an expression is; and tests that it writes.
//
//   ISHI=path/to/ishi node --test insights_test.mjs

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';

import { applied, Client, ishi } from './client.mjs';

const work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-insights-')));
let client;
before(async () => { client = await Client.start(); });
after(async () => {
  assert.equal(await client.stop(), 0);
  fs.rmSync(work, { recursive: true });
});

let count = 0;
async function opened(text) {
  const uri = client.open(path.join(work, `file_${++count}.ishi.yaml`), text);
  await client.diagnosticsOf(uri);
  return uri;
}
const hover = async (uri, piece) => (await client.request('textDocument/hover', client.at(uri, piece)))?.contents.value ?? '';
const command = (name, ...args) => client.request('workspace/executeCommand', { command: name, arguments: args });
const actionsAt = (uri, piece) => {
  const { position } = client.at(uri, piece);
  return client.request('textDocument/codeAction', { textDocument: { uri }, range: { start: position, end: position }, context: { diagnostics: [] } });
};
const editOf = (text, edit) => applied(text, edit.documentChanges[0].edits);
function ishiOf(text, ...args) {
  const file = path.join(work, 'tried.ishi.yaml');
  fs.writeFileSync(file, text);
  const run = spawnSync(ishi, [args[0], file, ...args.slice(1)], { encoding: 'utf8' });
  fs.rmSync(file);
  return run;
}

const kGuard = `ishi: 1
blackboard:
  hp:    { type: number, range: 0..100, default: 100 }
  angry: boolean
needs:
  fear:   { level: 1 - hp.norm }
  hunger: { level: 0.2 }
importance:
  normal: { fear: 0.8, hunger: 0.5 }
  coward: { extends: normal, fear: 1 }
tasks: { go: {} }
actions:
  flee:   { gains: { fear: 1 }, do: [go] }
  strike: { when: angry, score: 0.5, do: [go] }
  faint:  { when: hp > 20 and hp < 10, score: 9, do: [go] }
  idle:   { score: 0.1, do: [go] }
  wish:   { score: 0.05, do: [go] }
agents:
  guard: { importance: normal, actions: [flee, strike, faint, idle, wish] }
tests:
  it strikes:      { agent: guard, given: { angry: true }, expect: { picks: strike } }
  it never faints: { agent: guard, for_all: {}, never: { picks: faint } }
`;

// With tests and a scene that last.
const kRuns = `${kGuard}  it is angered:   { agent: guard, run: 2s, at: { 1s: { set: { angry: true } } }, expect: { picks: strike } }
  a yard at work:  { scene: yard, run: 1s, expect: { agents: { bob: { picks: strike } } } }
scenes:
  yard: { agents: { ann: { agent: guard }, bob: { agent: guard, given: { angry: true } } } }
`;

test('hover says of an action whether it can win, with a situation that the runtime has confirmed', async () => {
  const uri = await opened(kGuard);
  assert.match(await hover(uri, '\n  str|ike:'), /It can win, for instance with\n\n```yaml\ngiven: \{ angry: true \}\n```/);
  assert.match(await hover(uri, '\n  id|le:'), /It can win: where every key has its default/);
  assert.match(await hover(uri, '\n  wi|sh:'), /It never wins \(proved\)/);
  assert.match(await hover(uri, 'actions: [fl|ee'), /It can win/);
  assert.doesNotMatch(await hover(uri, '\n  nor|mal:'), /win/);
});

test('hover says of an importance profile where its numbers come from, and what they replace', async () => {
  const uri = await opened(kGuard);
  const profile = await hover(uri, '\n  cow|ard:');
  assert.match(profile, /\| fear \| 1 \|  \|/);
  assert.match(profile, /\| hunger \| 0\.5 \| from normal, line 9 \|/);
  assert.match(await hover(uri, 'extends: normal, fear: |1'), /instead of `0\.8` from normal, line 9/);
  assert.match(await hover(uri, 'normal: { fear: 0|.8'), /`fear` would count 1, where nothing is written/);
});

test('a test in which an action wins is added, and passes', async () => {
  const text0 = kGuard.replace(/ {2}it strikes: .*\n/, ''), uri = await opened(text0);
  const titles = (await actionsAt(uri, '\n  str|ike:')).map((action) => action.title);
  assert.ok(titles.includes('Add a test in which `strike` wins'), titles.join());
  const edit = await command('ishi.addTest', uri, 'strike');
  const text = editOf(text0, edit);
  assert.ok(text.includes('  guard picks strike: { agent: guard, given: { angry: true }, expect: { picks: strike } }\n') ||
    text.includes('  guard picks strike:\n'), text);
  const run = ishiOf(text, 'test', '--filter', 'guard picks strike');
  assert.equal(run.status, 0, run.stdout);
  assert.match(run.stdout, /1 passed/);
  // It is there by another name.
  await assert.rejects(command('ishi.addTest', await opened(kGuard), 'strike'), /`it strikes` is the same test/);
  await assert.rejects(command('ishi.addTest', uri, 'wish'), /`wish` never wins: that is proved/);
  await assert.rejects(command('ishi.addTest', uri, 'nothing_here'), /there is no action/);
});

test('a test of a situation, with changes of it, expects what is decided now', async () => {
  const uri = await opened(kGuard);
  const titles = (await actionsAt(uri, 'it str|ikes')).map((action) => action.title);
  assert.ok(titles.some((title) => title.startsWith('Add a test from this situation')), titles.join());
  const text = editOf(kGuard, await command('ishi.addTest', uri, { test: 'it strikes', set: ['hp=10'], importance: 'coward' }));
  assert.match(text, /guard picks flee/);
  assert.match(text, /importance: coward/);
  const run = ishiOf(text, 'test', '--filter', 'guard picks flee');
  assert.equal(run.status, 0, text + run.stdout);
  assert.match(run.stdout, /1 passed/);
  assert.equal(ishiOf(text, 'fmt', '--check').status, 0, text);
  await assert.rejects(command('ishi.addTest', uri, { test: 'it strikes', set: ['hpp=10'] }), /hpp/);
  // The same once more, and one that is there by another name, in another order.
  const after = await opened(text);
  await assert.rejects(command('ishi.addTest', after, { test: 'it strikes', set: ['hp=10'], importance: 'coward' }), /`guard picks flee` is the same test/);
  const other = await opened(text.replace('guard picks flee:', '"it runs: away":'));
  await assert.rejects(command('ishi.addTest', other, { test: 'it strikes', set: ['hp=10'], importance: 'coward' }), /`it runs: away` is the same test/);
});

test('a test of a moment of a run is that run, with what is decided by then', async () => {
  const uri = await opened(kRuns);
  const added = async (options) => editOf(kRuns, await command('ishi.addTest', uri, options));
  const passes = (text, name) => {
    const run = ishiOf(text, 'test', '--filter', name);
    assert.equal(run.status, 0, text + run.stdout);
    assert.match(run.stdout, /1 passed/);
    assert.equal(ishiOf(text, 'fmt', '--check').status, 0, text);
  };
  // One agent alone, before and after something changes in the run of a test, and one of a scene.
  passes(await added({ agent: 'guard', set: ['angry=true'], importance: 'coward', at: '0.00000001s' }), 'guard picks strike at');
  passes(await added({ test: 'it is angered', at: '0.5s' }), 'guard picks idle at');
  const angry = await added({ test: 'it is angered', at: '1.5s' });
  assert.match(angry, /run: 2s/);
  assert.match(angry, /at: \{ 1s: \{ set: \{ angry: true \} \} \}/);
  passes(angry, 'guard picks strike at');
  const ofScene = await added({ scene: 'yard', agent: 'bob', at: '0.7s' });
  assert.match(ofScene, /scene: yard/);
  assert.match(ofScene, /agents: \{ bob: \{ at: \{ 0\.\d+s: \{ picks: strike \} \} \} \}/);
  passes(ofScene, 'bob picks strike at');
  passes(await added({ test: 'a yard at work', agent: 'ann', at: '0.7s' }), 'ann picks idle at');
});

test('a file without tests, with CRLF, and one whose tests stand in brackets', async () => {
  const bare = kGuard.slice(0, kGuard.indexOf('tests:'));
  const crlf = bare.replaceAll('\n', '\r\n');
  const text = editOf(crlf, await command('ishi.addTest', await opened(crlf), 'strike'));
  assert.match(text, /\r\ntests:\r\n {2}guard picks strike:/);
  assert.doesNotMatch(text, /[^\r]\n/);
  assert.equal(ishiOf(text, 'test').status, 0, text);
  const flow = bare + 'tests: { one: { agent: guard, expect: { picks: idle } } }\n';
  await assert.rejects(command('ishi.addTest', await opened(flow), 'strike'), /`tests` stands in brackets/);
});

test('a missing key is declared with the type that its use has', async () => {
  const base = 'ishi: 1\nenums: { mood: [calm, wild] }\nthings: { foe: { fields: { anger: { type: number, range: 0..1 } } } }\n' +
    'blackboard:\n  place: point\ntasks: { go: {} }\nactions:\n  a: { when: WHEN, score: 0.5, do: [go] }\nagents: { one: { actions: [a] } }\n';
  for (const [when, name, type] of [['stamina > 3', 'stamina', 'number'], ['is_tired', 'is_tired', 'boolean'],
    ['not is_tired', 'is_tired', 'boolean'], ['temper == wild', 'temper', 'mood'], ['waited > 3s', 'waited', 'duration'],
    ['reach > 2m', 'reach', 'length'], ['rival.anger > 0.5', 'rival', 'foe']]) {
    const text = base.replace('WHEN', when);
    const uri = await opened(text);
    const offers = (await actionsAt(uri, `when: ${when.replace(name, `${name[0]}|${name.slice(1)}`)}`)).filter((one) => one.title.startsWith('Declare'));
    assert.equal(offers.length, 1, `${when}: ${offers.map((one) => one.title)}`);
    assert.equal(offers[0].title, `Declare \`${name}: ${type}\` in \`blackboard\``);
    client.close(uri);
  }
});

test('a curve is extracted where an expression is straight lines along a key, and gives the same', async () => {
  const base = 'ishi: 1\nblackboard:\n  hp: { type: number, range: 0..100 }\n  far: { type: length, range: 0m..30m }\n  n: { type: integer, range: 0..10 }\n' +
    'tasks: { go: {} }\nactions:\n  a: { score: "EXPRESSION", do: [go] }\nagents: { one: { actions: [a] } }\n';
  const scoreOf = (text, set) => JSON.parse(ishiOf(text, 'why', '--set', set, '--format', 'json').stdout).options[0].score;
  for (const [expression, key, bends] of [['1 - hp / 100', 'hp', 2], ['0.3 + 0.5 * hp.norm', 'hp', 2], ['clamp(hp / 30, 0, 1)', 'hp', 3],
    ['max(min(1 - far / 12m, 0.8), 0)', 'far', 4], ['min(1 - far / 12m, 0.8)', '', 0], ['max(0.2, min(hp / 40, 0.9))', 'hp', 4], ['abs(hp - 37) / 100', 'hp', 3], ['n / 10 + 0', 'n', 2],
    ['hp.norm * hp.norm', '', 0], ['hp.norm * far.norm', '', 0], ['hp > 50', '', 0], ['0.5 + 0.1', '', 0], ['hp / 100 + (hp > 50)', '', 0]]) {
    const text = base.replace('EXPRESSION', expression);
    const uri = await opened(text);
    const begin = client.at(uri, `"|${expression}`).position;
    const range = { start: begin, end: { line: begin.line, character: begin.character + expression.length } };
    const actions = await client.request('textDocument/codeAction', { textDocument: { uri }, range, context: { diagnostics: [], only: ['refactor'] } });
    const offer = actions.find((action) => action.title === 'Extract a curve');
    assert.equal(offer !== undefined, key !== '', expression);
    client.close(uri);
    if (offer === undefined) continue;
    const after = editOf(text, offer.edit);
    assert.ok(after.includes(`new_curve(${key})`), after);
    assert.equal((after.match(/\], \[/g) ?? []).length, bends - 1, after);
    const unit = key === 'far' ? 'm' : '', most = { hp: 100, far: 30, n: 10 }[key];
    for (const share of [0, 0.1, 0.3, 0.7, 1]) {
      const set = `${key}=${most * share}${unit}`;
      assert.ok(Math.abs(scoreOf(text, set) - scoreOf(after, set)) < 1e-4, `${expression} at ${set}\n${after}`);
    }
  }
});
