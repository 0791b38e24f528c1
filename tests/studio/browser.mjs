// The page in a real browser, for tests: as the playground, from its files alone. ISHI: the tool (default: the development
// build's); ISHI_PAGE: the folder of the page (default: build/studio); ISHI_PLAYGROUND: the address of a playground that is served
// already. A page without a module has the tool behind it.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';
import { bridge } from './bridge.mjs';
import { serve } from './serve.mjs';

export const sources = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(path.join(sources, 'studio', 'package.json'));
export const { chromium } = require('playwright-core');
export const axe = fs.readFileSync(require.resolve('axe-core'), 'utf8');
export const ishi = process.env.ISHI ?? path.join(sources, 'build/dev/compiler/ishi');
export const built = process.env.ISHI_PAGE ?? path.join(sources, 'build/studio');
const hasModule = fs.existsSync(path.join(built, 'ishi.wasm'));
export const kChromium = { executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] };

export const playground = { address: '' };
const bridged = new WeakSet();
let server, browser;

before(async () => {
  browser = await chromium.launch(kChromium);
  playground.address = process.env.ISHI_PLAYGROUND ?? '';
  if (playground.address !== '') return;
  ({ server, address: playground.address } = await serve(built));
});
after(async () => {
  await browser.close();
  server?.close();
});

// A page that has no error, and asks nobody but its own server.
// `context`: of a page that is open already. `prepare`: takes the context before the page is loaded. `ready`: what is there then.
export async function open({ hash = '', url = playground.address, options = {}, context = null, prepare = async () => {}, ready = '.cm-content, .gallery' } = {}) {
  context ??= await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  if (!hasModule && playground.address !== process.env.ISHI_PLAYGROUND && !bridged.has(context)) {
    bridged.add(context);
    await bridge(context, ishi);
  }
  await prepare(context);
  const page = await context.newPage();
  page.faults = [];
  page.on('console', (said) => { if (said.type() === 'error') page.faults.push(said.text()); });
  page.on('pageerror', (error) => page.faults.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(url).origin) && !/^(data|blob):/.test(request.url())) page.faults.push(`asks ${request.url()}`);
  });
  await page.goto(url + hash);
  await page.locator(ready).first().waitFor();
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
// In place of all text.
export async function paste(page, text) {
  await page.locator('.editor .cm-content').focus();
  await page.keyboard.press('Control+a');
  await page.locator('.editor .cm-content').evaluate((editor, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
// All text, as the clipboard would have it.
export async function textOf(page) {
  await page.locator('.editor .cm-content').focus();
  await page.keyboard.press('Control+a');
  return page.locator('.editor .cm-content').evaluate((editor) => {
    const clipboardData = new DataTransfer();
    editor.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
    return clipboardData.getData('text/plain');
  });
}
// The place of a word on the screen, in the first line that holds the text `line`.
export function placeOf(page, line, word) {
  return page.locator('.editor .cm-line', { hasText: line }).first().evaluate((element, word) => {
    element.scrollIntoView({ block: 'center' });
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent.indexOf(word);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + word.length);
      const { left, top, width, height } = range.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    }
    throw new Error(`no word ${word} in ${element.textContent}`);
  }, word);
}
export async function clickWord(page, line, word) {
  const { x, y } = await placeOf(page, line, word);
  await page.mouse.click(x, y);
}
// Another text for a line, behind its indentation.
export async function writeLine(page, line, text) {
  await page.locator('.editor .cm-line', { hasText: line }).first().click();
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.insertText(text);
}
// The link of what is shown now.
export async function linkOf(page) {
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText(/^The link is /).waitFor();
  return new URL(page.url()).hash;
}
// What a file that is opened by a link of the playground would say: an example with other texts.
export function linkTo(example, changed, { path = '', looks = {} } = {}) {
  return '#' + zlib.deflateRawSync(JSON.stringify({ example, path, changed, looks })).toString('base64url');
}
// What a studio prints first: where it is. Throws if it ends before.
const addressOf = (studio) => new Promise((resolve, reject) => {
  studio.stdout.once('data', (line) => resolve(line.toString().trim()));
  studio.once('exit', (code) => reject(new Error(`ishi studio has ended with ${code}`)));
});
// `ishi studio` of a folder until `work` is done, which is given its address and the secret behind it.
export async function inStudio(folder, work, ...options) {
  const studio = spawn(ishi, ['studio', folder, '--no-open', '--page', built, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const address = await addressOf(studio);
    const hash = address.indexOf('#');
    await work(address.slice(0, hash), address.slice(hash), studio);
  } finally {
    const ended = studio.exitCode === null ? new Promise((resolve) => studio.once('exit', resolve)) : null;
    studio.kill('SIGTERM');
    await ended; // its port is free then
  }
}
export async function axeFinds(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { rules: { region: { enabled: true } } }));
  return violations.map((one) => [one.id, one.nodes.map((node) => node.html)]);
}
// A line of the text that is seen whole.
export const isInView = (page, line) => page.waitForFunction((line) => {
  const text = document.querySelector('.editor .cm-scroller').getBoundingClientRect();
  return [...document.querySelectorAll('.editor .cm-line')].some((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return one.textContent.includes(line) && top >= text.top && bottom <= text.bottom;
  });
}, line);
