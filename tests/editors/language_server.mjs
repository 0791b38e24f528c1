// The YAML language server as an editor uses it: a process that speaks the Language Server Protocol over its
// standard input and output. Messages are JSON behind a header with their length; see "Base Protocol" in
// https://microsoft.github.io/language-server-protocol.

import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const serverPath = createRequire(import.meta.url).resolve('yaml-language-server/bin/yaml-language-server');
const answerTimeoutMs = 1_800_000; // a server that answers at all has answered by then, on the slowest machine

export class LanguageServer {
  #process;
  #received = Buffer.alloc(0);
  #nextId = 1;
  #answers = new Map(); // by the id of the request
  #diagnostics = new Map(); // by the uri of the document, who waits for them
  #settings;
  #versions = new Map();

  // An editor that has `folder` open. `settings` are those of VS Code, by their dotted names.
  static async start(folder, settings) {
    const server = new LanguageServer();
    server.#settings = settings;
    server.#process = spawn(process.execPath, [serverPath, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
    server.#process.stdout.on('data', (bytes) => server.#receive(bytes));
    const uri = pathToFileURL(folder).href;
    await server.#request('initialize', {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: path.basename(folder) }],
      capabilities: {
        workspace: { configuration: true, workspaceFolders: true },
        textDocument: {
          formatting: { dynamicRegistration: true },
          hover: { contentFormat: ['markdown'] },
          completion: { completionItem: { snippetSupport: false, documentationFormat: ['markdown'] } },
        },
      },
    });
    server.#send({ method: 'initialized', params: {} });
    server.#send({ method: 'workspace/didChangeConfiguration', params: { settings: {} } });
    return server;
  }

  // Shows a text under a file's name, whether there is such a file or not; gives what is wrong with it.
  async open(file, text) {
    const uri = pathToFileURL(file).href;
    const version = (this.#versions.get(uri) ?? 0) + 1;
    this.#versions.set(uri, version);
    const diagnostics = new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no diagnostics for ${file}`)), answerTimeoutMs);
      this.#diagnostics.set(uri, (found) => {
        clearTimeout(timer);
        resolve(found);
      });
    });
    if (version === 1) {
      this.#send({
        method: 'textDocument/didOpen',
        params: { textDocument: { uri, languageId: 'yaml', version, text } },
      });
    } else {
      this.#send({
        method: 'textDocument/didChange',
        params: { textDocument: { uri, version }, contentChanges: [{ text }] },
      });
    }
    return diagnostics;
  }

  // What is offered at a place of a text, which stands where `|` does: the words, by what is shown of them.
  async complete(file, textWithMark) {
    const { text, position } = takeMark(textWithMark);
    await this.open(file, text);
    const answer = await this.#request('textDocument/completion', this.#at(file, position));
    const items = Array.isArray(answer) ? answer : (answer?.items ?? []);
    return items.map((item) => item.label);
  }

  // What is shown of the word at `|`.
  async hover(file, textWithMark) {
    const { text, position } = takeMark(textWithMark);
    await this.open(file, text);
    const answer = await this.#request('textDocument/hover', this.#at(file, position));
    return answer?.contents?.value ?? '';
  }

  async stop() {
    await this.#request('shutdown', null);
    this.#send({ method: 'exit' });
    await new Promise((resolve) => this.#process.once('exit', resolve));
  }

  #at(file, position) {
    return { textDocument: { uri: pathToFileURL(file).href }, position };
  }

  #send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    this.#process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.#process.stdin.write(body);
  }

  #request(method, params) {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer to ${method}`)), answerTimeoutMs);
      this.#answers.set(id, (answer) => {
        clearTimeout(timer);
        if (answer.error) reject(new Error(`${method}: ${answer.error.message}`));
        else resolve(answer.result);
      });
      this.#send({ id, method, params });
    });
  }

  #receive(bytes) {
    this.#received = Buffer.concat([this.#received, bytes]);
    for (;;) {
      const headerEnd = this.#received.indexOf('\r\n\r\n');
      if (headerEnd < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.#received.toString('ascii', 0, headerEnd))[1]);
      const end = headerEnd + 4 + length;
      if (this.#received.length < end) return;
      const message = JSON.parse(this.#received.toString('utf8', headerEnd + 4, end));
      this.#received = this.#received.subarray(end);
      this.#handle(message);
    }
  }

  #handle(message) {
    if (message.method === undefined) {
      this.#answers.get(message.id)?.(message);
      this.#answers.delete(message.id);
    } else if (message.id !== undefined) {
      this.#send({ id: message.id, result: this.#answerTo(message) });
    } else if (message.method === 'textDocument/publishDiagnostics') {
      const { uri, version, diagnostics } = message.params;
      if (version !== undefined && version !== this.#versions.get(uri)) return;
      this.#diagnostics.get(uri)?.(diagnostics);
    }
  }

  // What the server asks of the editor: its settings, and to be told when they change.
  #answerTo(message) {
    if (message.method !== 'workspace/configuration') return null;
    return message.params.items.map(({ section }) => nested(this.#settings, section));
  }
}

// { "yaml.schemas": x } asked for "yaml" is { schemas: x }.
function nested(settings, section) {
  const result = {};
  for (const [name, value] of Object.entries(settings)) {
    if (!name.startsWith(`${section}.`)) continue;
    const steps = name.slice(section.length + 1).split('.');
    let place = result;
    for (const step of steps.slice(0, -1)) place = place[step] ??= {};
    place[steps.at(-1)] = value;
  }
  return result;
}

function takeMark(textWithMark) {
  const index = textWithMark.indexOf('|');
  if (index < 0) throw new Error('no | in the text');
  const before = textWithMark.slice(0, index).split('\n');
  return {
    text: textWithMark.slice(0, index) + textWithMark.slice(index + 1),
    position: { line: before.length - 1, character: before.at(-1).length },
  };
}
