// The page in Firefox, over WebDriver BiDi: each view once. scripts/studio --firefox runs it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serve } from './serve.mjs';

const sources = fileURLToPath(new URL('../..', import.meta.url));
const puppeteer = createRequire(path.join(sources, 'studio', 'package.json'))('puppeteer-core');
const built = path.join(sources, 'build/studio');
const games = process.env.GAMES ?? path.join(sources, 'build/dev/examples');
const kPatience = { timeout: 60_000 };

let server, browser, page;
const faults = [];

before(async () => {
  let address;
  ({ server, address } = await serve(built));
  browser = await puppeteer.launch({ browser: 'firefox', executablePath: '/usr/bin/firefox-esr', headless: true });
  page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(address);
  await page.waitForSelector('.card');
  await page.select('select[aria-label=Example]', 'guard');
  await page.waitForSelector('.options li', kPatience);
});
after(async () => {
  await browser?.close();
  server?.close();
});

const says = (selector, text) => page.waitForFunction((at, wanted) => document.querySelector(at)?.textContent.includes(wanted), kPatience, selector, text);

test('Firefox decides a moment, and a picker turns the decision', async () => {
  await says('.options .picked', 'patrol');
  await page.select('#key-threat', 'someone');
  await says('.options .picked', 'shoot');
});

test('Firefox shows what is wrong as one types', async () => {
  await page.click('.cm-content');
  await page.keyboard.down('Control');
  await page.keyboard.press('Home');
  await page.keyboard.up('Control');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.type('7');
  await says('.problems', 'is no edition of the language');
  await page.keyboard.press('Backspace');
  await says('.problems', 'Nothing is wrong.');
});

test('Firefox runs the tests of a file', async () => {
  await page.click('#tab-tests');
  await page.waitForSelector('.tests li', kPatience);
  const said = await page.$eval('.tests [role=status]', (one) => one.textContent);
  const [, good, all] = said.match(/^(\d+) of (\d+) tests pass/);
  assert.equal(good, all);
});

test('Firefox plays a run', async () => {
  await page.click('#tab-run');
  await page.waitForSelector('.transport', kPatience);
  await page.waitForSelector('.why .options li', kPatience);
});

test('Firefox shows a recorded game, and why somebody decided so', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-firefox-'));
  const file = path.join(folder, 'guards.ishirec');
  execFileSync(path.join(games, 'guard/guards'), [path.join(games, 'guard/behaviour/guard.ishi'), '--seconds', '3', '--guards', '40', '--record', file]);
  await page.click('#tab-recording');
  await (await page.waitForSelector('input[type=file]')).uploadFile(file);
  await says('.agents .count', '40 agents');
  await page.waitForSelector('.why .options li', kPatience);
  fs.rmSync(folder, { recursive: true });
});

test('nothing failed in Firefox', () => assert.deepEqual(faults, []));
