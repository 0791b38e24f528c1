// The parts of the extension that need no VS Code; compile it first (scripts/pack_vscode).

const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');

const { findTool } = require('../out/tool.js');
const { mapPage, placeOf } = require('../out/mapPage.js');
const { decisionHtml, setWord, slidersOf, termsOf, whyPage } = require('../out/whyPage.js');

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

const option = (own) => ({ action: 'flee', target: null, eligible: true, obstacle: null, score: 0.8, inertia: 0, combine: 'sum', combine_words: null, does_not_compete: [], terms: [], ...own });
const term = (name, contribution, own = {}) => ({ name, kind: 'consideration', input: contribution, value: contribution, contribution, ...own });
const wordsOf = (html) => html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ').trim();

test('the panel shows options and bars, and escapes what it shows', () => {
  const html = decisionHtml({ agent: 'guard', importance: null, note: 'shoot scores <higher>', choice: { action: 'flee', target: null }, options: [
    option({ terms: [term('fear', 0.8, { kind: 'motive' })] }),
    option({ action: 'shoot', eligible: false, obstacle: '`ammo > 0` is <false>', score: null })] });
  assert.match(html, /width:100\.0%/);
  assert.match(html, /fear \+0\.8/);
  assert.match(html, /`ammo &#62; 0` is &#60;false&#62;/);
  assert.match(html, /shoot scores &#60;higher&#62;/);
  assert.match(whyPage('abc'), /script-src 'nonce-abc'/);
  assert.match(decisionHtml('the file has <errors>'), /<pre>the file has &#60;errors&#62;<\/pre>/);
});

test('a product is a chain of factors, the smallest first, and none is left out', () => {
  const flank = option({ score: 0, combine: 'product', combine_words: 'the score is their product', does_not_compete: ['not above the minimum of 0, so it does not compete'],
    terms: [term('spot', 1), term('near', 0.963), term('behind', 0), term('weight', 0.4, { kind: 'weight' })] });
  assert.equal(wordsOf(termsOf(flank)), 'behind × 0 weight × 0.4 near × 0.963 spot × 1');
  const html = decisionHtml({ agent: 'soldier', importance: null, note: null, choice: null, options: [flank] });
  assert.match(html, /the score is their product/);
  assert.match(html, /not above the minimum of 0, so it does not compete/);
  for (const combine of ['compensated', 'geometric']) assert.match(wordsOf(termsOf({ ...flank, combine })), /^behind × 0/);
});

test('each other way to combine terms is shown as what it is', () => {
  const terms = [term('a', 0.5), term('b', 0), term('c', -0.25)], weight = term('weight', 2, { kind: 'weight' });
  assert.equal(wordsOf(termsOf(option({ terms }))), 'a +0.5 c -0.25');
  assert.equal(wordsOf(termsOf(option({ terms: [...terms, weight], inertia: 0.1 }))), 'a +0.5 c -0.25 weight × 2 inertia +0.1');
  for (const combine of ['min', 'max', 'mean']) assert.equal(wordsOf(termsOf(option({ combine, terms: [...terms, weight] }))), 'a 0.5 b 0 c -0.25 weight × 2');
  assert.equal(wordsOf(termsOf(option({ combine: 'tactical', terms: [term('risk', -0.2), term('opportunity', 1)] }))), 'risk -0.2 opportunity × 1');
});

test('a slider has the value that was set, else that of the situation, else the declared one', () => {
  const key = (name, own) => ({ name, low: 0, high: 10, fallback: 5, unit: 'm', kind: 'number', ranged: true, ...own });
  const sliders = slidersOf([key('set'), key('given'), key('declared'), key('whole', { kind: 'whole', unit: '' })], { set: '1m', given: '2.5m' }, new Map([['set', 7]]));
  assert.deepEqual(sliders.map((one) => [one.value, one.shown, one.isSet, one.step]), [[7, '7m', true, 0.05], [2.5, '2.5m', false, 0.05], [5, '5m', false, 0.05], [5, '5', false, 1]]);
});

test('the package says what the code uses', () => {
  const manifest = require('../package.json');
  const code = fs.readFileSync(path.join(__dirname, '..', 'src', 'extension.ts'), 'utf8');
  for (const { command } of manifest.contributes.commands) assert.ok(code.includes(`'${command}'`), command);
  assert.ok(code.includes("registerWebviewViewProvider('ishi.why'"));
  assert.equal(manifest.contributes.languages[0].filenamePatterns[0], '*.ishi.yaml');
});

test('a box of the map leads to its line, and nothing else does', () => {
  assert.deepEqual(placeOf('file:///game/guard.ishi.yaml#L12'), { uri: 'file:///game/guard.ishi.yaml', line: 11 });
  assert.deepEqual(placeOf('file:///a#L0'), { uri: 'file:///a', line: 0 });
  for (const other of ['', 'file:///a', '#L3', 'file:///a#12', 'file:///a#L3x']) assert.equal(placeOf(other), undefined);
});

test('the page of a map runs its own script alone', () => {
  assert.match(mapPage('abc'), /script-src 'nonce-abc'/);
  assert.match(mapPage('abc'), /default-src 'none'/);
});
