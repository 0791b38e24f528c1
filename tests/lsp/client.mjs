// `ishi lsp` as an editor uses it: through the client library that VS Code's own extensions use.

import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const rpc = require('vscode-languageserver-protocol/node');

export const protocol = rpc;
export const sources = fileURLToPath(new URL('../..', import.meta.url));
export const ishi = process.env.ISHI;
export const uriOf = (file) => pathToFileURL(file).href;

// A client with what editors can do; `can` adds to it or takes away.
export class Client {
  #process;
  #waiting = []; // for diagnostics
  diagnostics = new Map(); // by URI, the latest
  messages = []; // shown to the user
  registrations = [];
  appliedEdits = [];
  texts = new Map(); // by URI, as the client has them
  versions = new Map();

  static async start(can = {}, environment = {}) {
    const client = new Client();
    client.#process = spawn(ishi, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...environment } });
    client.exited = new Promise((resolve) => client.#process.on('exit', (code, signal) => resolve(code ?? signal)));
    client.connection = rpc.createProtocolConnection(
      new rpc.StreamMessageReader(client.#process.stdout), new rpc.StreamMessageWriter(client.#process.stdin));
    client.connection.onNotification(rpc.PublishDiagnosticsNotification.type, (params) => {
      client.diagnostics.set(params.uri, params);
      client.#waiting = client.#waiting.filter((one) => !one(params));
    });
    client.connection.onNotification(rpc.ShowMessageNotification.type, (params) => client.messages.push(params));
    client.connection.onRequest(rpc.RegistrationRequest.type, (params) => client.registrations.push(...params.registrations));
    client.connection.onRequest(rpc.ApplyWorkspaceEditRequest.type, (params) => {
      client.appliedEdits.push(params);
      return { applied: true };
    });
    client.connection.onRequest('window/workDoneProgress/create', () => null);
    client.connection.listen();
    client.initialized = await client.request('initialize', {
      processId: process.pid,
      rootUri: null,
      initializationOptions: can.options,
      capabilities: {
        window: { workDoneProgress: can.progress ?? false },
        general: can.general ?? {},
        workspace: { applyEdit: true, didChangeWatchedFiles: { dynamicRegistration: can.watches ?? true } },
        textDocument: { completion: { completionItem: { snippetSupport: can.snippets ?? true } } },
      },
    });
    client.connection.sendNotification('initialized', {});
    return client;
  }

  get pid() { return this.#process.pid; }
  get stdin() { return this.#process.stdin; }
  kill() { this.#process.kill('SIGKILL'); }
  request(method, params) { return this.connection.sendRequest(method, params); }
  notify(method, params) { return this.connection.sendNotification(method, params); }

  open(file, text = fs.readFileSync(file, 'utf8')) {
    const uri = file.includes('://') || file.startsWith('untitled:') ? file : uriOf(file);
    this.texts.set(uri, text);
    this.versions.set(uri, 1);
    this.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text } });
    return uri;
  }

  // Replaces a piece of a text, in units of UTF-16, as an editor does.
  edit(uri, begin, end, text) {
    const old = this.texts.get(uri);
    const range = { start: positionOf(old, begin), end: positionOf(old, end) };
    const version = this.versions.get(uri) + 1;
    this.versions.set(uri, version);
    this.texts.set(uri, old.slice(0, begin) + text + old.slice(end));
    this.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ range, text }] });
  }

  replace(uri, text) {
    const version = this.versions.get(uri) + 1;
    this.versions.set(uri, version);
    this.texts.set(uri, text);
    this.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] });
  }

  close(uri) { this.notify('textDocument/didClose', { textDocument: { uri } }); }

  // The diagnostics of the latest version of a text.
  diagnosticsOf(uri, version = this.versions.get(uri)) {
    const known = this.diagnostics.get(uri);
    if (known && known.version === version) return Promise.resolve(known.diagnostics);
    return this.when((params) => params.uri === uri && params.version === version);
  }
  when(holds) {
    return new Promise((resolve) => this.#waiting.push((params) => {
      if (!holds(params)) return false;
      resolve(params.diagnostics);
      return true;
    }));
  }

  // Asks about the place behind `|` in a piece of text that stands once in the file: `fi|re`.
  at(uri, piece, more = {}) {
    const text = this.texts.get(uri);
    const bar = piece.indexOf('|');
    const found = text.indexOf(piece.replace('|', ''));
    if (found < 0) throw new Error(`${piece} is not in the text`);
    return { textDocument: { uri }, position: positionOf(text, found + bar), ...more };
  }
  whole(uri) {
    return { start: { line: 0, character: 0 }, end: positionOf(this.texts.get(uri), this.texts.get(uri).length) };
  }

  async stop() {
    await this.request('shutdown');
    this.notify('exit');
    return this.exited;
  }
}

export function positionOf(text, offset) {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: before.length - 1, character: before.at(-1).length };
}

export function offsetOf(text, position) {
  const ends = /\r\n|\n|\r/g;
  let start = 0;
  for (let line = 0; line < position.line; ++line) {
    if (!ends.exec(text)) return text.length;
    start = ends.lastIndex;
  }
  return start + position.character;
}

export function textAt(text, range) { return text.slice(offsetOf(text, range.start), offsetOf(text, range.end)); }

// A text after edits that were made of it.
export function applied(text, edits) {
  const sorted = [...edits].sort((a, b) => offsetOf(text, b.range.start) - offsetOf(text, a.range.start));
  for (const edit of sorted)
    text = text.slice(0, offsetOf(text, edit.range.start)) + edit.newText + text.slice(offsetOf(text, edit.range.end));
  return text;
}

// A copy of an example, in a folder of its own.
export function copyOf(example, into) {
  const folder = path.join(into, example);
  fs.cpSync(path.join(sources, 'examples', example), folder, { recursive: true });
  return folder;
}
