import type { Diagnostic, Position, WorkspaceEdit } from 'vscode-languageserver-protocol';
import type { FromPage, Text, ToPage } from '../../../editors/vscode/src/messages';
import type { Engine } from '../engine/engine';
import { setRoot, uriOf } from '../engine/uris';
import { project } from '../project.svelte';

// The editor that shows the page: it has the texts, and its language server answers.

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void; setState(state: { file: string; view: string }): void };
const editor = acquireVsCodeApi();

interface Waiting {
  resolve: (result: never) => void;
  reject: (error: Error) => void;
}
const waiting = new Map<number, Waiting>();
const versions: Record<string, number> = {};
let last = 0;

// Keeps what the page shows, for the time after the window was closed.
export const keep = (path: string, view: string): void => editor.setState({ file: uriOf(path), view });

export const tell = (message: FromPage): void => editor.postMessage(message);
function ask<T>(make: (id: number) => FromPage, signal?: AbortSignal): Promise<T> {
  const id = ++last;
  signal?.addEventListener('abort', () => { if (waiting.has(id)) tell({ kind: 'cancel', id }); }, { once: true });
  return new Promise<T>((resolve, reject) => {
    waiting.set(id, { resolve: resolve as (result: never) => void, reject });
    tell(make(id));
  });
}

const refuse = (): Promise<never> => Promise.reject(new Error('recordings are opened in the studio, or debugged'));
const engine = (): Engine => ({
  ready: Promise.resolve(),
  sync: () => {},
  request: <T>(method: string, params: unknown, signal?: AbortSignal) => ask<T>((id) => ({ kind: 'ask', id, method, params }), signal),
  write: () => {}, // the server reads what the editor has
  put: refuse,
  takeAway: () => {},
  stop: () => {},
});

// The text is shown; keys stay in the page.
export const goTo = (path: string, { line, character }: Position): void => tell({ kind: 'goTo', at: { path, line, character } });

// Makes the page the editor's. Whatever it hears besides goes to `look`.
export function connect(look: (message: Extract<ToPage, { kind: 'look' }>) => void): void {
  project.makeEngine = engine;
  project.goTo = goTo;
  project.reveal = (place) => goTo(project.path, place);
  project.take = (edit: WorkspaceEdit, isOnTheWay = false) => ask<boolean>((id) => ({ kind: 'apply', id, edit, versions: { ...versions }, isOnTheWay }));
  project.settle = () => tell({ kind: 'settle' });
  const known = (path: string, { text, version }: Text): string => {
    versions[path] = version;
    return text.replace(/\r\n?/g, '\n');
  };
  window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
    if (data.kind === 'answer') {
      const one = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.fault === undefined) one?.resolve(data.result as never);
      else one?.reject(new Error(data.fault));
    } else if (data.kind === 'open') {
      setRoot(data.root);
      for (const path of Object.keys(versions)) delete versions[path];
      project.openFiles(Object.fromEntries(Object.entries(data.files).map(([path, one]) => [path, known(path, one)])), '', data.path);
    } else if (data.kind === 'text') {
      project.changed(data.path, known(data.path, data.text));
    } else if (data.kind === 'judged') {
      project.diagnostics[data.path] = data.errors.map(({ message, line }): Diagnostic =>
        ({ severity: 1, message, range: { start: { line, character: 0 }, end: { line, character: 0 } } }));
    } else if (data.kind === 'cursor') {
      project.cursor = data.at;
    } else {
      look(data);
    }
  });
  tell({ kind: 'ready' });
}
