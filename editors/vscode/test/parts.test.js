// The parts of the extension that need no VS Code; compile it first (scripts/pack_vscode).

const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');

const { findTool } = require('../out/tool.js');
const { setWord, whyPage } = require('../out/whyPage.js');

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-vscode-'));
function program(...parts) {
  const file = path.join(work, ...parts);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, '#!/bin/sh\necho "$@"\nexit 3\n', { mode: 0o755 });
  return file;
}

test('the tool is the setting\'s, the workspace\'s or the PATH\'s, in this order', () => {
  const onPath = program('path', 'ishi'), built = program('ws', 'build', 'release', 'compiler', 'ishi'), own = program('ws', 'tools', 'ishi');
  const folders = [path.join(work, 'ws')], search = `/nowhere${path.delimiter}${path.join(work, 'path')}`;
  assert.equal(findTool('', [], search), onPath);
  assert.equal(findTool('', folders, search), built);
  assert.equal(findTool('tools/ishi', folders, search), own);
  assert.equal(findTool(own, [], search), own);
  assert.equal(findTool('/nowhere/ishi', folders, search), undefined);
  assert.equal(findTool('', [], ''), undefined);
});

test('a slider sets what `ishi why --set` takes', () => {
  const key = { name: 'hp', low: 0, high: 100, fallback: 100, unit: '', kind: 'whole', ranged: true };
  assert.equal(setWord(key, 'hp', 20.4), 'hp=20');
  assert.equal(setWord({ ...key, name: 'far', unit: 'm', kind: 'number' }, 'far', 2.5), 'far=2.5m');
});

test('the panel shows options, bars and sliders, and escapes what it shows', () => {
  const decision = { agent: 'guard', importance: null, choice: { action: 'flee', target: null }, options: [
    { action: 'flee', target: null, eligible: true, obstacle: null, score: 0.8, inertia: 0, terms: [{ name: 'fear', value: 1, contribution: 0.8, weight: 1 }] },
    { action: 'shoot', target: null, eligible: false, obstacle: '`ammo > 0` is <false>', score: null, inertia: 0, terms: [] }] };
  const keys = [{ name: 'hp', low: 0, high: 100, fallback: 100, unit: '', kind: 'whole', ranged: true }];
  const page = whyPage('it <flees>', decision, keys, new Map([['hp', 20]]), 'abc');
  assert.match(page, /it &#60;flees&#62;/);
  assert.match(page, /width:100\.0%/);
  assert.match(page, /fear \+0\.8/);
  assert.match(page, /`ammo &#62; 0` is &#60;false&#62;/);
  assert.match(page, /data-key="hp" min="0" max="100" step="1" value="20"/);
  assert.match(page, /script-src 'nonce-abc'/);
  assert.match(whyPage('x', 'the file has <errors>', [], new Map(), 'abc'), /<pre>the file has &#60;errors&#62;<\/pre>/);
});

test('the package says what the code uses', () => {
  const manifest = require('../package.json');
  const code = fs.readFileSync(path.join(__dirname, '..', 'src', 'extension.ts'), 'utf8');
  for (const { command } of manifest.contributes.commands) assert.ok(code.includes(`'${command}'`), command);
  assert.ok(code.includes("registerWebviewViewProvider('ishi.why'"));
  assert.equal(manifest.contributes.languages[0].filenamePatterns[0], '*.ishi.yaml');
});
