/// <reference lib="webworker" />
import { ConsoleStdout, Directory, File, type Inode, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import type { FromWorker, ToWorker } from './messages';

// The engine: compiler and runtime as WebAssembly, asked as a language server (wasm/exports.cpp). Its disk holds the files of
// the page, in memory.

declare const self: DedicatedWorkerGlobalScope;

interface Exports {
  memory: WebAssembly.Memory;
  ishi_open(): void;
  ishi_message(size: number): number;
  ishi_receive(): void;
  ishi_work(): number;
  ishi_take(): number;
  ishi_answer(): number;
}

// SHA-256 of the module that the page was built with, in hexadecimal digits; empty: whichever lies there.
declare const __MODULE__: string;

const kMoment = 10; // milliseconds

const tell = (message: FromWorker) => self.postMessage(message);
const encoder = new TextEncoder(), decoder = new TextDecoder();
const disk = new Map<string, Inode>();
const waiting: string[] = [];
let engine: Exports | null = null;
let isPlanned = false;
let unread = 0; // messages that were handed over
let isChanged = false; // by the last of them
let rest: ReturnType<typeof setTimeout> | undefined;
// What the module has written to its standard output and error.
const said: string[] = [];

// A folder of the disk with what lies below it. `path` has no slash at its beginning.
function put(folder: Map<string, Inode>, path: string, bytes: Uint8Array): void {
  const slash = path.indexOf('/');
  if (slash < 0) {
    folder.set(path, new File(bytes));
    return;
  }
  const name = path.slice(0, slash);
  const below = folder.get(name) ?? new Directory(new Map());
  folder.set(name, below);
  put((below as Directory).contents, path.slice(slash + 1), bytes);
}

function takeAway(folder: Map<string, Inode>, path: string): void {
  const slash = path.indexOf('/'), below = folder.get(path.slice(0, slash));
  if (slash < 0) folder.delete(path);
  else if (below instanceof Directory) takeAway(below.contents, path.slice(slash + 1));
}

// Throws a sentence.
async function load(): Promise<WebAssembly.Module> {
  const answer = await fetch(new URL('ishi.wasm', self.location.href.replace(/assets\/[^/]*$/, '')));
  if (!answer.ok) throw new Error(`The engine could not be loaded: the server answers with ${answer.status} for ishi.wasm.`);
  // Both go on while it comes. Only places that are safe have the digest: https, and this machine.
  const copy = answer.clone();
  const compiled = WebAssembly.compileStreaming(answer).then((module) => ({ module }), (error: unknown) => ({ error }));
  if (__MODULE__ !== '' && 'subtle' in crypto) {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await copy.arrayBuffer()));
    if (Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') !== __MODULE__)
      throw new Error('This page and its ishi.wasm are not of one build: one of them may be an old copy, or was cut on its way. ' +
        'Reload the page past the cache (Ctrl+Shift+R); who serves it builds both with scripts/studio.');
  }
  const result = await compiled;
  if ('module' in result) return result.module;
  if (!(result.error instanceof WebAssembly.CompileError)) throw result.error;
  throw new Error('This browser cannot run Ishi: it needs WebAssembly with SIMD and exceptions, which Chrome and Edge have from version 95 on, ' +
    `Firefox from 100, and Safari from 16.4. (${result.error.message})`);
}

// On its way before anybody asks; what goes wrong is said once somebody does.
const loaded = load();
loaded.catch(() => {});

async function start(root: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) put(disk, `${root}/${path}`.slice(1), encoder.encode(text));
  const line = ConsoleStdout.lineBuffered((text) => said.push(text));
  const wasi = new WASI(['ishi'], [], [new OpenFile(new File([])), line, line, new PreopenDirectory('/', disk)], { debug: false });
  const instance = await WebAssembly.instantiate(await loaded, { wasi_snapshot_preview1: wasi.wasiImport });
  engine = instance.exports as unknown as Exports;
  wasi.inst = instance as never;
  engine.ishi_open();
  for (const text of waiting.splice(0)) receive(text);
}

function receive(text: string): void {
  if (engine === null) {
    waiting.push(text);
    return;
  }
  const bytes = encoder.encode(text);
  const at = engine.ishi_message(bytes.length);
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
  engine.ishi_receive();
  ++unread;
  isChanged = text.includes('"method":"textDocument/didChange"');
  plan();
}

// Works piece by piece, so that messages that come meanwhile are heard: a newer text makes older work unnecessary.
function plan(): void {
  clearTimeout(rest);
  if (isPlanned) return;
  isPlanned = true;
  channel.port2.postMessage(null);
}
const channel = new MessageChannel();
channel.port1.onmessage = () => attempt(() => {
  isPlanned = false;
  if (engine === null) return;
  const hasWorked = engine.ishi_work() !== 0;
  for (let size = engine.ishi_take(); size > 0; size = engine.ishi_take())
    tell({ kind: 'message', text: decoder.decode(new Uint8Array(engine.memory.buffer, engine.ishi_answer(), size)) });
  if (unread > 0) --unread;
  // Of a new text the page asks in a moment: its questions come before what nobody asks for.
  if (hasWorked && unread === 0 && isChanged) rest = setTimeout(plan, kMoment);
  else if (hasWorked) plan();
  isChanged = isChanged && unread > 0;
});

// After a trap the module's memory is what it was in the middle of something: nothing more is asked of it.
function attempt(work: () => void): void {
  said.length = 0;
  try {
    work();
  } catch (error) {
    engine = null;
    const why = said.at(-1) ?? (error instanceof Error ? error.message : String(error));
    const isFull = /out of memory/i.test(why);
    tell({ kind: 'failed', why: isFull ? 'The engine has stopped: it has used up its memory.' : `The engine has stopped: ${why}.`, again: true });
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'message') {
    attempt(() => receive(data.text));
    return;
  }
  if (data.kind === 'write') {
    if (data.text === null) takeAway(disk, data.path.slice(1));
    else put(disk, data.path.slice(1), encoder.encode(data.text));
    return;
  }
  if (data.kind === 'put') {
    data.file.arrayBuffer().then((bytes) => {
      put(disk, data.path.slice(1), new Uint8Array(bytes));
      tell({ kind: 'put', path: data.path });
    }, (error: unknown) => tell({ kind: 'put', path: data.path, fault: error instanceof Error ? error.message : String(error) }));
    return;
  }
  start(data.root, data.files).catch((error: unknown) => {
    tell({ kind: 'failed', why: error instanceof Error ? error.message : String(error), again: false });
  });
};
