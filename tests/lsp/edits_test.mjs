// Random edits of a text: the server's text equals the client's, and its diagnostics are those of a fresh
// `ishi check`; and at random places of broken texts every request is answered. A part of all edits is made
// every day, all 10,000 with ISHI_LONG_TESTS in the environment.
//
//   ISHI=path/to/ishi node --test edits_test.mjs

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { Client, copyOf, ishi, positionOf } from './client.mjs';

const isLong = process.env.ISHI_LONG_TESTS !== undefined;
const work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-edits-')));
after(() => fs.rmSync(work, { recursive: true }));

// xorshift32: the same edits each time.
function random(seed) {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const pieces = ['\n', '\r\n', ' ', '  ', ': ', '- ', '{', '}', '[', ']', '"', "'", '#', ',', '0.5', '2m', 'when', 'score', 'fire',
  'rounds', 'extends', '\t', '😀', 'é', '\u{1F9E0} 意思', '|', '&a', '*a', '!', '%', '@', 'std.', '.', '(', ')', 'and ', '== ',
  'actions:\n  x: { score: 1 }\n', 'tests:\n', 'include: [game.ishi.yaml]\n'];

function randomEdit(text, pick) {
  // A place in the middle of a pair of surrogates is none.
  const whole = (at) => (at > 0 && /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at);
  const begin = whole(pick(text.length + 1));
  const length = [0, 0, 0, 1, 1, 3, 12, 80][pick(8)];
  const end = whole(Math.min(text.length, begin + length));
  return [begin, Math.max(begin, end), pick(3) === 0 ? '' : pieces[pick(pieces.length)]];
}

for (const [encoding, seed] of [['utf-16', 1], ['utf-8', 2]]) {
  test(`random edits, ${encoding}`, async (t) => {
    const client = await Client.start(encoding === 'utf-8' ? { general: { positionEncodings: ['utf-8', 'utf-16'] } } : {});
    t.after(() => client.kill());
    assert.equal(client.initialized.capabilities.positionEncoding, encoding);
    const folder = copyOf('squad', fs.mkdtempSync(path.join(work, 'squad-')));
    const file = path.join(folder, 'squad.ishi.yaml');
    const original = fs.readFileSync(file, 'utf8');
    const uri = client.open(file, original);
    const pick = random(seed);
    const edits = isLong ? 5000 : 150;
    // Of several edits without an answer in between, some go in one message.
    const position = (text, offset) => {
      const at = positionOf(text, offset);
      if (encoding === 'utf-16') return at;
      const line = text.slice(0, offset).split(/\r\n|\n|\r/).at(-1);
      return { line: at.line, character: Buffer.byteLength(line, 'utf8') };
    };
    let checked = 0;
    for (let i = 0; i < edits; ++i) {
      let text = client.texts.get(uri);
      if (pick(25) === 0) {
        client.replace(uri, original);
        text = original;
      }
      const contentChanges = [];
      for (let n = 1 + pick(3); n > 0; --n) {
        const [begin, end, piece] = randomEdit(text, pick);
        // What splits \r\n in two is an edit of two lines for one and of one for the other: editors never send it.
        const splits = (at) => text[at - 1] === '\r' && text[at] === '\n';
        if (splits(begin) || splits(end)) continue;
        contentChanges.push({ range: { start: position(text, begin), end: position(text, end) }, text: piece });
        text = text.slice(0, begin) + piece + text.slice(end);
      }
      const version = client.versions.get(uri) + 1;
      client.versions.set(uri, version);
      client.texts.set(uri, text);
      client.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
      if (pick(4) === 0) {
        const place = { textDocument: { uri }, position: position(text, Math.min(text.length, pick(text.length + 1))) };
        const range = { start: place.position, end: place.position };
        const asked = [['completion', place], ['hover', place], ['definition', place], ['references', { ...place, context: {} }],
          ['signatureHelp', place], ['documentHighlight', place], ['prepareRename', place], ['rename', { ...place, newName: 'other' }],
          ['documentSymbol', place], ['foldingRange', place], ['selectionRange', { ...place, positions: [place.position] }],
          ['semanticTokens/full', place], ['inlayHint', { ...place, range }], ['codeLens', place], ['documentLink', place],
          ['codeAction', { ...place, range, context: { diagnostics: [] } }]][pick(16)];
        await client.request(`textDocument/${asked[0]}`, asked[1]).catch((error) => assert.ok(error.code < 0, error.message));
      }
      if (pick(isLong ? 10 : 5) !== 0) continue;
      const here = await client.diagnosticsOf(uri);
      const known = await client.request('workspace/executeCommand', { command: 'ishi.text', arguments: [uri] });
      assert.equal(known, text);
      fs.writeFileSync(file, text);
      const run = spawnSync(ishi, ['check', '--format', 'json', file], { encoding: 'utf8', maxBuffer: 1 << 26 });
      const there = JSON.parse(run.stdout).diagnostics.filter((one) => one.file.endsWith('squad.ishi.yaml'));
      assert.deepEqual(here.map((one) => [one.code, one.range.start.line + 1]), there.map((one) => [one.code, one.span.start.line]));
      checked += 1;
    }
    assert.ok(checked > 5);
    assert.equal(await client.stop(), 0);
  });
}
