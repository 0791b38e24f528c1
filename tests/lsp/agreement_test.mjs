// Editor and terminal agree: of each example and each file of tests/cases the server says what `ishi check` says;
// its tests come out as those of `ishi test`, and its decisions are those of `ishi why`. `ishi build` says the same.
//
//   ISHI=path/to/ishi node --test agreement_test.mjs

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

import { Client, ishi, sources } from './client.mjs';

const sourcesBelow = (folder) => fs.readdirSync(folder, { recursive: true })
  .filter((name) => name.endsWith('.ishi.yaml')).map((name) => path.join(folder, name))
  .filter((file) => fs.statSync(file).isFile()).sort();
const run = (...words) => {
  const { stdout } = spawnSync(ishi, words, { encoding: 'utf8', maxBuffer: 1 << 28 });
  return JSON.parse(stdout);
};
const sorted = (rows) => rows.map((row) => JSON.stringify(row)).sort();

async function compareFindings(client, file) {
  const uri = client.open(file);
  const here = await client.diagnosticsOf(uri);
  const there = run('check', '--format', 'json', file).diagnostics
    .filter((one) => one.file !== null && path.resolve(one.file) === file);
  const sentence = (message) => message.split('\n')[0].split(' (')[0];
  assert.deepEqual(
    sorted(here.map((one) => [one.code, one.severity === 1 ? 'error' : 'warning', one.range.start.line + 1, one.range.end.line + 1, sentence(one.message)])),
    sorted(there.map((one) => [one.code, one.severity, one.span.start.line, one.span.end.line, sentence(one.message)])), file);
  return uri;
}

test('the server says of each file of tests/cases what `ishi check` says', async (t) => {
  const client = await Client.start();
  t.after(() => client.kill());
  const files = sourcesBelow(path.join(sources, 'tests', 'cases'));
  assert.ok(files.length > 300);
  // A sixth of them every day, all with ISHI_LONG_TESTS in the environment.
  const every = process.env.ISHI_LONG_TESTS === undefined ? 6 : 1;
  for (const [number, file] of files.entries()) {
    if (number % every !== 0) continue;
    const text = fs.readFileSync(file);
    if (Buffer.compare(Buffer.from(text.toString('utf8')), text) !== 0) continue; // no UTF-8: an editor cannot open it
    const uri = await compareFindings(client, file);
    client.close(uri);
  }
  assert.equal(await client.stop(), 0);
});

test('a build that denies warnings says of all files of tests/cases and of the examples what `ishi check` says', () => {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-agreement-'));
  for (const folder of ['tests/cases', 'examples']) {
    const there = run('check', '--format', 'json', path.join(sources, folder)).diagnostics;
    const here = run('build', '--deny-warnings', '--no-cache', '--format', 'json', '-o', work, path.join(sources, folder)).diagnostics;
    assert.deepEqual(sorted(here), sorted(there), folder);
    assert.ok(folder !== 'tests/cases' || there.length > 300);
  }
  fs.rmSync(work, { recursive: true });
});

for (const story of fs.readdirSync(path.join(sources, 'examples'))) {
  const folder = path.join(sources, 'examples', story);
  if (!fs.existsSync(path.join(folder, 'ishi.yaml'))) continue;
  test(`the server checks, tests and explains ${story} as the tool does`, async (t) => {
    const client = await Client.start();
    t.after(() => client.kill());
    for (const file of sourcesBelow(folder)) {
      const uri = await compareFindings(client, file);
      const command = (name, ...rest) => client.request('workspace/executeCommand', { command: name, arguments: [uri, ...rest] });
      const here = (await command('ishi.runTests')).tests;
      const there = run('test', '--format', 'json', file).tests;
      assert.deepEqual(here.map((one) => [one.name, one.outcome, one.message]), there.map((one) => [one.name, one.outcome, one.message]), file);
      for (const { name } of there) {
        const why = spawnSync(ishi, ['why', '--format', 'json', '--test', name, file], { encoding: 'utf8' });
        const decision = await command('ishi.decide', { test: name }).catch((error) => error.message);
        if (why.status === 0) assert.deepEqual(decision, JSON.parse(why.stdout), `${name} of ${file}`);
        else assert.ok(why.stderr.includes(decision.split('\n')[0]), `${name} of ${file}: ${decision}\n${why.stderr}`);
      }
    }
    assert.equal(await client.stop(), 0);
  });
}
