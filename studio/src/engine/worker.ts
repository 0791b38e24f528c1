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

const tell = (message: FromWorker) => self.postMessage(message);
const encoder = new TextEncoder(), decoder = new TextDecoder();
const disk = new Map<string, Inode>();
const waiting: string[] = [];
let engine: Exports | null = null;
let isPlanned = false;

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

async function start(root: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) put(disk, `${root}/${path}`.slice(1), encoder.encode(text));
  const said: string[] = [];
  const line = ConsoleStdout.lineBuffered((text) => said.push(text));
  const wasi = new WASI(['ishi'], [], [new OpenFile(new File([])), line, line, new PreopenDirectory('/', disk)], { debug: false });
  const { instance } = await WebAssembly.instantiateStreaming(fetch(new URL('ishi.wasm', self.location.href.replace(/assets\/[^/]*$/, ''))), {
    wasi_snapshot_preview1: wasi.wasiImport,
  });
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
  plan();
}

// Works piece by piece, so that messages that come meanwhile are heard: a newer text makes older work unnecessary.
function plan(): void {
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
  if (hasWorked) plan();
});

// After a trap the module's memory is what it was in the middle of something: nothing more is asked of it.
function attempt(work: () => void): void {
  try {
    work();
  } catch (error) {
    engine = null;
    const why = error instanceof Error ? error.message : String(error);
    tell({ kind: 'failed', why: /memory/i.test(why) ? `${why} (its memory is used up)` : why });
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'message') {
    attempt(() => receive(data.text));
    return;
  }
  if (data.kind === 'put') {
    data.file.arrayBuffer().then((bytes) => {
      put(disk, data.path.slice(1), new Uint8Array(bytes));
      tell({ kind: 'put', path: data.path });
    }, (error: unknown) => tell({ kind: 'failed', why: `the recording could not be read: ${String(error)}` }));
    return;
  }
  start(data.root, data.files).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    const isOld = error instanceof WebAssembly.CompileError;
    tell({ kind: 'failed', why: isOld ? `this browser cannot run it (it needs WebAssembly with SIMD and exceptions: Chrome 95, Firefox 100, Safari 16.4 or later): ${why}` : why });
  });
};
