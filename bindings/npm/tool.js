import { readFile } from 'node:fs/promises';
import { writeSync } from 'node:fs';
import { parse } from 'node:path';

import { importsOf } from './imports.js';

// The command-line tool through Node's WASI: the same verbs, output and exit codes as the one that a C++ compiler makes.

const COULD_NOT_RUN = 2;

// Node says on each start that its WASI is experimental, which is nothing to whoever runs `ishi`.
async function loadWasi() {
  const emitWarning = process.emitWarning;
  process.emitWarning = (warning, ...rest) => {
    if (!String(warning).startsWith('WASI is an experimental feature')) emitWarning.call(process, warning, ...rest);
  };
  try {
    return (await import('node:wasi')).WASI;
  } finally {
    process.emitWarning = emitWarning;
  }
}

// Runs `ishi` with these arguments in the working folder, with this process's input, output and environment. Gives the exit code.
//
// It is given the whole disk, as any program of this user: paths mean what they mean to others. On Windows that is the drive of
// the working folder, and paths are written with `/`.
export async function runTool(args) {
  const WASI = await loadWasi();
  const module = await WebAssembly.compile(await readFile(new URL('ishi.wasm', import.meta.url)));
  const folder = process.cwd();
  const { root } = parse(folder);
  const wasi = new WASI({
    version: 'preview1',
    args: ['ishi', ...args],
    env: { ...process.env, PWD: `/${folder.slice(root.length).replaceAll('\\', '/')}` },
    preopens: { '/': root },
    returnOnExit: true,
  });
  try {
    return wasi.start(await WebAssembly.instantiate(module, importsOf(wasi)));
  } catch (error) {
    writeSync(2, `ishi: ${error instanceof RangeError ? 'the stack is used up' : error.message}\n`);
    return COULD_NOT_RUN;
  }
}
