// The page says of a text what `ishi check` says of it: of each file of tests/cases, of the nasty texts of tests/hostile.md, and of
// what random keystrokes leave. ROUNDS: how often these stop for a look (default: 60); SEED: another hunt. The folder of a text on
// which they differ is kept. scripts/studio --test runs it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { close, example, ishi, open, paste, sources, textOf, view } from './browser.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-page-agreement-'));
const file = path.join(folder, 'guard.ishi.yaml');
for (const name of ['ishi.yaml', 'guard.ishi.yaml', 'game.ishi.yaml']) fs.copyFileSync(path.join(sources, 'examples/guard', name), path.join(folder, name));
const original = fs.readFileSync(file, 'utf8');

const sentence = (message) => message.split('\n')[0].split(' (')[0].trim();
const sorted = (rows) => rows.map((row) => row.join(' | ')).sort();

// [code, line, sentence] of each finding in the file, as the tool has them.
function toolSays(text) {
  fs.writeFileSync(file, text);
  const { stdout } = spawnSync(ishi, ['check', '--format', 'json', file], { encoding: 'utf8', maxBuffer: 1 << 28, timeout: 60_000 });
  return sorted(JSON.parse(stdout).diagnostics.filter((one) => one.file !== null && path.resolve(one.file) === file)
    .map((one) => [one.code, one.span.start.line, sentence(one.message)]));
}
const pageSays = async (page) => sorted((await page.locator('.problems li').evaluateAll((all) => all.map((one) => ['code', 'where', 'said'].map((name) => one.querySelector(`.${name}`).textContent))))
  .filter(([, where]) => where.startsWith('guard.ishi.yaml:'))
  .map(([code, where, said]) => [code, Number(where.split(':').at(-1)), sentence(said)]));

// Waits until the page says what the tool says of the text that it has.
async function agree(page, what, milliseconds = 20_000) {
  const text = await textOf(page), wanted = toolSays(text);
  let got = [];
  for (const end = Date.now() + milliseconds; Date.now() < end; await page.waitForTimeout(30)) {
    got = await pageSays(page);
    if (JSON.stringify(got) === JSON.stringify(wanted)) return;
  }
  console.error(`${what}: the text is in ${file}`);
  assert.deepEqual(got, wanted, what);
}
async function openGuard() {
  const page = await open();
  await example(page, 'guard');
  await page.getByText('Nothing is wrong.').waitFor();
  return page;
}

test('of each file of tests/cases the page says what the tool says', async () => {
  const page = await openGuard();
  const cases = path.join(sources, 'tests/cases');
  const files = fs.readdirSync(cases, { recursive: true }).filter((name) => name.endsWith('.ishi.yaml')).map((name) => path.join(cases, name))
    .filter((one) => fs.statSync(one).isFile()).sort();
  assert.ok(files.length > 300);
  for (const one of files) {
    const bytes = fs.readFileSync(one);
    if (Buffer.compare(Buffer.from(bytes.toString('utf8')), bytes) !== 0) continue; // no UTF-8: no clipboard holds it
    await paste(page, bytes.toString('utf8'));
    await agree(page, one);
  }
  await close(page);
});

test('nasty texts are answered as the tool answers them, and hold nothing up', async () => {
  const page = await openGuard();
  const many = (count, line) => Array.from({ length: count }, (_, i) => line(i)).join('');
  const nasty = {
    'a comma alone': ',', 'two documents': 'ishi: 1\n---\nishi: 1\n', 'a list that a mapping follows': '- a\nb: 1\n', 'a quote that a later line closes': 'ishi: "1\nb: "2"\n',
    'a name twice': 'ishi: 1\nishi: 1\n', 'commas without values': 'ishi: 1\nvalues: {a: 1,, b: 2}\n', '65 levels': `ishi: 1\nvalues: ${'{a: '.repeat(65)}1${'}'.repeat(65)}\n`,
    '100,000 brackets': '['.repeat(100_000), 'an alias in itself': 'ishi: 1\nvalues: &a [*a]\n',
    'a bomb of aliases': `a0: &a0 [x]\n${many(30, (i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}*a${i}]\n`)}`, 'a merge key': 'ishi: 1\n<<: {a: 1}\n',
    'a name that is no word': '? [x] : y\n', 'a tag': 'ishi: !!python/object:os.system 1\n', 'control characters': 'ishi: 1\n# \u0000\u0007\u001b[31m\n', 'text turned around': 'ishi: 1\n# \u202e\u2066\n',
    'more than a MiB': `ishi: 1\n${'# 意思\n'.repeat(116_507)}# end\n`, '010': 'ishi: 010\n', 'no number': 'ishi: 1\nvalues: { a: .nan, b: .inf, c: 1e400, d: 1e-50 }\n', 'other words for true': 'ishi: 1\nblackboard: { a: { type: bool, default: no } }\n',
    'paths out of the root': 'ishi: 1\ninclude: [../../x.ishi.yaml, /etc/passwd.ishi.yaml]\n', 'itself': 'ishi: 1\ninclude: [guard.ishi.yaml]\n',
    '10,000 parentheses': `ishi: 1\nactions: { a: { score: ${'('.repeat(10_000)}1${')'.repeat(10_000)} } }\n`, tabs: 'ishi: 1\nvalues:\n\ta: 1\n', nothing: '', 'comments alone': '# a\n# b\n',
    '20,000 actions': `ishi: 1\nactions:\n${many(20_000, (i) => `  a${i}: { score: 0.5 }\n`)}agents: { a: { actions: [a0] } }\n`, 'a name of 100 kB': `ishi: 1\nvalues: { ${'a'.repeat(100_000)}: 1 }\n`,
    'a goal in itself': 'ishi: 1\ntasks: { t: {} }\ngoals: { g: { do: [ { goal: g } ] } }\n', 'HTML': 'ishi: 1\nvalues: { "<img src=x onerror=alert(1)>": 1 }\nactions: { <script>alert(1)</script>: {} }\n',
    'half a surrogate': 'ishi: 1\n# \ud800 \udc00\n', 'letters of all planes': 'ishi: 1\n# 意思 𝒳 👩‍👩‍👧 e\u0301\nvalues: { 意: 1 }\n',
  };
  for (const [what, text] of Object.entries(nasty)) {
    await paste(page, text);
    await agree(page, what, 60_000);
    assert.equal(await page.locator('.problems img, .problems script, .cm-tooltip img').count(), 0, what);
  }
  await paste(page, original);
  await page.getByText('Nothing is wrong.').waitFor();
  await page.locator('.options li').first().waitFor();
  await close(page);
});

// Numbers that are the same for the same seed.
function randomOf(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { below: (most) => Math.floor(next() * most), of: (list) => list[Math.floor(next() * list.length)] };
}

test('after random keystrokes the page says what the tool says', async () => {
  const random = randomOf(Number(process.env.SEED ?? 1)), page = await openGuard();
  const box = await page.locator('.editor .cm-scroller').boundingBox();
  const words = ['hp', 'when: ', 'score: ', '- ', 'actions:\n', 'threat', ' and ', '0.5', '意思', ': ', '{ ', ' }', '\n  ', 'agents:\n  a: { actions: [', 'é', '"', '#', 'extends: ', '1e9', '-', '*', '&a', '|', '\t', 'coward', 'flee', 'goal: ', '(', ')', ', '];
  const keys = ['Backspace', 'Delete', 'Enter', 'Tab', 'Shift+Tab', 'Control+z', 'Control+y', 'Alt+ArrowUp', 'Alt+ArrowDown', 'Shift+Alt+ArrowDown', 'Control+/', 'Home', 'End', 'Shift+End', 'Shift+ArrowDown', 'Control+Delete', 'Control+Shift+k', 'Escape', 'ArrowRight', 'ArrowUp'];
  const rounds = Number(process.env.ROUNDS ?? 60);
  for (let round = 0; round < rounds; ++round) {
    if (round % 12 === 11) await paste(page, original);
    if (random.below(4) === 0) await view(page, random.of(['A moment', 'A run', 'Tests']));
    if (random.below(3) === 0) {
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.wheel(0, random.below(1600) - 800);
    }
    await page.mouse.click(box.x + 60 + random.below(box.width - 90), box.y + 5 + random.below(box.height - 20));
    for (let i = random.below(16); i >= 0; --i) {
      if (random.below(2) === 0) await page.keyboard.press(random.of(keys));
      else if (random.below(3) > 0) await page.keyboard.type(random.of(words));
      else await page.keyboard.insertText(random.of(words));
      if (random.below(5) === 0) await page.waitForTimeout(random.below(300));
    }
    await page.keyboard.press('Escape'); // no list of words is open
    await agree(page, `round ${round}`);
  }
  assert.equal(await page.locator('#page > .refusal').count(), 0);
  await close(page);
  fs.rmSync(folder, { recursive: true });
});
