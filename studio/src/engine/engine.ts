import { uriOf } from './uris';

// The language server that answers the page: in a worker of the page, or behind the editor that shows it.
export interface Engine {
  readonly ready: Promise<unknown>; // until then nothing is asked
  sync(): void; // the server is told what was typed
  request<T>(method: string, params: unknown, signal?: AbortSignal): Promise<T>;
  // Another text for a file that no editor shows; null: it is gone.
  write(path: string, text: string | null, isNew?: boolean): void;
  // A file on the server's disk, outside the project. Rejects where it cannot be read.
  put(path: string, file: Blob): Promise<void>;
  takeAway(path: string): void;
  stop(): void;
}

// A command of the server about a file (docs/editors.md). `signal`: nobody waits for the answer any more.
export function command<T>(engine: Engine, name: string, path: string, argument?: unknown, signal?: AbortSignal): Promise<T> {
  return engine.request('workspace/executeCommand', { command: name, arguments: argument === undefined ? [uriOf(path)] : [uriOf(path), argument] }, signal);
}
