// Blobs that the tool as WebAssembly writes are those of the native tool, and what the runtime as WebAssembly plays comes to the golden
// hashes.
// usage: node determinism_test.mjs ISHI_WASM DETERMINISM_WASM [NATIVE_BLOBS]

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { compile, run } from './run_module.mjs';

const [tool, program, nativeBlobs] = process.argv.slice(2).map((file) => path.resolve(file));
const folder = fileURLToPath(new URL('../determinism', import.meta.url));
const blobs = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-determinism-'));
process.on('exit', () => fs.rmSync(blobs, { recursive: true, force: true }));

const built = run(compile(tool), ['build', '--no-cache', '-o', blobs, '.'], { folder });
assert.equal(built.code, 0, `${built.stderr}`);
const scenarios = fs.readdirSync(blobs).filter((file) => file.endsWith('.ishi'));
assert.equal(scenarios.length, 6);
if (nativeBlobs) {
  for (const file of scenarios)
    assert.deepEqual(fs.readFileSync(path.join(blobs, file)), fs.readFileSync(path.join(nativeBlobs, file)), file);
}

const module = compile(program);
for (const options of [[], ['--chunks', 'single'], ['--rollback', '8']]) {
  const started = performance.now();
  const played = run(module, [blobs, '--golden', path.join(folder, 'golden.txt'), ...options]);
  assert.equal(played.code, 0, `${played.stdout}${played.stderr}`);
  const microseconds = ((performance.now() - started) * 1000) / (scenarios.length * 10000);
  console.log(`${played.stdout}equal to the golden hashes ${options.join(' ')}: ${microseconds.toFixed(1)} µs a frame`);
}
