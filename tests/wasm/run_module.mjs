// Runs ishi.wasm, or another command of WASI, in this process, so that it is compiled once for many runs.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { WASI } from 'node:wasi';

import { importsOf } from '../../bindings/npm/imports.js';

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-wasm-'));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));

export const compile = (file) => new WebAssembly.Module(fs.readFileSync(file));

// Gives { code, stdout, stderr }, the last two as buffers.
export function run(module, args, { folder = process.cwd(), stdin = '' } = {}) {
  const files = ['stdin', 'stdout', 'stderr'].map((name) => path.join(scratch, name));
  fs.writeFileSync(files[0], stdin);
  const [input, output, errors] = files.map((file, stream) => fs.openSync(file, stream === 0 ? 'r' : 'w'));
  const wasi = new WASI({
    version: 'preview1',
    args: ['ishi', ...args],
    env: { PWD: folder },
    preopens: { '/': '/' },
    returnOnExit: true,
    stdin: input,
    stdout: output,
    stderr: errors,
  });
  const instance = new WebAssembly.Instance(module, importsOf(wasi));
  let code;
  try {
    code = wasi.start(instance);
  } catch (error) {
    code = `${error}`;
  }
  for (const file of [input, output, errors]) fs.closeSync(file);
  return { code, stdout: fs.readFileSync(files[1]), stderr: fs.readFileSync(files[2]) };
}
