// The village with its text beside it, as scripts/village has built it (ISHI_VILLAGE: elsewhere), in headless Chromium. Pictures of
// it go to the folder ISHI_PICTURES, if one is named.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { newPage, openBrowser, until } from './browser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const built = process.env.ISHI_VILLAGE ?? path.join(root, 'build/village');
const axe = fs.readFileSync(createRequire(path.join(root, 'studio/package.json')).resolve('axe-core'), 'utf8');
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.json': 'application/json', '.svg': 'image/svg+xml', '.webp': 'image/webp' };

const playground = path.join(root, 'build/playground');

let browser, address;
const servers = [];
// Serves a folder of static files, and returns its address.
async function serve(folder) {
  const server = http.createServer((request, response) => {
    const file = path.join(folder, new URL(request.url, 'http://x').pathname.replace(/\/$/, '/index.html'));
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': types[path.extname(file)] ?? 'application/octet-stream' }).end(fs.readFileSync(file));
  });
  servers.push(server);
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${server.address().port}/`;
}
before(async () => {
  address = await serve(built);
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  for (const server of servers) server.close();
});

// The page at a time of the day (in frames), once the text is there.
async function opened(look, { from = 0, size = [1280, 800] } = {}) {
  const faults = [], asked = [];
  const page = await newPage(browser, faults, ...size);
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${address}?from=${from}`);
  await until(page, () => document.querySelector('#text .number') !== null && document.querySelector('#panel table') !== null, 120_000, faults);
  await look(page, asked);
  assert.deepEqual(asked.filter((url) => !url.startsWith(address)), []);
  await page.close();
  assert.deepEqual(faults, []);
}
// The first number of the line that begins so now.
async function numberOf(page, begin) {
  const place = await page.locator('.line').evaluateAll((lines, begin) => lines.findIndex((line) => line.textContent.trim().startsWith(begin)), begin);
  assert.ok(place >= 0, begin);
  return page.locator('.line').nth(place).locator('.number').first();
}
const says = (page, said) => page.locator('#notice').filter({ hasText: said }).waitFor({ timeout: 60_000 });
// Counts the villagers who do something.
const doing = (page, what) => page.evaluate((name) => Array.from({ length: 500 }, (_, slot) => window.village.doingOf(slot)).filter((one) => one === name).length, what);
async function drag(page, element, pixels) {
  await element.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await element.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + pixels, y + height / 2, { steps: 6 });
  await page.mouse.up();
}

test('somebody is explained from the first moment on, and whoever is clicked afterwards', () => opened(async (page, asked) => {
  const heading = page.locator('#panel h1');
  assert.match(await heading.innerText(), /^Villager 1 of 500, \d+:\d\d$/);
  const chosen = await page.evaluate(() => {
    const { width, height } = document.querySelector('#view').getBoundingClientRect();
    for (let y = height / 3; y < height; y += 3) {
      for (let x = 280; x < width; x += 3) if (window.drawing.pick(x, y) > 0) return [x, y, window.drawing.pick(x, y)];
    }
    return null;
  });
  await page.mouse.click(chosen[0], chosen[1]);
  await page.waitForFunction(() => !/^Villager 1 /.test(document.querySelector('#panel h1').innerText));
  // The best of its options stands first, and what it does is marked in the text.
  const scores = (await page.locator('#panel td:nth-child(2)').allInnerTexts()).map(Number);
  assert.equal(scores.length, 5);
  const runs = await page.locator('#panel tr.runs button').innerText();
  assert.match(await page.locator('.line.does').first().innerText(), new RegExp(`^\\s*${runs}:`));
  await page.locator('#panel button', { hasText: 'work' }).click();
  assert.match(await page.locator('.line.does').first().innerText(), /^\s*work:/);
  // The compiler is not fetched before it is needed.
  assert.deepEqual(asked.filter((url) => /ishi-[^/]*\.wasm$/.test(url)), []);
}, { from: 17000 }));

test('a number that is dragged changes the village while it is dragged, and comes back', () => opened(async (page) => {
  const stroll = await numberOf(page, 'score: 0.12');
  assert.equal(await stroll.innerText(), '0.12');
  assert.ok(await doing(page, 'look') < 250, 'most of them stroll already');
  await drag(page, stroll, 800);
  assert.equal(await stroll.innerText(), '2.12');
  await says(page, 'The village lives by your numbers (1 line).');
  await page.waitForFunction(() => Array.from({ length: 500 }, (_, slot) => window.village.villagers.why(window.village.villagers.agentOf(slot)).find((one) => one.isRunning)?.action)
    .filter((action) => action === 'stroll').length > 400, undefined, { timeout: 120_000 });
  assert.equal(await page.evaluate(() => window.village.world.lastReload !== undefined), true);
  await page.getByRole('button', { name: 'Put all numbers back' }).click();
  await says(page, 'All numbers are as they were.');
  assert.equal(await stroll.innerText(), '0.12');
}, { from: 9000 }));

test('what the compiler refuses is said, and the village goes on', () => opened(async (page) => {
  // Two points of a curve at one place.
  const dark = await numberOf(page, 'dark:');
  const hour = dark.locator('xpath=../span[contains(@class, "number")][9]');
  assert.equal(await hour.innerText(), '23');
  await hour.press('ArrowRight');
  assert.equal(await hour.innerText(), '24');
  await says(page, 'The village goes on as before.');
  await says(page, /error\[IS311\]: the same x stands here twice/);
  assert.ok(!(await page.locator('#notice').innerText()).includes('\x1b'), 'colours of a terminal');
  const at = await page.evaluate(() => window.village.hour);
  await page.waitForFunction((before) => window.village.hour !== before, at);
  await hour.press('ArrowLeft');
  await says(page, 'All numbers are as they were.');
}));

test('each number of the text can be changed by a key, and what comes of it is said', () => opened(async (page) => {
  const count = await page.locator('#text .number').count();
  assert.ok(count > 40, `${count} numbers`);
  let lived = 0;
  for (let i = 0; i < count; ++i) {
    const one = page.locator('#text .number').nth(i);
    const before = await one.innerText();
    await one.press('ArrowUp');
    assert.notEqual(await one.innerText(), before);
    await page.waitForFunction(() => /lives by your numbers|goes on as before/.test(document.querySelector('#notice').innerText), undefined, { timeout: 60_000 });
    lived += Number(/lives/.test(await page.locator('#notice').innerText()));
    await page.getByRole('button', { name: 'Put all numbers back' }).click();
    await page.waitForFunction(() => /^(All numbers|The village goes on as before)/.test(document.querySelector('#notice').innerText), undefined, { timeout: 60_000 });
    assert.equal(await page.locator('#notice').innerText(), 'All numbers are as they were.', `after ${before} of ${await one.getAttribute('aria-label')}`);
  }
  assert.ok(lived > 0.8 * count, `${lived} of ${count} numbers are taken`);
}));

for (const size of [[1280, 800], [960, 600], [390, 780]]) {
  test(`axe finds nothing at ${size[0]} px, and nothing lies outside`, () => opened(async (page) => {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run(document));
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    if (process.env.ISHI_PICTURES) {
      const session = await page.context().newCDPSession(page);
      const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
      fs.writeFileSync(path.join(process.env.ISHI_PICTURES, `village_${size[0]}.webp`), Buffer.from(data, 'base64'));
    }
  }, { from: 17000, size }));
}

test('the gallery of the playground begins with it', { skip: fs.existsSync(path.join(playground, 'village')) ? false : 'scripts/studio has not built the playground with it' }, async () => {
  const faults = [];
  const page = await newPage(browser, faults, 1280, 900);
  await page.goto(await serve(playground));
  const first = page.locator('.cards .card').first();
  await first.getByRole('link', { name: 'Watch' }).click();
  await until(page, () => document.querySelector('#text .number') !== null && document.querySelector('#panel table') !== null, 120_000, faults);
  assert.match(page.url(), /\/village\/index\.html$/);
  await page.close();
  assert.deepEqual(faults, []);
});
