// Clients that are wrong, early, late or hostile: each request gets a response, and the debugger goes on.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, afterEach, test } from 'node:test';
import { Debugger, ishi, watch } from './client.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-dap-'));
after(() => fs.rmSync(folder, { recursive: true }));

let open = [];
afterEach(() => {
  for (const one of open) one.kill();
  open = [];
});

// A client without manners: bytes in, messages out.
class Raw {
  constructor(...words) {
    this.process = spawn(ishi, ['dap', ...words]);
    open.push(this.process);
    this.process.stdin.on('error', () => {});
    this.exited = new Promise((resolve) => this.process.on('exit', (code, signal) => resolve(signal ?? code)));
    this.stderr = '';
    this.process.stderr.on('data', (data) => (this.stderr += data));
    this.listen(this.process.stdout);
    this.out = this.process.stdin;
    this.sequence = 0;
  }
  listen(stream) {
    this.buffer = Buffer.alloc(0);
    this.messages = [];
    stream.on('data', (data) => {
      this.buffer = Buffer.concat([this.buffer, data]);
      for (;;) {
        const end = this.buffer.indexOf('\r\n\r\n');
        if (end < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(this.buffer.subarray(0, end).toString())[1]);
        if (this.buffer.length < end + 4 + length) return;
        this.messages.push(JSON.parse(this.buffer.subarray(end + 4, end + 4 + length)));
        this.buffer = this.buffer.subarray(end + 4 + length);
        this.wake?.();
      }
    });
  }
  write(text) {
    this.out.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }
  async until(is) {
    for (;;) {
      const found = this.messages.find(is);
      if (found) return found;
      await new Promise((resolve) => (this.wake = resolve));
    }
  }
  async ask(command, args) {
    const seq = ++this.sequence;
    this.write(JSON.stringify({ seq, type: 'request', command, arguments: args }));
    return this.until((one) => one.type === 'response' && one.request_seq === seq);
  }
  async end() {
    this.process.kill();
    await this.exited;
  }
}

test('requests out of order are refused with a reason', async () => {
  const raw = new Raw();
  assert.match((await raw.ask('threads')).message, /`initialize` comes first/);
  await raw.ask('initialize', { adapterID: 'x' });
  for (const command of ['threads', 'continue', 'setBreakpoints', 'stackTrace', 'evaluate', 'configurationDone', 'restart', 'hotReload', 'restartFrame', 'pause', 'setVariable', 'stepBack', 'exceptionInfo'])
    assert.equal((await raw.ask(command, {})).success, false, command);
  assert.match((await raw.ask('dance')).message, /there is no request `dance`/);
  assert.match((await raw.ask('launch', {})).message, /`program` names the source/);
  assert.match((await raw.ask('launch', { program: path.join(folder, 'none.ishi.yaml') })).message, /cannot be read/);
  assert.match((await raw.ask('launch', { program: watch, scene: 'camps' })).message, /did you mean camp/);
  // Messages name the members of a launch configuration, not flags of the command line.
  assert.match((await raw.ask('launch', { program: watch })).message, /^whose decision\? say `agent` and one of /);
  assert.match((await raw.ask('launch', { program: watch, scene: 'camp', for: 'long' })).message, /`for`/);
  for (const wrong of [{ set: ['nonsense'] }, { at: ['7'] }, { fail: ['aim'] }, { importance: 'bold' }, { state: 'nowhere' }])
    assert.doesNotMatch((await raw.ask('launch', { program: watch, agent: 'guard', ...wrong })).message, /--/, JSON.stringify(wrong));
  assert.equal((await raw.ask('launch', { program: watch, scene: 'camp', for: '2s' })).success, true);
  assert.match((await raw.ask('launch', { program: watch, scene: 'camp' })).message, /already/);
  assert.match((await raw.ask('continue', { threadId: 1 })).message, /`configurationDone` comes first/);
  assert.equal((await raw.ask('configurationDone')).success, true);
  assert.match((await raw.ask('configurationDone')).message, /already/);
  await raw.end();
});

test('arguments of any shape get a response', async () => {
  const raw = new Raw();
  await raw.ask('initialize', { adapterID: 'x' });
  await raw.ask('launch', { program: watch, scene: 'camp', for: '2s', stopOnEntry: true });
  await raw.ask('configurationDone');
  const values = [null, 0, -1, 1e300, 1.5, '', 'x', [], {}, [[]], { a: 1 }, true, '\u0000', 2 ** 53];
  const names = ['threadId', 'frameId', 'variablesReference', 'expression', 'name', 'value', 'source', 'breakpoints', 'filters', 'line', 'start', 'count', 'levels', 'startFrame', 'granularity', 'context', 'arguments'];
  const commands = ['setBreakpoints', 'setFunctionBreakpoints', 'setExceptionBreakpoints', 'setDataBreakpoints', 'dataBreakpointInfo', 'breakpointLocations', 'threads', 'stackTrace', 'scopes', 'variables', 'setVariable', 'setExpression', 'evaluate', 'loadedSources', 'source', 'restartFrame', 'hotReload', 'exceptionInfo'];
  for (const command of commands) {
    for (const value of values) {
      const answer = await raw.ask(command, Object.fromEntries(names.map((name) => [name, value])));
      assert.equal(typeof answer.success, 'boolean');
      assert.equal((await raw.ask(command, value)).type, 'response');
    }
  }
  assert.equal((await raw.ask('threads')).body.threads.length, 5);
  await raw.end();
});

test('garbage and broken frames do no harm', async () => {
  const raw = new Raw();
  raw.write('{');
  raw.write('[1, 2]');
  raw.write('"initialize"');
  raw.write('{"type":"request"}');
  raw.write('{"type":"response","request_seq":1}');
  raw.out.write('Nothing: here\r\n\r\n');
  raw.write('[' .repeat(100_000));
  assert.equal((await raw.ask('initialize', { adapterID: 'x' })).success, true);
  raw.out.write('Content-Length: 99999999999\r\n\r\n');
  assert.equal(await raw.exited, 1, 'a message longer than any may be ends the session');
});

test('ten thousand breakpoints, and not one more', async () => {
  const made = await Debugger.launch({ program: watch, scene: 'camp', for: '4s', stopOnEntry: true });
  const lines = Array.from({ length: 10_000 }, (_, i) => ({ line: 1 + (i % 300), condition: i % 5 ? undefined : 'needs.tired > 2' }));
  assert.equal((await made.breakpoints(watch, lines)).length, 10_000);
  const stop = await made.move('continue');
  assert.equal(stop.reason, 'breakpoint');
  await assert.rejects(made.breakpoints(watch, [...lines, { line: 1 }]), /at most 10000 breakpoints/);
  const names = Array.from({ length: 80 }, (_, i) => ({ name: 'patrol', condition: `needs.tired > ${i + 2}` }));
  const set = (await made.client.setFunctionBreakpointsRequest({ breakpoints: names })).body.breakpoints;
  assert.match(set.at(-1).message, /more than 64 different expressions/);
  await made.end();
});

test('files outside of the project are neither run nor shown', async () => {
  const secret = path.join(folder, 'secret.txt');
  fs.writeFileSync(secret, 'hunter2');
  const raw = new Raw();
  await raw.ask('initialize', { adapterID: 'x' });
  assert.doesNotMatch(JSON.stringify(await raw.ask('launch', { program: secret })), /hunter2/);
  assert.match((await raw.ask('launch', { program: watch, scene: 'camp', root: folder })).message, /is not below/);
  await raw.ask('launch', { program: watch, scene: 'camp', for: '1s' });
  for (const name of [secret, '../../../../etc/passwd', '', '\u0000'])
    assert.match((await raw.ask('source', { source: { path: name } })).message, /has no part in what is debugged/);
  await raw.end();
});

test('a client that vanishes ends the debugger, also while the run goes on', async () => {
  const raw = new Raw();
  await raw.ask('initialize', { adapterID: 'x' });
  await raw.ask('launch', { program: watch, scene: 'camp', for: '1h' });
  await raw.ask('configurationDone');
  raw.process.stdin.end();
  raw.process.stdout.destroy();
  await raw.exited;
});

test('a run that goes on can be paused, asked to wait, and ended', async () => {
  const raw = new Raw();
  await raw.ask('initialize', { adapterID: 'x' });
  await raw.ask('launch', { program: watch, scene: 'camp', for: '10min' });
  await raw.ask('configurationDone');
  assert.match((await raw.ask('stackTrace', { threadId: 1 })).message, /pause it first/);
  assert.match((await raw.ask('evaluate', { expression: 'reports', context: 'repl' })).message, /pause it first/);
  assert.equal((await raw.ask('pause', { threadId: 1 })).success, true);
  await raw.until((one) => one.event === 'stopped');
  assert.ok((await raw.ask('stackTrace', { threadId: 1 })).body.totalFrames > 1);
  await raw.ask('terminate');
  await raw.until((one) => one.event === 'terminated');
  await raw.ask('disconnect');
  assert.equal(await raw.exited, 0);
});

test('over a port one debugger is served, and a web page is sent away', async () => {
  const raw = new Raw('--port', '0');
  const port = await new Promise((resolve) => {
    const look = () => {
      const found = /127\.0\.0\.1:(\d+)/.exec(raw.stderr);
      if (found) resolve(Number(found[1]));
      else setTimeout(look, 10);
    };
    look();
  });
  const body = JSON.stringify({ seq: 1, type: 'request', command: 'initialize', arguments: {} });
  const page = net.connect(port, '127.0.0.1');
  page.on('error', () => {});
  let said = '';
  page.on('data', (data) => (said += data));
  page.write(`POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  await new Promise((resolve) => page.on('close', resolve));
  assert.equal(said, '');
  const socket = net.connect(port, '127.0.0.1');
  raw.listen(socket);
  raw.out = socket;
  assert.equal((await raw.ask('initialize', { adapterID: 'x' })).success, true);
  assert.equal((await raw.ask('launch', { program: watch, scene: 'camp', for: '1s' })).success, true);
  await raw.ask('disconnect');
  assert.equal(await raw.exited, 0);
});
