// A workspace in a page, a worker or Node: what an editor asks of `ishi lsp`, without pipes.

import { importsOf } from './imports.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Workspace {
  #exports;
  #nextId = 1;
  #notifications = [];

  // `module`: ishi.wasm, compiled. `wasi`: the system that it sees, with a `wasiImport` and an `initialize`, such as Node's WASI
  // or that of @bjorn3/browser_wasi_shim; files that it shows are the project's files on disk.
  static async open(module, wasi) {
    const instance = await WebAssembly.instantiate(module, importsOf(wasi));
    // Both insist that a module with `_start` is a command. This one is that, too, but is not started here.
    wasi.initialize({ exports: { memory: instance.exports.memory } });
    return new Workspace(instance.exports);
  }

  constructor(exports) {
    this.#exports = exports;
    exports.ishi_open();
  }

  // Hands over a message of the language server protocol. It is answered by work().
  send(message) {
    const bytes = encoder.encode(JSON.stringify({ jsonrpc: '2.0', ...message }));
    const place = this.#exports.ishi_message(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, place, bytes.length).set(bytes);
    this.#exports.ishi_receive();
  }

  // Answers one message, or does a piece of what nobody asks for, such as diagnostics. Gives the messages that come of it, and
  // whether there may be more to do. What throws has ended the instance: open another one.
  work() {
    const isBusy = this.#exports.ishi_work() !== 0;
    const messages = [];
    for (let size = this.#exports.ishi_take(); size > 0; size = this.#exports.ishi_take()) {
      const bytes = new Uint8Array(this.#exports.memory.buffer, this.#exports.ishi_answer(), size);
      messages.push(JSON.parse(decoder.decode(bytes)));
    }
    return { messages, isBusy };
  }

  notify(method, params) {
    this.send({ method, params });
  }

  // Gives the result of a request, or throws an Error with the `code` and message that came in its place.
  request(method, params) {
    const id = this.#nextId++;
    this.send({ id, method, params });
    for (;;) {
      const { messages, isBusy } = this.work();
      const answer = messages.find((message) => message.id === id && !('method' in message));
      this.#notifications.push(...messages.filter((message) => message !== answer));
      if (answer?.error) throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
      if (answer) return answer.result;
      if (!isBusy) throw new Error(`${method} was not answered`);
    }
  }

  // Works until nothing is left to do. Gives all that came, requests' answers aside, since this was called last: diagnostics of
  // files that are open, above all.
  settle() {
    for (let isBusy = true; isBusy; ) {
      const done = this.work();
      this.#notifications.push(...done.messages);
      isBusy = done.isBusy;
    }
    return this.#notifications.splice(0);
  }
}
