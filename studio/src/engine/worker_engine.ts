import { LSPClient, type Transport } from '@codemirror/lsp-client';
import DOMPurify from 'dompurify';
import type { Diagnostic, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { editsOf } from '../text/applied';
import type { Failure, FromWorker, ToWorker } from './messages';
import type { Keeper } from './keeper';
import { Texts } from './texts';
import type { Engine } from './engine';
import { kRoot, pathOf, uriOf } from './uris';
import { takeWorker } from './warm';

// The compiler and runtime, in a worker: a language server whose files are those of the page.

// How long a question may take before the page gives it up.
const kTimeout = 60_000;

class Client extends LSPClient {
  changes = 0;

  override async request<Params, Result>(method: string, params: Params): Promise<Result> {
    const before = this.changes;
    const answer = await super.request<Params, Result>(method, params);
    // What is said of a place in a text is lost where the text has changed meanwhile: the place may not be there any more.
    if (method === 'textDocument/hover' && this.changes !== before) return null as Result;
    // The server lists the edits of a renaming by documents, the client takes them by files.
    if (method === 'textDocument/rename' && answer !== null) {
      return { changes: Object.fromEntries([...editsOf(answer as WorkspaceEdit)].map(([uri, edits]) => [uriOf(pathOf(uri)), edits])) } as Result;
    }
    return answer;
  }
}

// Half a surrogate is no letter, and the server refuses a message with one: it gets what stands for no letter, of the same length.
const wellFormed = (json: string): string =>
  json.includes('\\ud') ? json.replace(/\\(ud[89a-f][0-9a-f]{2}|.)/g, (all, escaped: string) => (escaped.length > 1 ? '\\ufffd' : all)) : json;

// What happened to a file on the disk, as the protocol has it.
const kCreated = 1, kChanged = 2, kDeleted = 3;

interface Put {
  resolve: () => void;
  reject: (error: Error) => void;
}

export class WorkerEngine implements Engine {
  readonly client: LSPClient;
  private readonly worker: Worker;
  private readonly puts = new Map<string, Put>();
  private readonly handlers = new Set<(message: string) => void>();

  // `files`: what lies on the worker's disk, by path.
  constructor(files: Record<string, string>, keeper: Keeper) {
    const fail = (failure: Failure) => {
      this.refusePuts(failure.why);
      keeper.failed(failure);
    };
    this.worker = takeWorker();
    this.worker.onerror = (event) => fail({ why: `The engine could not be loaded${event.message ? `: ${event.message}` : ''}.`, again: true });
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'message') this.handlers.forEach((handler) => handler(data.text));
      else if (data.kind === 'put') this.take(data.path, data.fault);
      else fail(data);
    };
    this.post({ kind: 'start', root: kRoot, files });
    const client = new Client({
      rootUri: `file://${kRoot}`,
      timeout: kTimeout,
      sanitizeHTML: (html) => DOMPurify.sanitize(html),
      workspace: (own) => new Texts(own, keeper, (path, text) => this.post({ kind: 'write', path: `${kRoot}/${path}`, text })),
      extensions: [{
        notificationHandlers: {
          'textDocument/publishDiagnostics': (_, params: { uri: string; diagnostics: Diagnostic[] }) => {
            keeper.judged(pathOf(params.uri), params.diagnostics);
            return true;
          },
          'window/showMessage': () => true, // the page shows results where they belong
        },
      }],
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
    this.refusePuts('the engine was stopped');
  }

  get ready(): Promise<unknown> { return this.client.initializing; }
  sync(): void { this.client.sync(); }
  request<T>(method: string, params: unknown, signal?: AbortSignal): Promise<T> {
    signal?.addEventListener('abort', () => this.client.cancelRequest(params), { once: true });
    return this.client.request(method, params);
  }

  write(path: string, text: string | null, isNew = false): void {
    this.post({ kind: 'write', path: `${kRoot}/${path}`, text });
    const type = text === null ? kDeleted : isNew ? kCreated : kChanged;
    this.client.notification('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(path), type }] });
  }

  put(path: string, file: Blob): Promise<void> {
    return new Promise((resolve, reject) => {
      this.puts.set(path, { resolve, reject });
      this.post({ kind: 'put', path, file });
    });
  }
  takeAway(path: string): void {
    this.post({ kind: 'write', path, text: null });
  }

  private take(path: string, fault?: string): void {
    const put = this.puts.get(path);
    this.puts.delete(path);
    if (fault === undefined) put?.resolve();
    else put?.reject(new Error(fault));
  }
  private refusePuts(why: string): void {
    for (const put of this.puts.values()) put.reject(new Error(why));
    this.puts.clear();
  }
  private post(message: ToWorker): void {
    this.worker.postMessage(message);
  }
}
