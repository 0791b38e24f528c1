// The page in a real browser, for tests: as the playground, from the files of build/studio alone. ISHI: the tool
// (default: the development build's); ISHI_PLAYGROUND: the address of a playground that is served already.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';

export const sources = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(path.join(sources, 'studio', 'package.json'));
export const { chromium } = require('playwright-core');
export const axe = fs.readFileSync(require.resolve('axe-core'), 'utf8');
export const ishi = process.env.ISHI ?? path.join(sources, 'build/dev/compiler/ishi');
export const built = path.join(sources, 'build/studio');
export const kChromium = { executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] };
const kTypes = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm', '.svg': 'image/svg+xml' };

export const playground = { address: '' };
let server, browser;

before(async () => {
  browser = await chromium.launch(kChromium);
  playground.address = process.env.ISHI_PLAYGROUND ?? '';
  if (playground.address !== '') return;
  server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const file = path.join(built, pathname === '/' ? 'index.html' : path.normalize(pathname));
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': kTypes[path.extname(file)] ?? 'application/octet-stream' });
    fs.createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  playground.address = `http://127.0.0.1:${server.address().port}/`;
});
after(async () => {
  await browser.close();
  server?.close();
});

// A page that has no error, and asks nobody but its own server.
// `context`: of a page that is open already. `prepare`: takes the context before the page is loaded.
export async function open({ hash = '', url = playground.address, options = {}, context = null, prepare = async () => {} } = {}) {
  context ??= await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  await prepare(context);
  const page = await context.newPage();
  page.faults = [];
  page.on('console', (said) => { if (said.type() === 'error') page.faults.push(said.text()); });
  page.on('pageerror', (error) => page.faults.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(url).origin) && !/^(data|blob):/.test(request.url())) page.faults.push(`asks ${request.url()}`);
  });
  await page.goto(url + hash);
  await page.locator('.cm-content, .gallery').first().waitFor();
  return page;
}
export async function close(page) {
  assert.deepEqual(page.faults, []);
  await page.context().close();
}
export async function example(page, name) {
  await page.getByLabel('Example', { exact: true }).selectOption(name);
  await page.locator('.cm-content').waitFor();
}
export const view = (page, name) => page.getByRole('tab', { name }).click();
export async function typeAtEnd(page, text) {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(text);
}
export async function axeFinds(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { rules: { region: { enabled: true } } }));
  return violations.map((one) => [one.id, one.nodes.map((node) => node.html)]);
}
