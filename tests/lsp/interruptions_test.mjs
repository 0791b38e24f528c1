// Long work: what is asked meanwhile is answered, and what nobody wants any more ends.
//
//   ISHI=path/to/ishi node --test interruptions_test.mjs

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { Client, copyOf, protocol } from './client.mjs';

const work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-interruptions-')));
after(() => fs.rmSync(work, { recursive: true }));

// A run of a day takes half a minute, a proof about scores of ten keys each some seconds.
const letters = [...'abcdefghijklmnop'];
const either = (a, b) => `(key_${a} * (1 - key_${b}) + key_${b} * (1 - key_${a}))`;
const score = (i) => [0, 2, 4, 6, 8].map((by) => either(letters[(i + by) % 16], letters[(i + by + 1) % 16])).join(' * ');
const kLong = `ishi: 1
tasks: { go: {} }
blackboard:
${letters.map((a) => `  key_${a}: { type: number, range: 0..1 }`).join('\n')}
actions:
${letters.map((a, i) => `  do_${a}: { score: ${score(i)}, do: [go] }`).join('\n')}
agents:
  one: { actions: [${letters.map((a) => `do_${a}`).join(', ')}] }
tests:
  a day: { agent: one, run: 24h, expect: { picks: do_a } }
  a proof: { agent: one, for_all: {}, score: { ${letters.map((a) => `do_${a}: 0..1.02`).join(', ')} } }
  a moment: { agent: one, expect: { picks: nothing } }
`;
async function opened(t, text = kLong, environment = {}) {
  const client = await Client.start({}, environment);
  t.after(() => client.kill());
  const uri = client.open(path.join(work, `long-${Math.random()}.ishi.yaml`), text);
  await client.diagnosticsOf(uri);
  return { client, uri };
}
const run = (client, uri, name, ...token) => client.connection.sendRequest('workspace/executeCommand',
  { command: 'ishi.runTest', arguments: [uri, name], workDoneToken: 'run' }, ...token);
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
// The server answers during long work, before that ends: an order of events, however busy the machine is.
async function before(long, promise, what) {
  const first = await Promise.race([promise.then(() => what), long.then((code) => `the long work (${code})`)]);
  assert.equal(first, what);
  return promise;
}
const codeOf = (promise) => promise.then(() => 'answered', (error) => error.code);

test('a short question does not wait for a long one', async (t) => {
  const { client, uri } = await opened(t);
  const ask = (command, options) => client.request('workspace/executeCommand', { command, arguments: [uri, options] });
  const long = [codeOf(ask('ishi.play', { for: '24h' })), codeOf(run(client, uri, 'a day'))];
  await wait(150);
  const decision = await before(Promise.race(long), ask('ishi.decide', { flips: false }), 'a decision');
  assert.equal(decision.agent, 'one');
  client.edit(uri, 0, 0, '# typed\n');
  assert.deepEqual(await Promise.all(long), [-32801, -32801]);
  assert.equal(await client.stop(), 0);
});

// As in a page, where WebAssembly has none. FAULTS: the library of tests/faults.
const threadless = { LD_PRELOAD: process.env.FAULTS, FAULTS_THREADS: 'none' };
test('without threads a long question is answered in pieces: short ones meanwhile, and a new text ends it', { skip: process.env.FAULTS === undefined }, async (t) => {
  const { client, uri } = await opened(t, kLong, threadless);
  const ask = (command, options) => client.request('workspace/executeCommand', { command, arguments: [uri, options] });
  const long = [codeOf(ask('ishi.play', { for: '24h' })), codeOf(run(client, uri, 'a day'))];
  await wait(150);
  const decision = await before(Promise.race(long), ask('ishi.decide', { flips: false }), 'a decision');
  assert.equal(decision.agent, 'one');
  client.edit(uri, 0, 0, '# typed\n');
  await client.diagnosticsOf(uri);
  assert.deepEqual(await Promise.all(long), [-32801, -32801]);
  // All are answered once nobody types.
  assert.equal((await run(client, uri, 'a moment')).failed, 0);
  assert.ok((await ask('ishi.decide', {})).flips.length >= 0);
  assert.equal(await client.stop(), 0);
});

for (const name of ['a day', 'a proof']) {
  test(`during the test "${name}" a client is answered; what it types ends the test`, async (t) => {
    const { client, uri } = await opened(t);
    const ended = codeOf(run(client, uri, name));
    await wait(150);
    const hover = await before(ended, client.request('textDocument/hover', client.at(uri, 'ke|y_a: {')), 'a hover');
    assert.match(hover.contents.value, /key \*\*key_a\*\*/);
    const place = client.texts.get(uri).indexOf('tests:');
    client.edit(uri, place, place, '# typed\n');
    await client.diagnosticsOf(uri);
    assert.equal(await ended, -32801);
    const now = await run(client, uri, 'a moment');
    assert.deepEqual([now.failed, now.tests.length], [0, 1]);
    assert.equal(await client.stop(), 0);
  });

  test(`the test "${name}" is cancelled`, async (t) => {
    const { client, uri } = await opened(t);
    const source = new protocol.CancellationTokenSource();
    const ended = codeOf(run(client, uri, name, source.token));
    const next = codeOf(run(client, uri, name, source.token)); // which waits behind it
    await wait(150);
    source.cancel();
    assert.equal(await ended, -32800);
    assert.equal(await next, -32800);
    assert.equal((await run(client, uri, 'a moment')).failed, 0);
    assert.equal(await client.stop(), 0);
  });
}

test('a server that is shut down, or left, during a test ends at once', async (t) => {
  for (const leaves of [false, true]) {
    const { client, uri } = await opened(t);
    void codeOf(run(client, uri, 'a day'));
    await wait(150);
    if (leaves) client.stdin.end();
    assert.equal(await (leaves ? client.exited : client.stop()), leaves ? 1 : 0);
  }
});

test('a test of another file, and one that an edit elsewhere changes', async (t) => {
  const client = await Client.start();
  t.after(() => client.kill());
  const folder = path.join(work, 'two');
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'ishi.yaml'), '');
  fs.writeFileSync(path.join(folder, 'other.ishi.yaml'), 'ishi: 1\n');
  const part = client.open(path.join(folder, 'part.ishi.yaml'), 'ishi: 1\nblackboard: { hp: { type: number, range: 0..9 } }\n');
  const main = client.open(path.join(folder, 'main.ishi.yaml'), kLong.replace('ishi: 1\n', 'ishi: 1\ninclude: [part.ishi.yaml]\n'));
  const other = client.open(path.join(folder, 'other.ishi.yaml'));
  await client.diagnosticsOf(main);
  const ended = codeOf(run(client, main, 'a day'));
  client.replace(other, 'ishi: 1\n# nothing to do with it\n');
  await before(ended, client.diagnosticsOf(other), 'diagnostics of another file');
  assert.equal(await Promise.race([ended, wait(200).then(() => 'goes on')]), 'goes on');
  client.replace(part, 'ishi: 1\nblackboard: { hp: { type: number, range: 0..8 } }\n');
  assert.equal(await ended, -32801);
  assert.equal(await client.stop(), 0);
});

test('a long test tells how far it is', async (t) => {
  const { client, uri } = await opened(t);
  const told = [];
  client.connection.onProgress(new protocol.ProgressType(), 'run', (value) => told.push(value));
  const source = new protocol.CancellationTokenSource();
  const ended = codeOf(run(client, uri, 'a day', source.token));
  while (told.length < 4) await wait(20);
  source.cancel();
  await ended;
  await client.request('textDocument/hover', client.at(uri, 'ke|y_a: {'));
  assert.equal(told[0].kind, 'begin');
  assert.equal(told.at(-1).kind, 'end');
  const shares = told.slice(1, -1).map((one) => one.percentage);
  assert.ok(shares.length >= 2 && shares.every((share, i) => i === 0 || share > shares[i - 1]), shares.join(' '));
  assert.ok(shares.at(-1) < 90, `it went on to ${shares.at(-1)} % after it was cancelled`);
  assert.equal(await client.stop(), 0);
});

test('while somebody types fast the diagnostics are those of the last text', async (t) => {
  const client = await Client.start();
  t.after(() => client.kill());
  const uri = client.open(path.join(copyOf('squad', work), 'squad.ishi.yaml'));
  for (let i = 0; i < 200; ++i) {
    client.edit(uri, 0, i === 0 ? 0 : 1, i % 2 === 0 ? '#' : ' ');
    if (i % 7 === 0) void client.request('textDocument/hover', client.at(uri, 'armed: roun|ds > 0')).catch(() => {});
    if (i % 20 === 0) await wait(5);
  }
  assert.ok(Array.isArray(await client.diagnosticsOf(uri)));
  assert.equal(await client.stop(), 0);
});
