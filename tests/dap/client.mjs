// `ishi dap` as an editor uses it, through the client library of debug adapters. ISHI: the tool.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import support from '@vscode/debugadapter-testsupport';

export const ishi = process.env.ISHI;
export const sources = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const watch = path.join(sources, 'examples/watch/watch.ishi.yaml');

// The line, from 1, of the first line of a file that holds a text, behind the first that holds `after`.
export function lineOf(file, text, after = '') {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  const from = after === '' ? 0 : lines.findIndex((line) => line.includes(after)) + 1;
  const at = lines.findIndex((line, index) => index >= from && line.includes(text));
  if (at < 0) throw new Error(`${file} has no line with ${text}`);
  return at + 1;
}

export const verb = (...words) => JSON.parse(execFileSync(ishi, [...words, '--format', 'json'], { encoding: 'utf8', maxBuffer: 1 << 28 }));

export class Debugger {
  static async launch(options, configure = async () => {}) {
    const made = new Debugger();
    try {
      return await made.begin(options, configure);
    } catch (error) {
      await made.end();
      throw error;
    }
  }

  async begin(options, configure) {
    const made = this;
    made.client = new support.DebugClient(ishi, 'dap', 'ishi');
    made.client.defaultTimeout = 20_000;
    made.client.setMaxListeners(0); // of stops that a refused request never brings
    made.outputs = [];
    made.client.on('output', (event) => made.outputs.push(event.body.output));
    await made.client.start();
    made.capabilities = (await made.client.initializeRequest({ adapterID: 'ishi', linesStartAt1: true, columnsStartAt1: true, pathFormat: 'path' })).body;
    const initialized = made.event('initialized');
    await made.client.send(options.request ?? 'launch', options);
    await initialized;
    await configure(made);
    const stops = options.stopOnEntry || made.expectsStop ? made.stop() : null;
    await made.client.configurationDoneRequest();
    if (stops) made.stopped = await stops;
    return made;
  }

  // The next event of that name. Without a timeout of its own: what never comes ends with the test.
  event(name) {
    return new Promise((resolve) => this.client.once(name, resolve));
  }

  stop() {
    return this.event('stopped').then((event) => (this.stopped = event.body));
  }

  // A request that moves the run, and where it stops.
  async move(request, options = {}) {
    const stop = this.stop();
    await this.client.send(request, { threadId: 1, ...options });
    return stop;
  }

  async breakpoints(file, lines) {
    const asked = lines.map((line) => (typeof line === 'number' ? { line } : line));
    return (await this.client.setBreakpointsRequest({ source: { path: file }, breakpoints: asked })).body.breakpoints;
  }

  async threads() {
    return Object.fromEntries((await this.client.threadsRequest()).body.threads.map((one) => [one.name, one.id]));
  }

  async stack(threadId) {
    return (await this.client.stackTraceRequest({ threadId })).body.stackFrames;
  }

  async variables(reference) {
    return (await this.client.variablesRequest({ variablesReference: reference })).body.variables;
  }

  // Everything that stands in the scopes of an agent: { Keys: { hp: '20' }, … }.
  async scopes(threadId, deep = false) {
    const [frame] = await this.stack(threadId);
    const { scopes } = (await this.client.scopesRequest({ frameId: frame.id })).body;
    const all = { frame: frame.id };
    for (const scope of scopes) {
      const list = await this.variables(scope.variablesReference);
      all[scope.name] = Object.fromEntries(list.map((one) => [one.name, one.value]));
      all[scope.name + ' list'] = list;
      all[scope.name + ' reference'] = scope.variablesReference;
      if (!deep) continue;
      for (const one of list) one.parts = one.variablesReference ? Object.fromEntries((await this.variables(one.variablesReference)).map((part) => [part.name, part.value])) : {};
    }
    return all;
  }

  async evaluate(expression, threadId = 1, context = 'repl') {
    const [frame] = await this.stack(threadId);
    return (await this.client.evaluateRequest({ expression, frameId: frame.id, context })).body.result;
  }

  async end() {
    if (this.hasEnded) return;
    this.hasEnded = true;
    await this.client.stop();
  }
}
