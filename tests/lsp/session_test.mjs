// A designer at work on examples/squad: makes the likeliest slips and follows the fix of each, completes, renames, extracts a
// curve, adds a test and reads hovers. After each step the file is as the designer meant it.
//
//   ISHI=path/to/ishi node --test session_test.mjs

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';

import { applied, Client, copyOf, positionOf } from './client.mjs';

const work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-session-')));
let client, uri, original;
before(async () => {
  client = await Client.start();
  const file = path.join(copyOf('squad', work), 'squad.ishi.yaml');
  original = fs.readFileSync(file, 'utf8');
  uri = client.open(file, original);
  assert.deepEqual(await client.diagnosticsOf(uri), []);
});
after(async () => {
  assert.equal(await client.stop(), 0);
  fs.rmSync(work, { recursive: true });
});

const editOf = (text, edit) => applied(text, edit.documentChanges.find((one) => one.textDocument.uri === uri).edits);
const actionsAt = (range, only) => client.request('textDocument/codeAction', { textDocument: { uri }, range, context: { diagnostics: [], only } });

// The slip, what it makes of the text, and the title of the fix that is followed.
const slips = [
  ['a key that is misspelt', 'when: boss.known and armed\n    # Who', 'when: bos.known and armed\n    # Who', /^Did you mean `boss`/],
  ['a field that is misspelt', '    weight: 0.5\n', '    wieght: 0.5\n', /^Did you mean `weight`/],
  ['a bracket that is not closed', 'do: [hide: { spot: spot }]\n    finally', 'do: [hide: { spot: spot }\n    finally', /^Close it with `\]`/],
  ['two brackets that are not closed', 'do: [hide: { spot: spot }]\n    finally', 'do: [hide: { spot: spot\n    finally', /^Close it with `}`/],
  ['a bracket that is not closed, before a comment', 'do: [hide: { spot: spot }]\n    finally', 'do: [hide: { spot: spot }  # far off\n    finally', /^Close it with `\]`/, '  # far off'],
  ['a line that is indented too deep', '      near:  near(distance(spot))\n    weight', '       near:  near(distance(spot))\n    weight', /^Line it up with `range`/],
  ['a colon that is missing', '    rank: 1\n', '    rank 1\n', /^Write `rank: …`/],
  ['a tab', '    cooldown: 4s\n', '\tcooldown: 4s\n', /^Indent with spaces/],
  ['a tab below a name', '    when: target.known\n    gains: { anger: far', '\twhen: target.known\n    gains: { anger: far', /^Indent with spaces/],
  ['a unit that is missing', 'cooldown: 1.5s', 'cooldown: 1.5', /^Write it with its unit/],
  ['a parameter that is misspelt', 'do: [shoot: { whom: target }]\n    after', 'do: [shoot: { who: target }]\n    after', /^Did you mean `whom`/],
  ['an action that is misspelt', 'actions: [watch, slam]', 'actions: [watch, slams]', /^Did you mean `slam`/],
  ['an event that is misspelt', '- emit: roar\n', '- emit: raor\n', /^Did you mean `roar`/],
  ['an operator of C', 'when: boss.known and armed\n    # Who', 'when: boss.known && armed\n    # Who', /^Write `and`/],
  ['a base that is misspelt', 'extends: shoot\n', 'extends: shot\n', /^Did you mean `shoot`/],
  ['a file that is misspelt', 'include: [game.ishi.yaml', 'include: [gmae.ishi.yaml', /^Did you mean `game.ishi.yaml`/],
];
for (const [what, meant, written, title, comment = ''] of slips) {
  test(`${what}: the fix makes of it what was meant`, async () => {
    assert.equal(original.split(meant).length, 2, 'it stands there once');
    const text = original.replace(meant, written);
    client.replace(uri, text);
    const findings = await client.diagnosticsOf(uri);
    assert.equal(findings.filter((one) => one.severity === 1).length, 1, JSON.stringify(findings));
    const fix = (await actionsAt(findings[0].range)).find((action) => title.test(action.title));
    assert.ok(fix, `${findings[0].message}: ${(await actionsAt(findings[0].range)).map((one) => one.title)}`);
    const fixed = editOf(text, fix.edit);
    assert.equal(fixed.replace(comment, ''), original);
    client.replace(uri, fixed);
    assert.deepEqual(await client.diagnosticsOf(uri), []);
  });
}

test('a new action is written with what is offered first or second at each place', async () => {
  const begun = original.replace('  # The warden\'s.\n', '  brood:\n    \n  # The warden\'s.\n');
  let text = begun, at = text.indexOf('  brood:\n    ') + '  brood:\n    '.length;
  const type = (piece) => {
    client.edit(uri, at, at, piece);
    text = text.slice(0, at) + piece + text.slice(at);
    at += piece.length;
  };
  client.replace(uri, begun);
  const offers = async () => (await client.request('textDocument/completion', { textDocument: { uri }, position: positionOf(text, at) })).items.map((item) => item.label);
  const isOffered = async (label, most) => {
    const labels = await offers();
    assert.ok(labels.slice(0, most).includes(label), `${label}: ${labels.slice(0, 8)}`);
  };
  await isOffered('when', 6);
  type('when: ');
  await isOffered('target', 8);
  type('target.');
  await isOffered('known', 3);
  type('known\n    score: 0.02\n    do: [');
  await isOffered('face', 12);
  type('face: { ');
  await isOffered('whom', 1);
  type('whom: ');
  await isOffered('target', 2);
  type('target }]\n');
  const findings = await client.diagnosticsOf(uri);
  assert.ok(findings.every((one) => one.severity !== 1), JSON.stringify(findings));
});

test('a rename, a curve of an expression, a test and hovers', async () => {
  client.replace(uri, original);
  await client.diagnosticsOf(uri);
  const rename = await client.request('textDocument/rename', client.at(uri, '\n  fall_b|ack:', { newName: 'take_breath' }));
  const renamed = editOf(original, rename);
  assert.equal(renamed.replaceAll('take_breath', 'fall_back'), original);
  client.replace(uri, renamed);
  assert.deepEqual(await client.diagnosticsOf(uri), []);

  const formula = '0.9 - 0.5 * target.covered';
  const begin = renamed.indexOf(formula);
  const range = { start: positionOf(renamed, begin), end: positionOf(renamed, begin + formula.length) };
  const value = (await actionsAt(range, ['refactor'])).find((action) => action.title === 'Extract a value');
  assert.ok(value);
  const extracted = editOf(renamed, value.edit);
  client.replace(uri, extracted);
  assert.deepEqual((await client.diagnosticsOf(uri)).filter((one) => one.severity === 1), []);

  const edit = await client.request('workspace/executeCommand', { command: 'ishi.addTest', arguments: [uri, 'nurse'] });
  const tested = editOf(extracted, edit);
  assert.match(tested, /\n {2}soldier picks nurse/);
  client.replace(uri, tested);
  assert.deepEqual((await client.diagnosticsOf(uri)).filter((one) => one.severity === 1), []);
  const results = await client.request('workspace/executeCommand', { command: 'ishi.runTests', arguments: [uri] });
  assert.equal(results.failed, 0, JSON.stringify(results));

  for (const [piece, says] of [['\n  nur|se:', /It can win/], ['when: doo|med', /key \*\*doomed\*\*/], ['  rank|: 1', /\*\*rank\*\*/]]) {
    const hover = await client.request('textDocument/hover', client.at(uri, piece));
    assert.match(hover?.contents.value ?? '', says, piece);
  }
});
