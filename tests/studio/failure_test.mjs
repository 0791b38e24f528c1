// What the page says, in a real browser, where its engine cannot run or stops: the text is kept. scripts/studio --test runs it.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { built, chromium, close, example, kChromium, linkOf, open, paste, playground } from './browser.mjs';

const wasm = fs.readFileSync(path.join(built, 'ishi.wasm'));
const digestOf = (bytes) => createHash('sha256').update(bytes).digest('hex');
const alert = (page) => page.getByRole('alert');
const kPage = 65536; // bytes

// The module with one more section, that says nothing.
const another = Buffer.concat([wasm, Buffer.from([0, 2, 1, 0x78])]);

function number(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [value, at];
  }
}
function numberBytes(value) {
  const bytes = [];
  for (; value >= 128; value >>>= 7) bytes.push((value & 127) | 128);
  return [...bytes, value];
}
// The module with no more than some pages of memory beyond those that it begins with.
function withMemory(pages) {
  for (let at = 8; at < wasm.length;) {
    const [size, begin] = number(wasm, at + 1);
    if (wasm[at] === 5) {
      const [least] = number(wasm, begin + 2);
      const memory = [1, 1, ...numberBytes(least), ...numberBytes(least + pages)];
      return Buffer.concat([wasm.subarray(0, at), Buffer.from([5, ...numberBytes(memory.length), ...memory]), wasm.subarray(begin + size)]);
    }
    at = begin + size;
  }
  throw new Error('the module has no memory');
}

// The page as if it had been built with another module.
async function serve(context, module) {
  await context.route('**/ishi.wasm', (route) => route.fulfill({ body: module, contentType: 'application/wasm' }));
  await context.route('**/assets/worker*.js', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace(digestOf(wasm), digestOf(module)) });
  });
}

test('an engine that has used up its memory says so; the text is kept, and another one goes on with it', async () => {
  const page = await open({ prepare: (context) => serve(context, withMemory((4 * 1024 * 1024) / kPage)) });
  await example(page, 'guard');
  await page.getByText('Nothing is wrong.').waitFor();
  await paste(page, `ishi: 1\n# mine\ncurves:\n${Array.from({ length: 15000 }, (_, i) => `  c${i}: { linear: {} }`).join('\n')}\n`);
  await alert(page).filter({ hasText: 'it has used up its memory' }).waitFor({ timeout: 60_000 });
  // What is written now is kept, too.
  await paste(page, 'ishi: 1\nvalues: { mine: 1 }\n');
  await page.getByRole('button', { name: 'Start it again' }).click();
  await page.getByText('Nothing is wrong.').waitFor();
  assert.match(await page.locator('.cm-content').innerText(), /mine/);
  assert.equal(await alert(page).count(), 0);
  await close(page);
});

test('a module of another build, or one that was cut, is refused with a sentence', async () => {
  for (const module of [another, wasm.subarray(0, wasm.length / 2)]) {
    const page = await open({ prepare: (context) => context.route('**/ishi.wasm', (route) => route.fulfill({ body: module, contentType: 'application/wasm' })) });
    await example(page, 'guard');
    await alert(page).filter({ hasText: 'are not of one build' }).waitFor();
    assert.match(await page.locator('.cm-content').innerText(), /ishi: 1/);
    await close(page);
  }
});

test('a module that is not there is said', async () => {
  const page = await open({ prepare: (context) => context.route('**/ishi.wasm', (route) => route.fulfill({ status: 404, body: '' })) });
  await example(page, 'guard');
  await alert(page).filter({ hasText: 'answers with 404' }).waitFor();
  page.faults = page.faults.filter((one) => !one.includes('404'));
  await close(page);
});

test('a browser without SIMD is told which ones have it', async () => {
  // Chromium has SIMD where the processor has SSE 4.1.
  const old = await chromium.launch({ ...kChromium, args: [...kChromium.args, '--js-flags=--no-enable-sse4-1'] });
  try {
    const page = await old.newPage();
    await page.goto(playground.address);
    await example(page, 'guard');
    await alert(page).filter({ hasText: /This browser cannot run Ishi: it needs WebAssembly with SIMD/ }).waitFor();
    assert.match(await page.locator('.cm-content').innerText(), /ishi: 1/);
    assert.equal(await page.getByRole('button', { name: 'Start it again' }).count(), 0);
  } finally {
    await old.close();
  }
});

test('a link that was cut, or is none, is said, and the examples are there', async () => {
  const page = await open();
  await example(page, 'guard');
  const hash = await linkOf(page);
  // At each of its letters.
  const unsaid = await page.evaluate(async (hash) => {
    const lengths = [];
    for (let length = 2; length < hash.length; ++length) {
      history.replaceState(null, '', location.pathname + hash.slice(0, length));
      const isSaid = () => document.querySelector('.gallery [role=alert]')?.textContent.includes('This link could not be read') ?? false;
      dispatchEvent(new PopStateEvent('popstate'));
      for (let waited = 0; waited === 0 || (waited < 100 && !isSaid()); ++waited) await new Promise((done) => setTimeout(done, 5));
      if (!isSaid()) lengths.push(length);
    }
    return lengths;
  }, hash);
  assert.deepEqual(unsaid, []);
  await close(page);
  for (const cut of [hash.slice(0, hash.length / 2), hash.slice(0, -3), '#!!', '#e30']) {
    const broken = await open({ hash: cut });
    await broken.getByRole('alert').filter({ hasText: 'This link could not be read, so it was cut on its way or changed.' }).waitFor();
    await broken.getByRole('button', { name: 'Open Guard' }).click();
    await broken.locator('.options li').first().waitFor();
    await close(broken);
  }
});
