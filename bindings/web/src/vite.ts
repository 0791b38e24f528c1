import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ErrorPayload, Plugin, ViteDevServer } from 'vite';
import type { LiveViewer } from './live.js';
import { fromBase64, liveEvent, toBase64, type LiveMessage } from './live_messages.js';
import { listenFor, type Listening } from './live_node.js';

export interface IshiPluginOptions {
  /** The tool `ishi`; without it that of the npm package `ishi`, of the variable ISHI_TOOL, or `ishi` of the PATH. */
  tool?: string;
  /** The folder that includes stay inside; without it the nearest folder upward that holds ishi.yaml. */
  root?: string;
  /** Writes the contract as TypeScript: `from` is a file or folder of sources, `to` the file that is written. Relative to Vite's root. */
  header?: { from: string; to: string };
}

/** What compiling a file came to: its blob, or why there is none. */
interface Compiled {
  blob?: Buffer;
  fault?: ErrorPayload['err'];
  /** The file, and what it includes. */
  sources: string[];
}
interface Run {
  code: number;
  output: string;
  errors: string;
}

const isSource = (id: string): boolean => /\.ishi\.yaml$/.test(id);
const extension = '.ishi.yaml';

/**
 * The plugin for Vite: compiles `*.ishi.yaml` files as they are imported, shows their diagnostics in Vite's overlay, and hands a new
 * version to the running game, which reloads with its state. While a file is broken the page goes on with the last good version.
 */
export default function ishi(options: IshiPluginOptions = {}): Plugin {
  let viteRoot = process.cwd();
  let server: ViteDevServer | undefined;
  // Of each imported file: what it was compiled to last, and the files that this depends on.
  const good = new Map<string, Buffer>();
  const sourcesOf = new Map<string, readonly string[]>();

  const run = (args: string[]): Promise<Run> => runTool(options.tool, viteRoot, args);
  const rootArguments = options.root === undefined ? [] : ['--root', options.root];

  async function compile(file: string): Promise<Compiled> {
    const folder = await mkdtemp(path.join(tmpdir(), 'ishi-vite-'));
    try {
      const { code, errors } = await run(['build', file, '-o', folder, '--no-cache', '--depfile', ...rootArguments]);
      if (code !== 0) return { fault: await faultOf(file, code, errors), sources: [file] };
      const blob = path.join(folder, `${path.basename(file, extension)}.ishi`);
      if (!existsSync(blob)) return { fault: plainFault(file, `${path.basename(file)} has no agents: import a file with the section \`agents\``), sources: [file] };
      return { blob: await readFile(blob), sources: sourcesIn(await readFile(`${blob}.d`, 'utf8'), viteRoot) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  async function faultOf(file: string, code: number, errors: string): Promise<ErrorPayload['err']> {
    const fault = plainFault(file, errors.trim());
    if (code !== 1) return fault;
    const { output } = await run(['check', file, '--format', 'json', ...rootArguments]);
    try {
      const first = JSON.parse(output).diagnostics.find((one: { severity: string }) => one.severity === 'error');
      const { line, column } = first.span.start;
      fault.message = `${first.message} (${first.code})${first.help ? `: ${first.help}` : ''}`;
      fault.frame = errors.trim();
      fault.loc = { file: path.resolve(viteRoot, first.file), line, column: column - 1 };
    } catch {
      // The text says it as well.
    }
    return fault;
  }
  const plainFault = (file: string, message: string): ErrorPayload['err'] => ({ message, stack: '', id: file, plugin: 'ishi' });

  async function writeHeader(): Promise<void> {
    if (options.header === undefined) return;
    const { from, to } = options.header;
    const { code, errors } = await run(['header', path.resolve(viteRoot, from), '--language', 'typescript', '-o', path.resolve(viteRoot, to), ...rootArguments]);
    // Of sources with errors there is none; what is wrong is shown where they are imported.
    if (code !== 0 && code !== 1) throw new Error(`the contract cannot be written: ${errors.trim()}`);
  }

  // The overlay; the page goes on. Vite takes an overlay before the first update for a page that never came up, and would load it anew.
  function show(fault: ErrorPayload['err']): void {
    server?.ws.send({ type: 'update', updates: [] });
    server?.ws.send({ type: 'error', err: fault });
  }

  return {
    name: 'ishi',
    enforce: 'pre',
    config: () => ({ optimizeDeps: { exclude: ['ishi-web'] } }),
    configResolved(config) {
      viteRoot = config.root;
    },
    configureServer(made) {
      server = made;
      if (options.header !== undefined) made.watcher.add(path.resolve(viteRoot, options.header.from));
      // The game refuses a version whose contract it does not have, say.
      made.ws.on(liveEvent, (message: LiveMessage, page) => hearPage(message, page));
      made.ws.on('ishi:refused', ({ path: file, message }: { path: string; message: string }) => show(plainFault(file, `the game goes on with the last version: ${message}`)));
    },
    async buildStart() {
      await writeHeader();
    },

    async load(id) {
      if (!isSource(id)) return undefined;
      const { blob, fault, sources } = await compile(id);
      sourcesOf.set(id, sources);
      for (const source of sources) this.addWatchFile(source);
      if (blob !== undefined) good.set(id, blob);
      const last = good.get(id);
      if (fault !== undefined && (server === undefined || last === undefined)) {
        const { message, frame, loc } = fault;
        this.error({ message, ...(frame === undefined ? {} : { frame }), ...(loc === undefined ? {} : { loc }), id });
      }
      if (fault !== undefined) show(fault);
      return { code: moduleOf(path.relative(viteRoot, id), last!), map: null };
    },

    async handleHotUpdate({ file, modules, server: { moduleGraph } }) {
      if (!isSource(file)) return undefined;
      await writeHeader();
      const imported = [...sourcesOf].filter(([id, sources]) => id === file || sources.includes(file)).map(([id]) => id);
      if (imported.length === 0) return undefined;
      const changed = modules.filter((module) => module.file === null || !isSource(module.file));
      for (const id of imported) {
        const { blob, fault } = await compile(id);
        if (fault !== undefined) show(fault);
        else if (!blob!.equals(good.get(id) ?? Buffer.alloc(0))) changed.push(...(moduleGraph.getModulesByFile(id) ?? []));
        else server?.ws.send({ type: 'update', updates: [] }); // clears the overlay
      }
      return changed;
    },
  };
}

// Pages that let viewers look into their game. Each has a socket file, and its viewers are numbered.
interface Page {
  send(event: string, message: LiveMessage): void;
  socket?: { once(event: 'close', done: () => void): void };
}
interface Offered {
  listening: Listening;
  viewers: Map<number, LiveViewer>;
}
const offered = new WeakMap<object, Offered>();
let lastViewer = 0;

// Does what a page asks for. A page is trusted no more than any other sender.
function hearPage(message: LiveMessage, page: Page): void {
  const { kind, name, viewer, base64 } = message;
  const key = page.socket ?? page;
  if (kind === 'offer' && typeof name === 'string' && !offered.has(key)) {
    const viewers = new Map<number, LiveViewer>();
    try {
      const listening = listenFor(name, (joined) => {
        const number = ++lastViewer;
        viewers.set(number, joined);
        page.send(liveEvent, { kind: 'join', viewer: number });
        return {
          receive: (bytes) => page.send(liveEvent, { kind: 'bytes', viewer: number, base64: toBase64(bytes) }),
          gone: () => {
            if (viewers.delete(number)) page.send(liveEvent, { kind: 'gone', viewer: number });
          },
        };
      });
      offered.set(key, { listening, viewers });
      page.socket?.once('close', () => listening.close());
    } catch (fault) {
      console.error(`[ishi] nobody can look into the page: ${(fault as Error).message}`);
    }
  }
  const joined = viewer === undefined ? undefined : offered.get(key)?.viewers.get(viewer);
  if (kind === 'bytes' && typeof base64 === 'string') joined?.send(fromBase64(base64), () => page.send(liveEvent, { kind: 'sent', viewer }));
  if (kind !== 'gone' || viewer === undefined) return;
  offered.get(key)?.viewers.delete(viewer);
  joined?.close();
}

// The module that a file is imported as. What it exports stays the same object when the file is compiled anew.
function moduleOf(file: string, blob: Buffer): string {
  const name = JSON.stringify(file);
  return `import { assetSource, bytesOf } from 'ishi-web/source';
const blob = ${JSON.stringify(blob.toString('base64'))};
const source = import.meta.hot?.data.source ?? assetSource(${name}, blob);
if (import.meta.hot) {
  source.onRefusal = (fault) => {
    console.error(fault);
    import.meta.hot.send('ishi:refused', { path: ${name}, message: fault.message });
  };
  if (import.meta.hot.data.source) source.update(bytesOf(blob));
  import.meta.hot.data.source = source;
  import.meta.hot.accept();
}
export default source;
`;
}

const toolMissing = -1;

function runTool(given: string | undefined, root: string, args: string[]): Promise<Run> {
  const [program, ...first] = toolOf(given, root);
  return new Promise((resolve) => {
    execFile(program!, [...first, ...args], { cwd: root, maxBuffer: 1 << 26 }, (fault, output, errors) => {
      const code = fault === null ? 0 : typeof fault.code === 'number' ? fault.code : toolMissing;
      const missing = `there is no tool \`${program}\` (${fault?.message}): npm install --save-dev ishi, or name one by \`ishi({ tool: … })\` in vite.config`;
      resolve({ code, output, errors: code === toolMissing ? missing : errors });
    });
  });
}
function toolOf(given: string | undefined, root: string): string[] {
  if (given !== undefined) return [given];
  if (process.env.ISHI_TOOL) return [process.env.ISHI_TOOL];
  for (let folder = root; ; folder = path.dirname(folder)) {
    const script = path.join(folder, 'node_modules/ishi/bin/ishi.cjs');
    if (existsSync(script)) return [process.execPath, script];
    if (folder === path.dirname(folder)) return ['ishi'];
  }
}

// The files that a depfile names, as make writes them: spaces and hashes have a backslash, dollars are doubled.
function sourcesIn(depfile: string, root: string): string[] {
  const [rule] = depfile.replace(/\\\n/g, ' ').split('\n');
  const names = rule!.replace(/^(\\.|[^:\\]|:(?!\s))*:/, '');
  return [...names.matchAll(/(?:\\.|[^\s\\])+/g)].map(([name]) => path.resolve(root, name.replace(/\\([\s#\\:])/g, '$1').replaceAll('$$', '$')));
}
