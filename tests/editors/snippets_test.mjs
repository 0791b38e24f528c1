// Each snippet of the VS Code extension, filled in as it stands, compiles where it is meant to stand. The first behaviour that the
// extension writes does, too.  ISHI=path/to/ishi node --test snippets_test.mjs

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const vscode = fileURLToPath(new URL('../../editors/vscode/', import.meta.url));
const snippets = JSON.parse(fs.readFileSync(path.join(vscode, 'snippets/ishi.json'), 'utf8'));
const filled = (body) => body.join('\n').replace(/\$\{\d+:([^}]*)\}/g, '$1').replace(/\$\d+/g, '');

// A file in which everything that a snippet names is there, but for the thing itself, which goes below `section`.
const scaffold = {
  blackboard: ['hp: { type: number, range: 0..100, default: 100 }', 'ready: { type: boolean }'],
  tasks: ['stroll: { takes: 2s }', 'sprint: { takes: 1s }', 'chew: { takes: 1s }'],
  needs: ['hunger: { rise: 0.1/h }'],
  importance: ['usual: { hunger: 1 }'],
  actions: ['patrol: { score: 0.2, do: [stroll] }', 'flee: { score: 1 - hp / 100, do: [sprint] }'],
  tests: [],
};
const sections = { Action: 'actions', 'Action of needs': 'actions', Need: 'needs', Key: 'blackboard', Test: 'tests', Proof: 'tests' };

function fileWith(section, text) {
  const own = /^([\w.]+|[^:\n]+):/.exec(text)[1];
  let file = 'ishi: 1\n';
  for (const [name, lines] of Object.entries(scaffold)) {
    const all = [...lines.filter((line) => name !== section || !line.startsWith(`${own}:`)), ...(name === section ? [text] : [])];
    if (all.length > 0) file += `${name}:\n${all.map((one) => one.replace(/^/gm, '  ')).join('\n')}\n`;
  }
  const actions = section === 'actions' ? `patrol, flee, ${own}` : 'patrol, flee';
  return `${file}agents:\n  guard: { importance: usual, actions: [${[...new Set(actions.split(', '))].join(', ')}] }\n`;
}

function check(text, ...words) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-snippet-'));
  fs.writeFileSync(path.join(folder, 'ishi.yaml'), '');
  fs.writeFileSync(path.join(folder, 'one.ishi.yaml'), text);
  try {
    const { status, stdout, stderr } = spawnSync(process.env.ISHI, [...words, folder], { encoding: 'utf8' });
    assert.equal(status, 0, `${text}\n${stdout}${stderr}`);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

for (const [name, { body }] of Object.entries(snippets)) {
  test(`the snippet ${name} compiles`, () => {
    const text = filled(body);
    if (name === 'File') return check(text, 'test');
    if (name === 'State') {
      const states = text.replace('threat.known', 'ready').replace(/^/gm, '      ');
      return check(`${fileWith('', 'x:').split('agents:')[0]}agents:\n  guard:\n    importance: usual\n    states:\n${states}\n      alert: { actions: [flee], to: { calm: not ready } }\n`, 'check');
    }
    assert.ok(name in sections, `where ${name} stands is not said here`);
    return check(fileWith(sections[name], text), sections[name] === 'tests' ? 'test' : 'check');
  });
}

test('the first behaviour that the extension writes passes its test', () => {
  const source = fs.readFileSync(path.join(vscode, 'src/extension.ts'), 'utf8');
  check(/kFirstBehaviour = `([^`]*)`/.exec(source)[1], 'test');
});
