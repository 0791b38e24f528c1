// Takes the pictures of the page that the documents show, docs/studio/*.webp, in headless Chromium. scripts/studio --pictures
// runs it, which builds the page before. ISHI, ISHI_PAGE: as tests/studio/browser.mjs has them; GAMES: the folder of the built
// examples (default: the development build's).
// usage: node pictures.mjs [FOLDER]     FOLDER: where they are written (default: docs/studio)

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bridge } from './bridge.mjs';
import { serve } from './serve.mjs';

const sources = fileURLToPath(new URL('../..', import.meta.url));
const { chromium } = createRequire(path.join(sources, 'studio', 'package.json'))('playwright-core');
const folder = process.argv[2] ?? path.join(sources, 'docs/studio');
const built = process.env.ISHI_PAGE ?? path.join(sources, 'build/studio');
const { server, address } = await serve(built);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });

async function opened(address, prepare) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, deviceScaleFactor: 1.25, colorScheme: 'light' });
  if (!fs.existsSync(path.join(built, 'ishi.wasm'))) await bridge(context, process.env.ISHI);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(address);
  await prepare(page);
  return page;
}
async function keep(page, name) {
  await page.mouse.move(0, 0);
  await page.waitForTimeout(1000); // until the last question is answered
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, `${name}.webp`), Buffer.from(data, 'base64'));
  await page.context().close();
}
async function take(name, example, prepare) {
  await keep(await opened(address, async (page) => {
    await page.getByLabel('Example', { exact: true }).selectOption(example);
    await page.getByText('Nothing is wrong.').waitFor();
    await prepare(page);
  }), name);
}

// The first match in the output of a program.
const said = (program, pattern) => new Promise((resolve) => {
  let text = '';
  program.stdout.on('data', (more) => {
    const found = pattern.exec(text += more);
    if (found !== null) resolve(found[0]);
  });
});
// A running game of an example, in the studio of its folder.
async function takeLive(name, example, prepare) {
  const games = process.env.GAMES ?? path.join(sources, 'build/dev/examples');
  process.env.XDG_RUNTIME_DIR = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-picture-'));
  const piped = { stdio: ['ignore', 'pipe', 'inherit'] };
  const game = spawn(path.join(games, example, example), [path.join(games, example, 'behaviour', `${example}.ishi`), '--live', '600'], piped);
  await said(game, /looks into this game/);
  const studio = spawn(process.env.ISHI ?? path.join(sources, 'build/dev/compiler/ishi'), ['studio', path.join(sources, 'examples', example), '--no-open', '--page', built], piped);
  try {
    await keep(await opened(await said(studio, /http:\S+/), async (page) => {
      await page.getByRole('tab', { name: 'Live' }).click();
      await page.getByRole('button', { name: `Join ${example}-${game.pid}` }).click();
      await page.locator('.agents [role=option]').first().waitFor();
      await prepare(page);
    }), name);
  } finally {
    game.kill();
    studio.kill();
    fs.rmSync(process.env.XDG_RUNTIME_DIR, { recursive: true });
  }
}

await take('moment', 'guard', async (page) => {
  await page.getByLabel('Profile').selectOption('coward');
  await page.getByLabel('threat', { exact: true }).selectOption('someone');
  await page.getByLabel('hp', { exact: true }).fill('45');
  await page.getByRole('button', { name: 'Sweep hp' }).click();
  await page.locator('.sweep .stretch').first().waitFor();
  await page.locator('.flip').first().waitFor();
});
await take('run', 'watch', async (page) => {
  await page.getByRole('tab', { name: 'A run' }).click();
  await page.locator('.strips .stretch').first().waitFor();
  await page.getByRole('button', { name: 'eve' }).click();
  await page.getByLabel('Time').fill('4.5');
  await page.locator('.why .options .picked').waitFor();
});
await take('map', 'watch', async (page) => {
  await page.getByRole('separator', { name: 'Width of the text' }).focus();
  for (let i = 0; i < 10; ++i) await page.keyboard.press('ArrowLeft');
  await page.getByRole('tab', { name: 'A run' }).click();
  await page.locator('.run .choices select').first().selectOption({ label: 'the stranger is smelt, seen, pursued and cut off' });
  await page.locator('.strips .stretch').first().waitFor();
  await page.getByLabel('Time').fill('7');
  await page.getByRole('tab', { name: 'Map' }).click();
  await page.locator('.picture .now').first().waitFor();
  await page.getByRole('button', { name: 'Whole' }).click();
});
await take('edits', 'watch', async (page) => {
  await page.getByRole('separator', { name: 'Width of the text' }).focus();
  for (let i = 0; i < 10; ++i) await page.keyboard.press('ArrowLeft');
  await page.getByRole('tab', { name: 'Map' }).click();
  await page.getByRole('button', { name: 'Whole' }).click();
  await page.locator('.picture [data-kind=state][data-name=alert]').first().click();
  await page.locator('.edit-part').waitFor();
});
await takeLive('live', 'household', async (page) => {
  await page.locator('.agents [role=option]', { hasText: 'person#2' }).click();
  await page.locator('.who', { hasText: 'person#2' }).waitFor();
  await page.waitForTimeout(6000); // some of their day
  await page.getByRole('button', { name: 'Hold the game' }).click();
  await page.locator('.live .pill.held').waitFor();
  await page.locator('.why .options li').nth(3).waitFor();
  await page.waitForTimeout(3000); // what was played meanwhile is shown
});
await browser.close();
server.close();
