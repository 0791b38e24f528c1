// The page in a real browser: as the playground, from files alone, and by `ishi studio`. ISHI: the tool (default: the development build's).
// scripts/studio --test runs it, which builds the page before.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(path.join(sources, 'studio', 'package.json'));
const { chromium } = require('playwright-core');
const axe = fs.readFileSync(require.resolve('axe-core'), 'utf8');
const ishi = process.env.ISHI ?? path.join(sources, 'build/dev/compiler/ishi');
const built = path.join(sources, 'build/studio');
const kTypes = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm' };

let server, browser, address;

before(async () => {
  server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const file = path.join(built, pathname === '/' ? 'index.html' : path.normalize(pathname));
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': kTypes[path.extname(file)] ?? 'application/octet-stream' });
    fs.createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${server.address().port}/`;
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
});
after(async () => {
  await browser.close();
  server.close();
});

// A page that has no error, and asks nobody but its own server.
async function open({ hash = '', url = address, options = {} } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.faults = [];
  page.on('console', (said) => { if (said.type() === 'error') page.faults.push(said.text()); });
  page.on('pageerror', (error) => page.faults.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(url).origin) && !/^(data|blob):/.test(request.url())) page.faults.push(`asks ${request.url()}`);
  });
  await page.goto(url + hash);
  await page.locator('.cm-content').waitFor();
  return page;
}
async function close(page) {
  assert.deepEqual(page.faults, []);
  await page.context().close();
}
const example = (page, name) => page.getByLabel('Example').selectOption(name);
const view = (page, name) => page.getByRole('tab', { name }).click();
const picked = (page) => page.locator('.moment h2 strong').first();
async function typeAtEnd(page, text) {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(text);
}

test('a fault is said as it is typed, and is gone when it is mended', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.getByText('Nothing is wrong.').waitFor();
  await typeAtEnd(page, '\ncurves: { wrong: { linaer: { from: 0, to: 1 } } }\n');
  await page.locator('.problems .error').first().waitFor();
  assert.match(await page.locator('.problems').innerText(), /IS\d{3}/);
  await page.keyboard.press('Control+z');
  await page.getByText('Nothing is wrong.').waitFor();
  await close(page);
});

test('sliders change what is decided, and where it flips is marked', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.getByLabel('threat', { exact: true }).fill('someone');
  await page.keyboard.press('Tab');
  await page.locator('.options .picked', { hasText: 'shoot' }).waitFor();
  await page.getByLabel('hp', { exact: true }).fill('10');
  await page.locator('.options .picked', { hasText: 'flee' }).waitFor();
  assert.equal(await picked(page).innerText(), 'flee');
  await page.locator('.flip').first().waitFor();
  await page.getByRole('button', { name: 'As given' }).click();
  await page.locator('.options .picked', { hasText: 'patrol' }).waitFor();
  await close(page);
});

test('a sweep shows each profile along a key', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.getByLabel('threat', { exact: true }).fill('someone');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Sweep hp' }).click();
  await page.locator('.sweep .stretch', { hasText: 'flee' }).first().waitFor();
  assert.ok((await page.locator('.sweep .name').allInnerTexts()).some((names) => names.includes('coward')));
  await close(page);
});

test('a run shows where everybody is and what they do, and can be walked through', async () => {
  const page = await open();
  await example(page, 'watch');
  await view(page, 'A run');
  await page.locator('.strips .stretch').first().waitFor();
  assert.ok((await page.locator('.strips button.name').count()) >= 5);
  await page.getByLabel('Time').fill('4.5');
  await page.locator('.time', { hasText: '4.50s' }).waitFor();
  await page.getByRole('button', { name: 'eve' }).click();
  await page.getByRole('button', { name: 'Next decision' }).click();
  await page.locator('.events .now').first().waitFor();
  // The ground is drawn: not all of it has one colour.
  const shades = await page.locator('canvas').evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Set(Array.from({ length: data.length / 4 }, (_, i) => data.slice(4 * i, 4 * i + 3).join())).size;
  });
  assert.ok(shades > 5, String(shades));
  await close(page);
});

test('tests run as one types', async () => {
  const page = await open();
  await example(page, 'guard');
  await view(page, 'Tests');
  await page.getByText(/^(\d+) of \1 tests pass\.$/).waitFor();
  await close(page);
});

test('a moment becomes a test in the text, which passes', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.getByLabel('threat', { exact: true }).fill('someone');
  await page.keyboard.press('Tab');
  await page.locator('.options .picked', { hasText: 'shoot' }).waitFor();
  await view(page, 'Tests');
  const before = await page.getByText(/tests pass\.$/).innerText();
  await view(page, 'A moment');
  await page.getByLabel('threat', { exact: true }).fill('someone');
  await page.keyboard.press('Tab');
  await page.locator('.options .picked', { hasText: 'shoot' }).waitFor();
  await page.getByRole('button', { name: 'Make it a test' }).click();
  await page.getByText('The test stands in the text.').waitFor();
  await view(page, 'Tests');
  const count = Number(/of (\d+)/.exec(before)[1]) + 1;
  await page.getByText(`${count} of ${count} tests pass.`).waitFor();
  await close(page);
});

test('a link holds text and view; one that was cut is said, and the page is there', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.getByText('Nothing is wrong.').waitFor();
  await typeAtEnd(page, '\n# 意思\n');
  await view(page, 'Tests');
  await page.waitForURL((url) => url.hash.length > 40);
  await page.waitForTimeout(1000); // until the address has followed the last change
  const { hash } = new URL(page.url());
  await close(page);
  const again = await open({ hash });
  await again.locator('.cm-content').click();
  await again.keyboard.press('Control+End');
  assert.match(await again.locator('.cm-content').innerText(), /# 意思/);
  assert.equal(await again.getByRole('tab', { name: 'Tests' }).getAttribute('aria-selected'), 'true');
  await close(again);
  for (const cut of [hash.slice(0, hash.length / 2), '#!!', '#e30', `${hash}x`]) {
    const broken = await open({ hash: cut });
    if (cut !== `${hash}x`) await broken.getByText(/The link could not be read/).waitFor();
    await close(broken);
  }
});

test('hostile text holds nothing up, and what it says is text', async () => {
  const page = await open();
  await example(page, 'guard');
  for (const hostile of ['[[[[['.repeat(2000), '\u0000\u202e', 'a: &a [*a, *a]\n'.repeat(50), '"<img src=x onerror=alert(1)>": {}\n', 'actions: { <script>alert(1)</script>: {} }\n']) {
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(`ishi: 1\n${hostile}`);
    await page.locator('.problems .error').first().waitFor();
    assert.equal(await page.locator('.problems img, .problems script, .cm-tooltip img').count(), 0);
  }
  await close(page);
});

test('everything can be reached by the keyboard', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.locator('.options li').first().waitFor();
  const seen = new Set();
  await page.getByRole('tab', { name: 'A moment' }).focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.getByRole('tab', { name: 'A run' }).getAttribute('aria-selected'), 'true');
  await page.keyboard.press('ArrowLeft');
  for (let i = 0; i < 40; ++i) {
    await page.keyboard.press('Tab');
    seen.add(await page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent?.trim()));
  }
  for (const wanted of ['key-hp', 'key-ammo', 'key-threat', 'Make it a test']) assert.ok(seen.has(wanted), wanted);
  await close(page);
});

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing, in ${colorScheme}`, async () => {
    const page = await open({ options: { colorScheme } });
    await example(page, 'guard');
    for (const [name, shown] of [['A moment', '.options li'], ['A run', '.strips .stretch'], ['Tests', '.tests li']]) {
      await view(page, name);
      await page.locator(shown).first().waitFor();
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run(document, { rules: { region: { enabled: true } } }));
      assert.deepEqual(violations.map((one) => [one.id, one.nodes.map((node) => node.html)]), [], name);
    }
    await close(page);
  });
}

test('the studio opens a project, saves it, and shows both versions where the disk has changed', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-page-'));
  const file = path.join(folder, 'guard.ishi.yaml');
  for (const name of ['ishi.yaml', 'guard.ishi.yaml', 'game.ishi.yaml']) fs.copyFileSync(path.join(sources, 'examples/guard', name), path.join(folder, name));
  const studio = spawn(ishi, ['studio', folder, '--no-open', '--page', built], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = (await new Promise((resolve) => studio.stdout.once('data', (line) => resolve(line.toString())))).trim();
  try {
    const [origin, hash] = [url.slice(0, url.indexOf('#')), url.slice(url.indexOf('#'))];
    const page = await open({ url: origin, hash });
    assert.ok(!page.url().includes('token'), 'the secret leaves the address');
    await page.getByLabel('File').selectOption('guard.ishi.yaml');
    await page.locator('.options li').first().waitFor();
    await typeAtEnd(page, '\n# mine\n');
    await page.keyboard.press('Control+s');
    await page.getByText('guard.ishi.yaml is saved.').waitFor();
    assert.match(fs.readFileSync(file, 'utf8'), /# mine\n$/);
    // Changed there alone: taken over.
    fs.appendFileSync(file, '# theirs\n');
    await page.locator('.cm-line', { hasText: '# theirs' }).waitFor();
    // Changed here and there: both are shown, nothing is lost.
    await typeAtEnd(page, '# mine again\n');
    fs.appendFileSync(file, '# theirs again\n');
    await page.getByRole('alert').filter({ hasText: 'Somebody else' }).waitFor();
    await page.keyboard.press('Control+s');
    assert.match(fs.readFileSync(file, 'utf8'), /# theirs again\n$/);
    await page.getByRole('button', { name: 'Write mine over it' }).click();
    await page.getByText('guard.ishi.yaml is saved.').waitFor();
    assert.match(fs.readFileSync(file, 'utf8'), /# mine again\n$/);
    // A name of another site that points here: nothing is answered.
    const { port } = new URL(origin);
    const rebound = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--host-resolver-rules=MAP evil.test 127.0.0.1'] });
    const evil = await rebound.newPage();
    const answer = await evil.goto(`http://evil.test:${port}/`);
    assert.equal(answer.status(), 403);
    assert.equal((await evil.goto(`http://evil.test:${port}/api/files`)).status(), 403);
    // A page of another site that asks by the right name gets no answer, either.
    await evil.goto(address);
    const got = await evil.evaluate((target) => fetch(`${target}api/files`, { credentials: 'include' }).then((one) => one.status, (error) => error.message), origin);
    assert.notEqual(got, 200);
    await rebound.close();
    page.faults = page.faults.filter((one) => !one.includes('409')); // the refusal to write over what was changed
    await close(page);
  } finally {
    studio.kill('SIGTERM');
    fs.rmSync(folder, { recursive: true });
  }
});
