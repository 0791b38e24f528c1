// The npm package as somebody gets it: packed, installed into an empty folder, run from there.
// ISHI: the native tool, with which it is compared. ISHI_PACKAGE: the tarball.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';

const examples = fileURLToPath(new URL('../../examples', import.meta.url));
const scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-package-')));
after(() => fs.rmSync(scratch, { recursive: true, force: true }));

const home = path.join(scratch, 'home');
fs.mkdirSync(home);
const installed = spawnSync('npm', ['install', '--offline', '--no-audit', '--no-fund', process.env.ISHI_PACKAGE], { cwd: home });
assert.equal(installed.status, 0, `${installed.stderr}`);
const tool = path.join(home, 'node_modules', '.bin', 'ishi');

const answer = ({ status, stdout, stderr }) => ({ status, stdout: `${stdout}`, stderr: `${stderr}` });
const ishi = (args, options = {}) => answer(spawnSync(tool, args, { cwd: examples, ...options }));
const native = (args, options = {}) => answer(spawnSync(process.env.ISHI, args, { cwd: examples, argv0: 'ishi', ...options }));

// A folder with one file in it.
function project(name, text) {
  const folder = path.join(scratch, name);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'cat.ishi.yaml'), text);
  return folder;
}
const kCat = 'ishi: 1\nactions:\n  eat: { score: 1 }\nagents:\n  cat: { actions: [eat] }\n';
const kBroken = kCat.replace('[eat]', '[eta]');

test('npx runs it', () => {
  const { status, stdout } = answer(spawnSync('npx', ['--no-install', 'ishi', '--version'], { cwd: home }));
  assert.equal(status, 0);
  assert.equal(stdout, native(['--version']).stdout);
});

test('examples are checked, tested and explained as by the native tool', () => {
  for (const args of [
    ['check', '.'],
    ['test', '.'],
    ['why', 'guard/guard.ishi.yaml', '--agent', 'guard', '--set', 'hp=20', '--set', 'threat=someone'],
    ['play', 'guard/guard.ishi.yaml', '--agent', 'guard', '--set', 'threat=someone', '--format', 'json', '--for', '20s'],
    ['sweep', 'guard/guard.ishi.yaml', '--agent', 'guard', '--over', 'hp'],
    ['explain', 'IS102'],
    ['--help'],
  ]) {
    assert.deepEqual(ishi(args), native(args), args.join(' '));
  }
});

test('it exits with 0, 1 and 2 as the native tool does', () => {
  const good = project('good', kCat);
  const bad = project('bad', kBroken);
  for (const [folder, args, code] of [[good, ['check', '.'], 0], [bad, ['check', '.'], 1], [good, ['chekc'], 2], [good, ['check', 'nothing.ishi.yaml'], 2]]) {
    const got = ishi(args, { cwd: folder });
    assert.equal(got.status, code);
    assert.deepEqual(got, native(args, { cwd: folder }));
  }
});

test('paths outside of the working folder are found, relative and absolute', () => {
  const bad = project('outside', kBroken);
  const inner = path.join(bad, 'a', 'b');
  fs.mkdirSync(inner, { recursive: true });
  fs.symlinkSync(path.join(bad, 'cat.ishi.yaml'), path.join(inner, 'link.ishi.yaml'));
  for (const file of ['../../cat.ishi.yaml', path.join(bad, 'cat.ishi.yaml'), 'link.ishi.yaml'])
    assert.deepEqual(ishi(['check', file], { cwd: inner }), native(['check', file], { cwd: inner }), file);
});

test('an include does not leave the root of its project', () => {
  project('secret', 'ishi: 1\nvalues: { a: 1 }\n');
  const folder = project('includer', `include: [../secret/cat.ishi.yaml]\n${kCat}`);
  const got = ishi(['check', '.'], { cwd: folder });
  assert.equal(got.status, 1);
  assert.deepEqual(got, native(['check', '.'], { cwd: folder }));
});

test('lines that end in CR LF have the same columns', () => {
  const folder = project('windows', kBroken.replaceAll('\n', '\r\n'));
  assert.deepEqual(ishi(['check', '.'], { cwd: folder }), native(['check', '.'], { cwd: folder }));
});

test('files are written: a new project, its blob, its layout', () => {
  const folder = path.join(scratch, 'written');
  fs.mkdirSync(folder);
  assert.equal(ishi(['new', 'mine'], { cwd: folder }).status, 0);
  const mine = path.join(folder, 'mine');
  assert.equal(ishi(['test', '.'], { cwd: mine }).status, 0);
  assert.equal(ishi(['build', '-o', 'out', '.'], { cwd: mine }).status, 0);
  assert.equal(native(['build', '-o', 'native', '.'], { cwd: mine }).status, 0);
  for (const file of fs.readdirSync(path.join(mine, 'native')))
    assert.deepEqual(fs.readFileSync(path.join(mine, 'out', file)), fs.readFileSync(path.join(mine, 'native', file)));
  const loose = project('loose', kCat.replace('{ score: 1 }', '{score:   1}'));
  assert.equal(ishi(['fmt', '.'], { cwd: loose }).status, 0);
  assert.equal(fs.readFileSync(path.join(loose, 'cat.ishi.yaml'), 'utf8'), kCat);
  assert.deepEqual(fs.readdirSync(loose), ['cat.ishi.yaml']);
});

test('a contract is written where there is none yet, in each language, and again over it', () => {
  const folder = project('contracts', kCat);
  for (const language of ['cpp', 'c', 'csharp', 'python', 'typescript']) {
    for (const times of ['first', 'second']) {
      const { status, stderr } = ishi(['header', '.', '--language', language, '-o', `made/${language}`], { cwd: folder });
      assert.equal(status, 0, `${language}, the ${times} time: ${stderr}`);
    }
    const { stdout } = native(['header', '.', '--language', language, '-o', `native/${language}`], { cwd: folder });
    assert.equal(fs.readFileSync(path.join(folder, 'made', language), 'utf8'), fs.readFileSync(path.join(folder, 'native', language), 'utf8'), stdout);
  }
  assert.equal(ishi(['header', '.', '-o', 'cat.ishi.yaml'], { cwd: folder }).status, 2);
  assert.equal(fs.readFileSync(path.join(folder, 'cat.ishi.yaml'), 'utf8'), kCat);
});

test('input is read: a game that is stepped through', () => {
  const args = ['play', 'guard/guard.ishi.yaml', '--agent', 'guard', '--set', 'threat=someone', '--for', '5s', '--step'];
  const input = '\n\n?\n\n';
  assert.deepEqual(ishi(args, { input }), native(args, { input }));
});

test('a language server answers an editor', () => {
  const message = (json) => `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
  const input =
    message('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}') +
    message('{"jsonrpc":"2.0","id":2,"method":"shutdown"}') + message('{"jsonrpc":"2.0","method":"exit"}');
  assert.deepEqual(ishi(['lsp'], { input }), native(['lsp'], { input }));
});

test('much output comes through a pipe whole', () => {
  assert.deepEqual(ishi(['schema']), native(['schema']));
});

test('colours are for terminals', () => {
  const bad = project('colours', kBroken);
  const onTerminal = (environment) =>
    `${spawnSync('script', ['-qec', `${tool} check .`, '/dev/null'], { cwd: bad, env: { ...process.env, ...environment } }).stdout}`;
  assert.match(onTerminal({ NO_COLOR: '' }), /\x1b\[/);
  assert.doesNotMatch(onTerminal({ NO_COLOR: '1' }), /\x1b\[/);
  assert.doesNotMatch(ishi(['check', '.'], { cwd: bad }).stderr, /\x1b\[/);
});

test('sources that nest without end, and such of a megabyte, are refused as by the native tool', () => {
  const deep = project('deep', `ishi: 1\nvalues: { a: ${'('.repeat(100000)}1${')'.repeat(100000)} }\n`);
  const flow = project('flow', `ishi: 1\nvalues: ${'['.repeat(100000)}\n`);
  const large = project('large', `${kCat}# ${'x'.repeat(1 << 20)}\n`);
  for (const folder of [deep, flow, large]) {
    const got = ishi(['check', '.'], { cwd: folder });
    assert.equal(got.status, 1);
    assert.deepEqual(got, native(['check', '.'], { cwd: folder }));
  }
});
