/// <reference lib="webworker" />
import { ConsoleStdout, Directory, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import address from 'ishi/ishi.wasm?url';
import type { Answer, Question } from './compiler.js';

// Runs the tool on files in memory, once for each question.

declare const self: DedicatedWorkerGlobalScope;

const loaded = WebAssembly.compileStreaming(fetch(address));
loaded.catch(() => {}); // the first answer tells of it
const encoder = new TextEncoder();

async function answer({ files, file }: Question): Promise<Answer> {
  const module = await loaded;
  let said = '';
  const decoder = new TextDecoder();
  const hear = new ConsoleStdout((bytes) => (said += decoder.decode(bytes, { stream: true })));
  const out = new Directory(new Map());
  const disk = new Map<string, File | Directory>([['out', out]]);
  for (const [name, text] of Object.entries(files)) disk.set(name, new File(encoder.encode(text)));
  const wasi = new WASI(['ishi', 'build', `/${file}`, '-o', '/out', '--no-cache'], ['NO_COLOR=1'], [new OpenFile(new File([])), hear, hear, new PreopenDirectory('/', disk)]);
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
  const code = wasi.start(instance as unknown as { exports: { memory: WebAssembly.Memory; _start: () => unknown } });
  const blob = out.contents.get(file.replace('.ishi.yaml', '.ishi'));
  return code === 0 && blob instanceof File ? { blob: blob.data } : { refused: said.trim() };
}

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  try {
    self.postMessage(await answer(data));
  } catch (fault) {
    const { message } = fault as Error;
    const told: Answer = { refused: fault instanceof WebAssembly.CompileError ? `This browser cannot run the compiler: ${message}` : `The compiler ended: ${message}` };
    self.postMessage(told);
  }
};
