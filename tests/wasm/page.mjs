// In the browser: plays the determinism scenarios, opens a workspace, and reports to browser_test.mjs.

import { ConsoleStdout, Directory, File, OpenFile, PreopenDirectory, WASI } from '/shim/index.js';
import { Workspace } from '/package/index.js';

const bytes = async (address) => new Uint8Array(await (await fetch(address)).arrayBuffer());
const compile = (address) => WebAssembly.compileStreaming(fetch(address));

function system(args, files) {
  const output = [];
  const streams = [1, 2].map(() => ConsoleStdout.lineBuffered((line) => output.push(line)));
  const wasi = new WASI(args, [], [new OpenFile(new File([])), ...streams, new PreopenDirectory('/', new Map(Object.entries(files)))]);
  return { wasi, output };
}

async function play(scenarios) {
  const blobs = new Map();
  for (const name of scenarios) blobs.set(name, new File(await bytes(`/blobs/${name}`)));
  const { wasi, output } = system(['determinism', '/blobs', '--golden', '/golden.txt'],
    { blobs: new Directory(blobs), 'golden.txt': new File(await bytes('/golden.txt')) });
  const instance = await WebAssembly.instantiate(await compile('/determinism.wasm'), { wasi_snapshot_preview1: wasi.wasiImport });
  const started = performance.now();
  const code = wasi.start(instance);
  return { code, output, milliseconds: performance.now() - started };
}

// Diagnostics of a text in a project that lies in memory, good and then with each of the faults.
async function check(sources, text, faults) {
  const module = await compile('/package/ishi.wasm');
  const { wasi } = system([], { project: new Directory(new Map(Object.entries(sources).map(([name, source]) => [name, new File(new TextEncoder().encode(source))]))) });
  const workspace = await Workspace.open(module, wasi);
  const uri = 'file:///project/guard.ishi.yaml';
  workspace.request('initialize', { capabilities: {} });
  workspace.notify('initialized', {});
  workspace.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'ishi', version: 1, text } });
  const diagnostics = () => workspace.settle().filter(({ method }) => method === 'textDocument/publishDiagnostics').at(-1)?.params.diagnostics;
  const found = [diagnostics()];
  let version = 2;
  const times = [];
  for (const fault of faults) {
    const started = performance.now();
    workspace.notify('textDocument/didChange', { textDocument: { uri, version: version++ }, contentChanges: [{ text: fault }] });
    found.push(diagnostics());
    times.push(performance.now() - started);
  }
  return { found, times };
}

async function report(result) {
  await fetch('/result', { method: 'POST', body: JSON.stringify(result) });
}

try {
  const { scenarios, sources, text, faults } = await (await fetch('/task')).json();
  const checked = await check(sources, text, faults);
  await report({ ...checked, played: await play(scenarios) });
} catch (error) {
  await report({ error: `${error}\n${error.stack}` });
}
