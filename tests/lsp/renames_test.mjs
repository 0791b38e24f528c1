// Each name of each example is renamed by itself: the project compiles, `ishi diff` says that only names have
// changed, and its tests pass. A part of the names every day, all of them with ISHI_LONG_TESTS in the
// environment.
//
//   ISHI=path/to/ishi node --test renames_test.mjs

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { Client, applied, copyOf, ishi, sources, textAt } from './client.mjs';

const isLong = process.env.ISHI_LONG_TESTS !== undefined;
const every = isLong ? 1 : 29;
const work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-renames-')));
after(() => fs.rmSync(work, { recursive: true }));

const examples = fs.readdirSync(path.join(sources, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && fs.existsSync(path.join(sources, 'examples', entry.name, 'ishi.yaml')))
  .map((entry) => entry.name);
let number = 0;

// True if a report of `ishi diff` tells of nothing else than that one name has become another.
function onlyNamesChange(report, before, after) {
  const lines = report.split('\n').filter((line) => /^ {2}\S/.test(line)).map((line) => line.trim().replaceAll(/\s+/g, ' '));
  return lines.every((line) => line === 'names alone change, so every decision stays as it was' || (line.startsWith('= ') && line.endsWith(`${before} is now ${after}`)));
}

for (const example of examples) {
  test(`names of ${example}`, async (t) => {
    const client = await Client.start();
    t.after(() => client.kill());
    const folder = copyOf(example, path.join(work, 'before'));
    const files = fs.readdirSync(folder).filter((name) => name.endsWith('.ishi.yaml'));
    for (const file of files) client.open(path.join(folder, file));
    const symbols = await client.request('workspace/symbol', { query: '' });
    assert.ok(symbols.length > 0);
    const changed = path.join(work, 'after', example);
    let renamed = 0;
    for (const symbol of symbols) {
      if (number++ % every !== 0) continue;
      const place = { textDocument: { uri: symbol.location.uri }, position: symbol.location.range.start };
      if (await client.request('textDocument/prepareRename', place) === null) {
        assert.match(symbol.name, /[^a-z0-9_]/, `${symbol.name} cannot be renamed`); // the sentence that a test is called by
        continue;
      }
      const name = `renamed_${symbol.name}`;
      const what = `${symbol.containerName} ${symbol.name} of ${example}`;
      const edit = await client.request('textDocument/rename', { ...place, newName: name }).catch((error) => assert.fail(`${what}: ${error.message}`));
      fs.rmSync(changed, { recursive: true, force: true });
      fs.cpSync(folder, changed, { recursive: true });
      for (const { textDocument, edits } of edit.documentChanges) {
        const file = path.basename(fileURLToPath(textDocument.uri));
        const text = fs.readFileSync(path.join(folder, file), 'utf8');
        for (const one of edits) assert.equal(textAt(text, one.range), symbol.name, what);
        fs.writeFileSync(path.join(changed, file), applied(text, edits));
      }
      const run = spawnSync(ishi, ['test', changed], { encoding: 'utf8' });
      assert.equal(run.status, 0, `${what}\n${run.stdout}${run.stderr}`);
      for (const file of files) {
        const diff = spawnSync(ishi, ['diff', '--samples', '0', path.join(folder, file), path.join(changed, file)], { encoding: 'utf8' });
        assert.ok(onlyNamesChange(diff.stdout, symbol.name, name), `${what}, ${file}\n${diff.stdout}${diff.stderr}`);
      }
      renamed += 1;
    }
    assert.equal(await client.stop(), 0);
    if (isLong) assert.ok(renamed > 3);
  });
}
