// What the tests of bindings/web share: the package that scripts/web has built, the tool, and folders of their own.
// ISHI_WEB: build/web, with the package in it. ISHI: the tool.

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const built = process.env.ISHI_WEB ?? path.join(root, 'build/web');
export const tool = process.env.ISHI ?? path.join(root, 'build/dev/compiler/ishi');
export const modulePath = path.join(built, 'package/dist/ishi_web.wasm');
export const web = await import(pathToFileURL(path.join(built, 'package/dist/index.js')));

const scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-web-')));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));
let folders = 0;
export function folder() {
  const made = path.join(scratch, `${folders++}`);
  fs.mkdirSync(made);
  return made;
}

export function run(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', ...options });
  if (error) throw error;
  return { status, stdout, stderr };
}
// The blob of a source, a path or its text.
export function blobOf(source) {
  const output = folder();
  const file = source.endsWith('.yaml') ? source : path.join(output, 'one.ishi.yaml');
  if (file !== source) fs.writeFileSync(file, source);
  const { status, stderr } = run(tool, ['build', file, '-o', output, '--no-cache']);
  if (status !== 0) throw new Error(stderr);
  return fs.readFileSync(path.join(output, path.basename(file).replace(/\.yaml$/, '')));
}
export const gameBlob = () => blobOf(path.join(root, 'tests/bindings/game.ishi.yaml'));
export const golden = () => fs.readFileSync(path.join(root, 'tests/bindings/golden.txt'), 'utf8');
