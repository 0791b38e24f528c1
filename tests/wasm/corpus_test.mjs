// The tool as WebAssembly says of all cases and examples what the one of this machine says, byte for byte.
// usage: node corpus_test.mjs ISHI ISHI_WASM

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { compile, run } from './run_module.mjs';

const [native, wasm] = process.argv.slice(2).map((file) => path.resolve(file));
const root = fileURLToPath(new URL('../..', import.meta.url));
const module = compile(wasm);
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-corpus-'));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));

const sources = (folder) =>
  fs.readdirSync(path.join(root, folder), { recursive: true, withFileTypes: false })
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => path.join(folder, file));

let compared = 0;
let bytes = 0;
const different = [];

function compare(args, options = {}) {
  const folder = options.folder ?? root;
  const expected = spawnSync(native, args, { cwd: folder, input: options.stdin ?? '', maxBuffer: 1 << 28 });
  const got = run(module, args, { folder, ...options });
  compared += 1;
  bytes += expected.stdout.length + expected.stderr.length;
  const isEqual = expected.status === got.code && expected.stdout.equals(got.stdout) && expected.stderr.equals(got.stderr);
  if (isEqual) return;
  different.push(args.join(' '));
  if (different.length > 5) return;
  console.error(`--- ishi ${args.join(' ')}: native ${expected.status}, wasm ${got.code}`);
  console.error(`${expected.stdout}${expected.stderr}`.slice(0, 2000));
  console.error('--- wasm');
  console.error(`${got.stdout}${got.stderr}`.slice(0, 2000));
}

const cases = sources('tests/cases');
const examples = sources('examples');
assert.ok(cases.length > 500 && examples.length > 20, 'the corpus is there');
for (const file of [...cases, ...examples]) {
  compare(['check', file]);
  compare(['test', file]);
  compare(['fmt', '--check', file]);
}
for (const file of examples) {
  compare(['check', '--thorough', '--format', 'json', file]);
  compare(['show', file]);
  compare(['why', file]);
}
for (const format of ['json', 'sarif', 'github']) compare(['check', '--format', format, 'tests/cases/fail']);
compare(['test', '--format', 'junit', 'examples']);

// Whole folders are built to the same bytes, too.
function blobs(build) {
  const out = path.join(scratch, 'blobs');
  fs.rmSync(out, { recursive: true, force: true });
  build(['build', '--no-cache', '-o', out, 'examples']);
  return fs.readdirSync(out, { recursive: true })
    .filter((file) => fs.statSync(path.join(out, file)).isFile())
    .sort()
    .map((file) => [file, fs.readFileSync(path.join(out, file))]);
}
const expected = blobs((args) => assert.equal(spawnSync(native, args, { cwd: root }).status, 0));
const got = blobs((args) => assert.equal(run(module, args, { folder: root }).code, 0));
assert.ok(expected.length > 10);
assert.deepEqual(got, expected);

assert.deepEqual(different, []);
console.log(`${compared} runs over ${cases.length} cases and ${examples.length} examples said the same ${bytes} bytes; ${got.length} blobs are equal`);
