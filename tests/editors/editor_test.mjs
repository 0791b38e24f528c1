// What a designer sees in an editor, with the real YAML language server: of the examples, and of a project that
// `ishi new` has just made.
//
//   ISHI=path/to/ishi node --test editor_test.mjs

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { LanguageServer } from './language_server.mjs';

const ishi = process.env.ISHI;
const sourceFolder = fileURLToPath(new URL('../..', import.meta.url));
// The catalogue of schemas on the net is of no use here, and tests use no net.
const offline = { 'yaml.schemaStore.enable': false };

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-editors-'));
const project = path.join(work, 'my game');
const file = path.join(project, 'new.ishi.yaml'); // never written: its text is in the editor alone
const running = []; // servers

async function start(folder, settings) {
  running.push(await LanguageServer.start(folder, settings));
  return running.at(-1);
}

let editor;

before(async () => {
  execFileSync(ishi, ['new', project]);
  const settings = JSON.parse(fs.readFileSync(path.join(project, '.vscode/settings.json'), 'utf8'));
  editor = await start(project, { ...settings, ...offline });
});
after(async () => {
  for (const server of running) await server.stop();
  fs.rmSync(work, { recursive: true });
});

function holds(offered, ...wanted) {
  for (const word of wanted) assert.ok(offered.includes(word), `${word} is not among ${offered.join(', ')}`);
}

const messages = (diagnostics) => diagnostics.map((one) => `${one.range.start.line + 1}: ${one.message}`);

test('nothing is wrong with the examples', async () => {
  const examples = path.join(sourceFolder, 'examples');
  const server = await start(sourceFolder, offline); // they name their schema in their first line
  const sources = fs.readdirSync(examples, { recursive: true }).filter((name) => name.endsWith('.ishi.yaml'));
  assert.ok(sources.length > 10);
  for (const name of sources) {
    const text = fs.readFileSync(path.join(examples, name), 'utf8');
    assert.match(text, /^# yaml-language-server: \$schema=/, name);
    assert.deepEqual(messages(await server.open(path.join(examples, name), text)), [], name);
  }
});

test('a new project has settings that the editor follows, and nothing is wrong with it', async () => {
  const recommended = JSON.parse(fs.readFileSync(path.join(project, '.vscode/extensions.json'), 'utf8'));
  assert.deepEqual(recommended.recommendations, ['redhat.vscode-yaml']);
  for (const name of ['game.ishi.yaml', 'guard.ishi.yaml']) {
    const text = fs.readFileSync(path.join(project, name), 'utf8');
    assert.deepEqual(messages(await editor.open(path.join(project, name), text)), [], name);
  }
});

test('the first line of a file is enough where an editor has no settings', async () => {
  const bare = await start(project, offline);
  const guard = path.join(project, 'guard.ishi.yaml');
  const wrong = fs.readFileSync(guard, 'utf8').replace('    score: 0.05', '    sore: 0.05');
  const found = messages(await bare.open(guard, wrong));
  assert.equal(found.length, 1);
  assert.match(found[0], /Property sore is not allowed/);
  const withoutFirstLine = wrong.slice(wrong.indexOf('\n') + 1);
  assert.deepEqual(messages(await bare.open(guard, withoutFirstLine)), []);
});

test('sections and fields are offered', async () => {
  const sections = await editor.complete(file, 'ishi: 1\n|\n');
  holds(sections, 'include', 'blackboard', 'actions', 'agents', 'tests');
  const fields = await editor.complete(file, 'ishi: 1\nactions:\n  rest:\n    |\n');
  holds(fields, 'when', 'gains', 'score', 'do', 'cooldown', 'doc', 'extends');
  const step = 'ishi: 1\nactions:\n  rest:\n    score: 1\n    do:\n      - do: fire\n        |\n';
  holds(await editor.complete(file, step), 'timeout', 'retry', 'while');
  const situations = await editor.complete(file, 'ishi: 1\ntests:\n  a guard rests:\n    |\n');
  holds(situations, 'agent', 'given', 'expect');
});

test('words are offered where one of a few is wanted', async () => {
  const action = 'ishi: 1\nactions:\n  rest:\n    considerations: { a: 1 }\n    combine: |\n';
  holds(await editor.complete(file, action), 'product', 'compensated', 'mean');
  const types = await editor.complete(file, 'ishi: 1\nblackboard:\n  hp:\n    type: |\n');
  holds(types, 'number', 'boolean', 'entity');
});

test('a field says what it is for', async () => {
  const cooldown = await editor.hover(file, 'ishi: 1\nactions:\n  rest:\n    cool|down: 2s\n');
  assert.match(cooldown, /how long it is out of the question after it ended/);
  const actions = await editor.hover(file, 'ishi: 1\nact|ions:\n  rest: { score: 1 }\n');
  assert.match(actions, /what agents can decide to do/);
});

test('what is wrong is underlined', async () => {
  const wrong = [
    ['actions:\n  rest: { sore: 1 }', 3, 'Property sore is not allowed.'],
    ['actions:\n  rest: { score: 1, cooldown: 2 }', 3, 'write a duration, such as 2s'],
    ['actions:\n  rest: { score: 1, cooldown: 2sec }', 3, 'write a duration, such as 2s'],
    ['actions:\n  rest: { score: 1, rank: 1.5 }', 3, 'write a whole number'],
    ['actions:\n  rest: { score: 1, when: ammo > 0 && alarm }', 3, 'write an expression, such as'],
    ['actions:\n  rest: { score: 1, when: ammo > 0 alarm }', 3, 'write an expression, such as'],
    ['blackboard:\n  hp: { type: number, range: 0-100 }', 3, 'write a range, such as 0..100'],
    ['blackboard:\n  Hp: { type: number }', 3, 'this one is no name'],
    ['blackboard:\n  time: { type: duration }', 3, 'the language uses it itself'],
    ['curves:\n  c: { power: 2, step: { at: 0.5 } }', 3, 'Property step is not allowed.'],
    ['memory:\n  seen: { of: person, capacity: 4 }', 3, 'Missing property "forget".'],
    ['agnets:\n  guard: { actions: [rest] }', 2, 'Property agnets is not allowed.'],
  ];
  for (const [text, line, message] of wrong) {
    const found = messages(await editor.open(file, `ishi: 1\n${text}\n`));
    const isThere = found.some((one) => one.startsWith(`${line}: `) && one.includes(message));
    assert.ok(isThere, `${text}\n${found.join('\n')}`);
  }
});

test('the names of the project are offered once its schema is made with them', async () => {
  const named = execFileSync(ishi, ['schema', '--project', project]);
  fs.writeFileSync(path.join(project, 'ishi.schema.json'), named);
  const settings = JSON.parse(fs.readFileSync(path.join(project, '.vscode/settings.json'), 'utf8'));
  const server = await start(project, { ...settings, ...offline });
  const offers = async (text, ...names) => holds(await server.complete(file, `ishi: 1\n${text}`), ...names);
  await offers('agents:\n  guard:\n    actions: [|]\n', 'shoot', 'flee', 'reload', 'patrol');
  await offers('agents:\n  guard:\n    actions:\n      - |\n', 'shoot', 'flee');
  await offers('agents:\n  guard:\n    importance: |\n', 'soldier', 'coward');
  await offers('actions:\n  rest:\n    when: |\n', 'hp', 'ammo', 'threat');
  await offers('actions:\n  rest:\n    gains:\n      |\n', 'aggression', 'survival', 'stability');
  await offers('actions:\n  rest:\n    do:\n      - |\n', 'fire', 'run_from');
  await offers('blackboard:\n  foe:\n    type: |\n', 'person');
  await offers('tests:\n  a guard rests:\n    agent: |\n', 'guard');
  await offers('tests:\n  a guard rests:\n    given:\n      |\n', 'hp', 'threat');
  await offers('tests:\n  a guard rests:\n    expect:\n      picks: |\n', 'flee');
  // A name that was declared since is no mistake.
  const later = 'ishi: 1\nagents:\n  guard: { actions: [nap, std.sleep, shoot] }\n';
  assert.deepEqual(messages(await server.open(file, later)), []);
});
