// What a careless or broken client sends, and what may happen to files meanwhile.
//
//   ISHI=path/to/ishi node --test hostile_test.mjs

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { Client, copyOf, ishi, protocol, sources, uriOf } from './client.mjs';

const work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-hostile-')));
after(() => fs.rmSync(work, { recursive: true }));

// A server that is sent bytes as they are; gives what it has answered when its input ends, and its exit code.
function raw(bytes) {
  return new Promise((resolve) => {
    const server = spawn(ishi, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const parts = [];
    server.stdout.on('data', (part) => parts.push(part));
    server.on('exit', (code, signal) => resolve({ code, signal, text: Buffer.concat(parts).toString() }));
    server.stdin.on('error', () => {});
    server.stdin.end(bytes);
  });
}
const frame = (json) => {
  const text = typeof json === 'string' ? json : JSON.stringify(json);
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
};
const initialize = frame({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { capabilities: {} } });
const goodbye = frame({ jsonrpc: '2.0', id: 99, method: 'shutdown' }) + frame({ jsonrpc: '2.0', method: 'exit' });

test('a request before `initialize`, a second `initialize`, an unknown method', async () => {
  const { text, code } = await raw(frame({ jsonrpc: '2.0', id: 7, method: 'textDocument/hover', params: {} }) + initialize +
    initialize.replace('"id":1', '"id":2') + frame({ jsonrpc: '2.0', id: 3, method: 'ishi/unheardOf' }) +
    frame({ jsonrpc: '2.0', method: '$/unheardOf' }) + goodbye);
  assert.match(text, /"code":-32002.*"id":7/);
  assert.match(text, /"code":-32600.*"id":2/);
  assert.match(text, /"code":-32601.*"id":3/);
  assert.equal(code, 0);
});

test('a client that says `exit` without `shutdown`, or is gone', async () => {
  assert.equal((await raw(initialize + frame({ jsonrpc: '2.0', method: 'exit' }))).code, 1);
  assert.equal((await raw(initialize)).code, 1);
  assert.equal((await raw('')).code, 1);
});

test('a request after `shutdown`', async () => {
  const { text } = await raw(initialize + frame({ jsonrpc: '2.0', id: 5, method: 'shutdown' }) +
    frame({ jsonrpc: '2.0', id: 6, method: 'workspace/symbol', params: { query: '' } }) + frame({ jsonrpc: '2.0', method: 'exit' }));
  assert.match(text, /"code":-32600.*"id":6/);
});

test('what is no JSON, no object, has no method, is no frame', async () => {
  const { text, code } = await raw(frame('{nothing') + frame('[1, 2]') + frame('{}') + 'Nonsense: 1\r\n\r\n' + frame('"text"') +
    frame('{"id":{},"method":"shutdown"}') + initialize + frame({ jsonrpc: '2.0', id: 4, result: null }) + goodbye);
  assert.match(text, /-32700/);
  assert.match(text, /-32600/);
  assert.equal(code, 0);
});

test('a frame that never ends, lengths that are none, deep and long messages', async () => {
  for (const bytes of ['Content-Length: 99999999999999\r\n\r\n{', 'Content-Length: 5', 'x'.repeat(100000),
    'Content-Length: -3\r\n\r\n{}', 'Content-Length: 4\r\n\r\n{}']) {
    const { signal } = await raw(initialize + bytes);
    assert.equal(signal, null, bytes.slice(0, 40));
  }
  const { code } = await raw(initialize + frame('['.repeat(100000) + ']'.repeat(100000)) + goodbye);
  assert.equal(code, 0);
});

test('params of the wrong shape are refused, and the server lives on', async (t) => {
  const client = await Client.start();
  t.after(() => client.kill());
  const uri = client.open('untitled:Untitled-1', 'ishi: 1\n');
  const shapes = [{}, [], null, 7, 'text', { textDocument: 3 }, { textDocument: { uri: 5 } }, { textDocument: { uri: '' } },
    { textDocument: { uri }, position: 4 }, { textDocument: { uri }, position: { line: -1, character: 1e99 } },
    { textDocument: { uri }, position: { line: 'a' }, range: { start: 1 } }, { textDocument: { uri }, range: [] },
    { textDocument: { uri }, position: { line: 1e9, character: 1e9 }, positions: [{}, 3, null], newName: 4, context: 5 }];
  const methods = Object.keys(client.initialized.capabilities).length > 10 ? ['completion', 'hover', 'signatureHelp', 'definition',
    'references', 'documentHighlight', 'documentSymbol', 'codeAction', 'codeLens', 'documentLink', 'foldingRange', 'selectionRange',
    'prepareRename', 'rename', 'semanticTokens/full', 'semanticTokens/range', 'inlayHint', 'didOpen', 'didChange', 'didClose', 'didSave'] : [];
  for (const method of methods) {
    for (const shape of shapes) {
      if (method.startsWith('did'))
        client.connection.sendNotification(`textDocument/${method}`, shape);
      else
        await client.connection.sendRequest(`textDocument/${method}`, shape).catch((error) => assert.ok(error.code < 0));
    }
  }
  for (const shape of shapes) {
    await client.request('workspace/executeCommand', shape).catch((error) => assert.ok(error.code < 0));
    await client.request('workspace/symbol', shape).catch((error) => assert.ok(error.code < 0));
    client.notify('workspace/didChangeWatchedFiles', shape);
  }
  assert.equal(await client.stop(), 0);
});

test('a cancelled request is answered as such', async () => {
  const many = [];
  for (let id = 10; id < 60; ++id) many.push(frame({ jsonrpc: '2.0', id, method: 'workspace/symbol', params: { query: '' } }));
  const { text, code } = await raw(initialize + many.join('') + frame({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 59 } }) + goodbye);
  assert.match(text, /"code":-32800,"message":"cancelled"},"id":59/);
  assert.equal(code, 0);
});

test('a request that is being worked on is cancelled between two files', async (t) => {
  const folder = fs.mkdtempSync(path.join(work, 'many-'));
  fs.writeFileSync(path.join(folder, 'ishi.yaml'), '');
  const squad = path.join(sources, 'examples', 'squad');
  fs.copyFileSync(path.join(squad, 'game.ishi.yaml'), path.join(folder, 'game.ishi.yaml'));
  for (let i = 0; i < 400; ++i) fs.copyFileSync(path.join(squad, 'squad.ishi.yaml'), path.join(folder, `squad_${i}.ishi.yaml`));
  const client = await Client.start();
  t.after(() => client.kill());
  const uri = client.open(path.join(folder, 'squad_0.ishi.yaml'));
  const { textDocument, position } = client.at(uri, 'armed: roun|ds > 0');
  const source = new protocol.CancellationTokenSource();
  const asked = client.connection.sendRequest('textDocument/references', { textDocument, position, context: {} }, source.token);
  // It has been begun: what comes behind it waits.
  await new Promise((resolve) => setTimeout(resolve, 60));
  source.cancel();
  await assert.rejects(asked, (error) => error.code === -32800);
  const all = await client.connection.sendRequest('textDocument/references', { textDocument, position, context: {} });
  assert.ok(all.length > 400);
  assert.equal(await client.stop(), 0);
});

test('a text of ten megabytes is too large, and others are answered meanwhile', async (t) => {
  const client = await Client.start();
  t.after(() => client.kill());
  const uri = client.open(path.join(work, 'large.ishi.yaml'), 'ishi: 1\nvalues:\n' + '  a_value: 1 + 2 * 3\n'.repeat(500000));
  const [finding] = await client.diagnosticsOf(uri);
  assert.equal(finding.code, 'IS001');
  const end = { line: 400000, character: 10 };
  await client.request('textDocument/completion', { textDocument: { uri }, position: end });
  await client.request('textDocument/documentSymbol', { textDocument: { uri } });
  client.replace(uri, 'ishi: 1\n');
  assert.equal(await client.request('workspace/executeCommand', { command: 'ishi.text', arguments: [uri] }), 'ishi: 1\n');
  assert.equal(await client.stop(), 0);
});

// The processor time of a server and all its threads, in milliseconds: other programs do not make it longer.
const usedBy = (pid) => fs.readdirSync(`/proc/${pid}/task`).reduce((sum, task) =>
  sum + Number(fs.readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6, 0);

test('the work for a single long line, or of countless brackets, grows as the text does', async (t) => {
  // Eight times the text may take eight times the work, and some more; 64 times if it were the square.
  const kCharacters = 400000, kLarger = 8, kMostWork = 24;
  const used = async (text) => {
    const client = await Client.start();
    t.after(() => client.kill());
    const uri = client.open(path.join(work, 'line.ishi.yaml'), text);
    await client.diagnosticsOf(uri);
    for (const position of [{ line: 0, character: 3 }, { line: 1, character: text.length / 2 }, { line: 1, character: text.length - 20 }]) {
      for (const method of ['completion', 'hover', 'signatureHelp'])
        await client.request(`textDocument/${method}`, { textDocument: { uri }, position: { ...position, character: Math.floor(position.character) } });
    }
    const time = usedBy(client.pid);
    assert.equal(await client.stop(), 0);
    return time;
  };
  const texts = [(n) => `ishi: 1\nx: ${'{a: '.repeat(n / 4)}`, (n) => `ishi: 1\nx: [${'a, '.repeat(n / 3)}]\n`, (n) => '['.repeat(n)];
  for (const text of texts) {
    const small = await used(text(kCharacters / kLarger)), large = await used(text(kCharacters));
    assert.ok(large < kMostWork * small, `${text(12)}: ${small} ms of work for an eighth, ${large} ms for the whole`);
  }
});

test('a file that becomes a link out of the root, and is a file again', async (t) => {
  const client = await Client.start();
  t.after(() => client.kill());
  const folder = copyOf('guard', path.join(work, 'link'));
  const game = path.join(folder, 'game.ishi.yaml'), outside = path.join(work, 'outside.ishi.yaml');
  const uri = client.open(path.join(folder, 'guard.ishi.yaml'));
  assert.deepEqual(await client.diagnosticsOf(uri), []);
  fs.renameSync(game, outside);
  fs.symlinkSync(outside, game);
  const wrong = client.when((params) => params.uri === uri && params.diagnostics.length > 0);
  client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(game), type: 2 }] });
  assert.equal((await wrong)[0].code, 'IS111');
  fs.rmSync(game);
  fs.renameSync(outside, game);
  const right = client.when((params) => params.uri === uri && params.diagnostics.length === 0);
  client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(game), type: 2 }] });
  await right;
  assert.equal(await client.stop(), 0);
});

test('no root, an include that leaves the root, two roots, a text in no file', async (t) => {
  const client = await Client.start();
  t.after(() => client.kill());
  const alone = path.join(work, 'alone', 'one.ishi.yaml');
  fs.mkdirSync(path.dirname(alone), { recursive: true });
  const uri = client.open(alone, 'ishi: 1\ninclude: [../outside.ishi.yaml]\n');
  assert.equal((await client.diagnosticsOf(uri))[0].code, 'IS111');
  const link = await client.request('textDocument/documentLink', { textDocument: { uri } });
  assert.deepEqual(link, []);
  const first = client.open(path.join(copyOf('guard', path.join(work, 'a')), 'guard.ishi.yaml'));
  const second = client.open(path.join(copyOf('guard', path.join(work, 'b')), 'guard.ishi.yaml'));
  assert.deepEqual(await client.diagnosticsOf(first), []);
  assert.deepEqual(await client.diagnosticsOf(second), []);
  const places = await client.request('textDocument/references', client.at(first, 'agent: gua|rd', { context: {} }));
  assert.ok(places.length > 0 && places.every((place) => place.uri.startsWith(uriOf(path.join(work, 'a')))));
  const nowhere = client.open('untitled:Untitled-1', 'ishi: 1\nactions:\n  a: { scor: 1 }\n');
  assert.ok((await client.diagnosticsOf(nowhere)).some((one) => one.message.includes('scor')));
  assert.equal(await client.stop(), 0);
});

test('files that come, change, are renamed and go under the server\'s feet', async (t) => {
  for (const watches of [true, false]) {
    const client = await Client.start({ watches });
    t.after(() => client.kill());
    const folder = copyOf('guard', path.join(work, `feet-${watches}`));
    const uri = client.open(path.join(folder, 'guard.ishi.yaml'));
    assert.deepEqual(await client.diagnosticsOf(uri), []);
    const game = path.join(folder, 'game.ishi.yaml'), other = path.join(folder, 'gone.ishi.yaml');
    const tell = (changes) => watches ? client.notify('workspace/didChangeWatchedFiles', { changes })
      : client.notify('textDocument/didSave', { textDocument: { uri } });
    const wrong = client.when((params) => params.uri === uri && params.diagnostics.length > 0);
    fs.renameSync(game, other);
    tell([{ uri: uriOf(game), type: 3 }, { uri: uriOf(other), type: 1 }]);
    assert.equal((await wrong)[0].code, 'IS110');
    const right = client.when((params) => params.uri === uri && params.diagnostics.length === 0);
    fs.renameSync(other, game);
    tell([{ uri: uriOf(game), type: 1 }, { uri: uriOf(other), type: 3 }]);
    await right;
    fs.rmSync(folder, { recursive: true });
    tell([{ uri: uriOf(game), type: 3 }]);
    await client.request('textDocument/references', client.at(uri, 'agent: gua|rd', { context: {} }));
    assert.equal(await client.stop(), 0);
  }
});

test('CRLF, a byte order mark, astral characters: places are the editor\'s', async (t) => {
  const client = await Client.start();
  t.after(() => client.kill());
  const text = '\uFEFFishi: 1\r\n# \u{1F9E0}\u{1F9E0}\r\nblackboard:\r\n  hp: number\r\nvalues:\r\n  low: "hp < 3" # \u{1F600}\r\nactions:\r\n' +
    '  "a \u{1F600}": { score: hq }\r\n  b: { score: hq }\r\n';
  const uri = client.open('untitled:Untitled-2', text);
  const findings = await client.diagnosticsOf(uri);
  const lines = text.split('\r\n');
  const shown = findings.map((one) => lines[one.range.start.line].slice(one.range.start.character, one.range.end.character));
  assert.ok(shown.includes('hq'), JSON.stringify(shown));
  const hover = await client.request('textDocument/hover', client.at(uri, '"h|p < 3"'));
  assert.match(hover.contents.value, /key \*\*hp\*\*/);
  assert.deepEqual(hover.range, { start: { line: 5, character: 8 }, end: { line: 5, character: 10 } });
  const edit = await client.request('textDocument/rename', client.at(uri, '\n  h|p: number', { newName: 'health' })).catch(() => null);
  if (edit) assert.equal(edit.documentChanges[0].edits.length, 2);
  assert.equal(await client.stop(), 0);
});
