// How long an editor waits for `ishi lsp`; see scripts/bench_lsp.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { Client, copyOf, positionOf } from './client.mjs';

const work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-latency-')));
let isGood = true;

const percentile = (times, share) => [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];
function report(what, value, unit, bar) {
  const isMet = value <= bar;
  isGood = isGood && isMet;
  console.log(`${what.padEnd(52)} ${value.toFixed(1).padStart(8)} ${unit}   (bar ${bar}${isMet ? '' : ', MISSED'})`);
}
const timed = async (work_) => {
  const begin = process.hrtime.bigint();
  await work_();
  return Number(process.hrtime.bigint() - begin) / 1e6;
};
const memory = (client, field) => Number(fs.readFileSync(`/proc/${client.pid}/status`, 'utf8').match(new RegExp(`${field}:\\s+(\\d+)`))[1]) / 1024;

// The first answer: a process that starts, and diagnostics of a text.
const starts = [];
for (let i = 0; i < 10; ++i) {
  let client;
  const folder = copyOf('squad', path.join(work, `start-${i}`));
  starts.push(await timed(async () => {
    client = await Client.start();
    await client.diagnosticsOf(client.open(path.join(folder, 'squad.ishi.yaml')));
  }));
  await client.stop();
}
report('first diagnostics after the start, p95', percentile(starts, 0.95), 'ms', 300);

// Somebody types a name, a letter at a time, and takes it away again.
const client = await Client.start();
const folder = copyOf('squad', path.join(work, 'typing'));
const uri = client.open(path.join(folder, 'squad.ishi.yaml'));
await client.diagnosticsOf(uri);
const text = client.texts.get(uri);
const word = ' and rounds > 1';
const at = text.indexOf('when: doomed') + 'when: doomed'.length;
const keystrokes = [], completions = [], hovers = [];
for (let round = 0; round < 12; ++round) {
  for (let i = 0; i < word.length * 2; ++i) {
    const isTyping = i < word.length;
    const place = isTyping ? at + i : at + word.length * 2 - 1 - i;
    keystrokes.push(await timed(async () => {
      if (isTyping) client.edit(uri, place, place, word[i]);
      else client.edit(uri, place, place + 1, '');
      await client.diagnosticsOf(uri);
    }));
    const now = client.texts.get(uri);
    const position = positionOf(now, isTyping ? place + 1 : place);
    completions.push(await timed(() => client.request('textDocument/completion', { textDocument: { uri }, position })));
  }
}
const lines = text.split('\n');
for (let line = 0; line < lines.length; ++line) {
  const character = Math.floor(lines[line].length / 2);
  hovers.push(await timed(() => client.request('textDocument/hover', { textDocument: { uri }, position: { line, character } })));
}
report('diagnostics after a keystroke, p95', percentile(keystrokes, 0.95), 'ms', 50);
report('diagnostics after a keystroke, median', percentile(keystrokes, 0.5), 'ms', 50);
report('completion, p95', percentile(completions, 0.95), 'ms', 30);
report('hover, p95', percentile(hovers, 0.95), 'ms', 30);
await client.stop();

// A project of 100 files that all include one contract.
const project = path.join(work, 'project');
fs.mkdirSync(project);
fs.writeFileSync(path.join(project, 'ishi.yaml'), '');
fs.copyFileSync(path.join(folder, 'game.ishi.yaml'), path.join(project, 'game.ishi.yaml'));
for (let i = 0; i < 99; ++i) fs.copyFileSync(path.join(folder, 'squad.ishi.yaml'), path.join(project, `squad_${i}.ishi.yaml`));
const large = await Client.start();
const first = large.open(path.join(project, 'squad_0.ishi.yaml'));
await large.diagnosticsOf(first);
const ask = () => large.request('textDocument/references', large.at(first, 'armed: roun|ds > 0', { context: { includeDeclaration: true } }));
report('references in 100 files, the first time', await timed(ask), 'ms', 250);
report('references in 100 files, again', await timed(ask), 'ms', 250);
const contract = large.open(path.join(project, 'game.ishi.yaml'));
const after = await timed(async () => {
  large.edit(contract, 0, 0, '#\n');
  await large.diagnosticsOf(first, 1);
  await large.diagnosticsOf(contract);
});
report('diagnostics after an edit of the contract', after, 'ms', 250);
report('memory of the server with 100 files', memory(large, 'VmRSS'), 'MB', 200);
report('the most it has had', memory(large, 'VmHWM'), 'MB', 200);
await large.stop();
fs.rmSync(work, { recursive: true });
process.exit(isGood ? 0 : 1);
