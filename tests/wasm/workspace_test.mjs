// A workspace in one instance, as a page has it: no pipes, no threads.
// usage: node workspace_test.mjs ISHI_WASM

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { WASI } from 'node:wasi';

import { Workspace } from '../../bindings/npm/index.js';
import { compile } from './run_module.mjs';

const module = compile(process.env.ISHI_WASM);
const examples = fileURLToPath(new URL('../../examples', import.meta.url));
const guard = path.join(examples, 'guard', 'guard.ishi.yaml');
const uri = pathToFileURL(guard).href;
const text = fs.readFileSync(guard, 'utf8');

async function open({ preopens = { '/': '/' } } = {}) {
  const workspace = await Workspace.open(module, new WASI({ version: 'preview1', preopens }));
  const { capabilities } = workspace.request('initialize', { capabilities: {} });
  assert.ok(capabilities.hoverProvider);
  workspace.notify('initialized', {});
  return workspace;
}

const show = (workspace, uri, text) =>
  workspace.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'ishi', version: 1, text } });

const diagnosticsOf = (messages, uri) =>
  messages.filter((message) => message.method === 'textDocument/publishDiagnostics' && message.params.uri === uri)
    .at(-1)?.params.diagnostics;

test('an open text is checked once nothing else waits', async () => {
  const workspace = await open();
  show(workspace, uri, text);
  assert.deepEqual(diagnosticsOf(workspace.settle(), uri), []);
  workspace.notify('textDocument/didChange', {
    textDocument: { uri, version: 2 },
    contentChanges: [{ text: text.replace('agents:', 'agnets:') }],
  });
  assert.match(diagnosticsOf(workspace.settle(), uri)[0].message, /agnets/);
});

test('what yaml-cpp cannot read is a diagnostic, and the next text is read', async () => {
  const workspace = await open();
  show(workspace, uri, 'ishi: 1\nblackboard: { a: "\\q" }\n');
  assert.ok(diagnosticsOf(workspace.settle(), uri).length > 0);
  workspace.notify('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [{ text }] });
  assert.deepEqual(diagnosticsOf(workspace.settle(), uri), []);
});

test('a text that is on no disk is checked', async () => {
  const workspace = await open({ preopens: {} });
  const nowhere = 'untitled:cat';
  show(workspace, nowhere, 'ishi: 1\nagents: { cat: { actions: [eat] } }\n');
  assert.match(diagnosticsOf(workspace.settle(), nowhere)[0].message, /eat/);
});

test('requests that throw inside are answered with an error', async () => {
  const workspace = await open();
  assert.throws(() => workspace.request('textDocument/hover', {}), { code: -32602 });
  assert.throws(() => workspace.request('ishi/nothing', {}), { code: -32601 });
  assert.ok(workspace.request('workspace/symbol', { query: 'x' }));
});

test('tests are run and decisions explained', async () => {
  const workspace = await open();
  show(workspace, uri, text);
  const results = workspace.request('workspace/executeCommand', { command: 'ishi.runTests', arguments: [uri] });
  assert.ok(results.tests.length > 3);
  assert.equal(results.failed, 0);
  const decision = workspace.request('workspace/executeCommand',
    { command: 'ishi.decide', arguments: [uri, { agent: 'guard', set: ['threat=someone', 'hp=20'] }] });
  assert.ok(decision);
});

test('a long question is answered in pieces: short ones are answered meanwhile, and a new text ends it', async () => {
  const workspace = await open();
  show(workspace, uri, text);
  workspace.settle();
  const ask = (id, command, options) => workspace.send({ id, method: 'workspace/executeCommand', params: { command, arguments: [uri, options] } });
  const answers = [];
  const work = (times) => {
    for (let i = 0; i < times; ++i) answers.push(...workspace.work().messages);
  };
  const isAnswered = (id) => answers.some((one) => one.id === id);
  ask(101, 'ishi.sweep', { over: ['hp', 'ammo'], importance: 'all' }); // some eighty lines, and four maps
  work(4);
  assert.ok(!isAnswered(101));
  // Heard, worked on, answered.
  ask(102, 'ishi.decide', { flips: false });
  work(3);
  assert.ok(isAnswered(102) && !isAnswered(101));
  ask(103, 'ishi.decide', {}); // with what would change it, a key at a time
  work(3);
  assert.ok(!isAnswered(103));
  workspace.notify('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [{ text: text.replace('agents:', 'agnets:') }] });
  for (let i = 0; diagnosticsOf(answers, uri) === undefined; ++i) {
    assert.ok(i < 8, 'diagnostics come first');
    work(1);
  }
  for (let i = 0; !isAnswered(101) || !isAnswered(103); ++i) {
    assert.ok(i < 8, 'then each question ends');
    work(1);
  }
  for (const id of [101, 103]) assert.equal(answers.find((one) => one.id === id)?.error.code, -32801);
});
