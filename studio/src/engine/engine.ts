import { LSPClient, type LSPClientExtension, type Transport } from '@codemirror/lsp-client';
import DOMPurify from 'dompurify';
import type { Failure, FromWorker, ToWorker } from './messages';
import { takeWorker } from './warm';

// The compiler and runtime, in a worker: a language server whose files are those of the page.

export const kRoot = '/project';
export const uriOf = (path: string): string => `file://${kRoot}/${path}`;
export const pathOf = (uri: string): string => decodeURIComponent(uri).replace(`file://${kRoot}/`, '');

// How long a question may take before the page gives it up.
const kTimeout = 60_000;

// What is said of a place in a text is lost where the text has changed meanwhile: the place may not be there any more.
class Client extends LSPClient {
  changes = 0;

  override async request<Params, Result>(method: string, params: Params): Promise<Result> {
    const before = this.changes;
    const answer = await super.request<Params, Result>(method, params);
    return method === 'textDocument/hover' && this.changes !== before ? (null as Result) : answer;
  }
}

// Half a surrogate is no letter, and the server refuses a message with one: it gets what stands for no letter, of the same length.
const wellFormed = (json: string): string =>
  json.includes('\\ud') ? json.replace(/\\(ud[89a-f][0-9a-f]{2}|.)/g, (all, escaped: string) => (escaped.length > 1 ? '\\ufffd' : all)) : json;

export class Engine {
  readonly client: LSPClient;
  private readonly worker: Worker;
  private readonly puts: (() => void)[] = []; // in the order in which they are done
  private readonly handlers = new Set<(message: string) => void>();

  // `files`: what lies on the worker's disk, by path. `failed`: called once the worker is gone.
  constructor(files: Record<string, string>, extensions: LSPClientExtension[], failed: (failure: Failure) => void) {
    this.worker = takeWorker();
    this.worker.onerror = (event) => failed({ why: `The engine could not be loaded${event.message ? `: ${event.message}` : ''}.`, again: true });
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'message') this.handlers.forEach((handler) => handler(data.text));
      else if (data.kind === 'put') this.puts.shift()?.();
      else failed(data);
    };
    this.post({ kind: 'start', root: kRoot, files });
    const client = new Client({
      rootUri: `file://${kRoot}`,
      timeout: kTimeout,
      sanitizeHTML: (html) => DOMPurify.sanitize(html),
      extensions,
    });
    const transport: Transport = {
      send: (text) => {
        if (text.includes('"method":"textDocument/didChange"')) client.changes += 1;
        this.post({ kind: 'message', text: wellFormed(text) });
      },
      subscribe: (handler) => this.handlers.add(handler),
      unsubscribe: (handler) => this.handlers.delete(handler),
    };
    this.client = client.connect(transport);
  }

  stop(): void {
    this.client.disconnect();
    this.worker.terminate();
  }

  // A file on the worker's disk.
  put(path: string, file: Blob): Promise<void> {
    return new Promise((resolve) => {
      this.puts.push(resolve);
      this.post({ kind: 'put', path, file });
    });
  }

  // A command of the server about a file (docs/editors.md). `signal`: nobody waits for the answer any more.
  command<T>(command: string, path: string, argument?: unknown, signal?: AbortSignal): Promise<T> {
    const params = { command, arguments: argument === undefined ? [uriOf(path)] : [uriOf(path), argument] };
    signal?.addEventListener('abort', () => this.client.cancelRequest(params), { once: true });
    return this.client.request('workspace/executeCommand', params);
  }

  private post(message: ToWorker): void {
    this.worker.postMessage(message);
  }
}
