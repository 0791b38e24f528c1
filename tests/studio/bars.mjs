// What the page promises of its speed, measured in headless Chromium: one line each, `NAME: FIGURE (bar BAR) met` or `not met`.
// scripts/studio --bars runs it, which builds the page before. GAMES: the folder of the built examples, which play and record.

import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';
import { serve } from './serve.mjs';

const sources = fileURLToPath(new URL('../..', import.meta.url));
const { chromium } = createRequire(path.join(sources, 'studio', 'package.json'))('playwright-core');
const built = path.join(sources, 'build/studio');
const ishi = process.env.ISHI ?? path.join(sources, 'build/dev/compiler/ishi');
const games = process.env.GAMES ?? path.join(sources, 'build/dev/examples');

const sorted = (values) => [...values].sort((a, b) => a - b);
const share = (values, part) => sorted(values)[Math.min(values.length - 1, Math.floor(part * values.length))];
function say(name, figure, unit, bar, isMet) {
  console.log(`${name}: ${figure.toFixed(figure < 10 ? 1 : 0)} ${unit} (bar ${isMet === 'above' ? '≥' : '≤'} ${bar} ${unit}) ${(isMet === 'above' ? figure >= bar : figure <= bar) ? 'met' : 'not met'}`);
}
const p95 = (name, times, bar) => say(`${name}, p95 of ${times.length} (median ${share(times, 0.5).toFixed(1)})`, share(times, 0.95), 'ms', bar);

const { server, address } = await serve(built);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });

// Counts the messages to the worker, by what they ask.
function countMessages() {
  window.asked = {};
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...more) {
    const { method, params } = message.kind === 'message' ? JSON.parse(message.text) : { method: message.kind };
    const name = params?.command ?? method;
    window.asked[name] = (window.asked[name] ?? 0) + 1;
    return post.call(this, message, ...more);
  };
}
async function open(name = 'guard') {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.addInitScript(countMessages);
  await page.goto(address);
  await page.locator('.card').first().waitFor(); // of the gallery
  await page.getByLabel('Example', { exact: true }).selectOption(name);
  await page.locator('.options li').first().waitFor();
  return page;
}
async function openSquad() {
  const page = await open('squad');
  await page.getByText('Nothing is wrong.').waitFor();
  return page;
}
const sayAsked = (what, asked, times) =>
  console.log(`${what} asks, on average: ${Object.entries(asked).map(([name, count]) => `${name.replace(/^.*\//, '')} ${(count / times).toFixed(1)}`).join(', ')}`);

// --- sizes ---

let total = 0;
const parts = {};
for (const name of fs.readdirSync(built, { recursive: true })) {
  const file = path.join(built, name);
  if (!fs.statSync(file).isFile()) continue;
  const bytes = zlib.gzipSync(fs.readFileSync(file), { level: 9 }).length;
  total += bytes;
  const kind = path.extname(file).slice(1);
  parts[kind] = (parts[kind] ?? 0) + bytes;
}
say(`bytes when compressed (${Object.entries(parts).map(([kind, bytes]) => `${kind} ${Math.round(bytes / 1000)}`).join(', ')})`, total / 1000, 'kB', 2000);

// --- loading ---

const paints = [], readies = [];
const linked = await openSquad();
await linked.waitForURL((url) => url.hash.length > 2);
const link = linked.url();
await linked.context().close();
for (let i = 0; i < 7; ++i) {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto(link);
  await page.locator('.options li').first().waitFor();
  const [paint, ready] = await page.evaluate(() => [performance.getEntriesByName('first-contentful-paint')[0].startTime, performance.now()]);
  paints.push(paint);
  readies.push(ready);
  await page.context().close();
}
say(`first paint, median of ${paints.length}`, share(paints, 0.5), 'ms', 1000);
say(`ready, a link to squad with its scores, median of ${readies.length}`, share(readies, 0.5), 'ms', 2500);

// --- typing, sliders ---

const isOther = `return document.querySelector('.options')?.innerText !== window.scoresBefore;`;

// Milliseconds from an event in the page (`keydown`, `input`) that `act` makes until `isDone` holds after a change of the page and
// the next frame is drawn.
async function timed(page, event, act, isDone, argument) {
  await page.evaluate(([event, isDone, argument]) => {
    const isDoneNow = new Function('argument', isDone);
    window.taken = new Promise((resolve, reject) => addEventListener(event, () => {
      const begun = performance.now();
      const observer = new MutationObserver(() => {
        if (!isDoneNow(argument)) return;
        observer.disconnect();
        clearTimeout(late);
        requestAnimationFrame(() => resolve(performance.now() - begun));
      });
      const late = setTimeout(() => {
        observer.disconnect();
        const said = ['.cm-activeLine', '.problems', '.refusal', '.options'].map((one) => `${one}: ${document.querySelector(one)?.innerText}`);
        reject(new Error([`not reached: ${isDone}`, `isDone now: ${isDoneNow(argument)}`, ...said].join('\n')));
      }, 10_000);
      observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    }, { capture: true, once: true }));
  }, [event, isDone, argument]);
  await act();
  return page.evaluate(() => window.taken);
}
{
  const page = await openSquad();
  // A word that is wrong after one key, and right again after another.
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  const errors = [];
  for (let i = 0; i < 60; ++i) {
    errors.push(await timed(page, 'keydown', () => page.keyboard.press(i % 2 === 0 ? '7' : 'Backspace'),
      `const right = document.body.innerText.includes('Nothing is wrong.'); return right === argument.right;`, { right: i % 2 === 1 }));
    await page.waitForTimeout(50);
  }
  p95('a key typed in squad until diagnostics', errors, 100);
  await page.context().close();
}
{
  const page = await openSquad();
  // The first digit behind the point of a score is typed over.
  const lines = fs.readFileSync(path.join(sources, 'examples/squad/squad.ishi.yaml'), 'utf8').split('\n');
  const line = lines.findIndex((one) => one.includes('wait_and_see:'));
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+Home');
  for (let i = 0; i < line; ++i) await page.keyboard.press('ArrowDown');
  // Home goes to the first letter: where a column is kept from line to line while the page is drawn, it may be another one.
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  for (let i = lines[line].search(/\S/); i < lines[line].indexOf('0.') + 2; ++i) await page.keyboard.press('ArrowRight');
  const scores = [];
  await page.evaluate(() => { window.asked = {}; });
  for (let i = 0; i < 60; ++i) {
    await page.keyboard.press('Shift+ArrowRight');
    await page.evaluate(() => { window.scoresBefore = document.querySelector('.options').innerText; });
    scores.push(await timed(page, 'keydown', () => page.keyboard.press(i % 2 === 0 ? '7' : '8'), isOther));
    await page.keyboard.press('ArrowLeft');
    await page.waitForTimeout(50);
  }
  p95('a key typed in squad until scores', scores, 100);
  await page.waitForTimeout(500);
  sayAsked('a key', await page.evaluate(() => window.asked), scores.length);
  await page.context().close();
}
{
  const page = await open('guard');
  await page.getByLabel('threat', { exact: true }).selectOption('someone');
  await page.locator('.options .picked', { hasText: 'shoot' }).waitFor();
  await page.locator('.inputs, #view').first().evaluate(() => { window.slider = [...document.querySelectorAll('#view input[type=range]')].find((one) => Number(one.max) > 1); });
  const moves = [];
  await page.evaluate(() => { window.asked = {}; });
  for (let i = 0; i < 120; ++i) {
    await page.evaluate(() => { window.scoresBefore = document.querySelector('.options').innerText; });
    moves.push(await timed(page, 'input', () => page.evaluate((at) => {
      const one = window.slider;
      one.value = String(Number(one.min) + (Number(one.max) - Number(one.min)) * at);
      one.dispatchEvent(new Event('input', { bubbles: true }));
    }, ((i * 37) % 100) / 100), isOther));
  }
  p95('a slider moved until bars', moves, 32);
  await page.waitForTimeout(500);
  sayAsked('a move of a slider', await page.evaluate(() => window.asked), moves.length);
  await page.context().close();
}

// --- recordings ---

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-bars-'));
async function openRecording(guards, seconds) {
  const file = path.join(folder, `${guards}.ishirec`);
  execFileSync(path.join(games, 'guard/guards'), [path.join(games, 'guard/behaviour/guard.ishi'), '--seconds', seconds, '--guards', guards, '--record', file]);
  const page = await open('guard');
  page.setDefaultTimeout(180_000);
  await page.getByRole('tab', { name: 'A recording' }).click();
  await page.getByLabel("A recording's file").setInputFiles(file);
  await page.locator('.file ~ .quiet', { hasText: 'decisions' }).waitFor(); // the first pass is over
  return page;
}
{
  const page = await openRecording(20, 600);
  const seeks = [];
  for (let i = 1; i <= 100; ++i) {
    const before = await page.locator('.clock .note').innerText();
    seeks.push(await timed(page, 'input', () => page.evaluate((at) => {
      const one = document.querySelector('.transport input[type=range]');
      one.value = String(Number(one.min) + (Number(one.max) - Number(one.min)) * at);
      one.dispatchEvent(new Event('input', { bubbles: true }));
    }, ((i * 37) % 101) / 101), `return document.querySelector('.clock .note').innerText !== argument;`, before));
    await page.waitForTimeout(100);
  }
  p95('a seek in 36,000 frames of 20 agents until the frame is shown', seeks, 50);
  await page.context().close();
}
{
  const page = await openRecording(10_000, 2);
  await page.locator('.agents [role=option]').first().waitFor();
  // Each frame of the screen moves the ground and the list: all is drawn anew.
  const drawn = await page.evaluate(() => new Promise((resolve) => {
    const canvas = document.querySelector('.ground canvas'), list = document.querySelector('.agents .list');
    const begun = performance.now();
    let frames = 0;
    requestAnimationFrame(function step(now) {
      if (now - begun > 3000) return resolve((1000 * frames) / (now - begun));
      ++frames;
      canvas.dispatchEvent(new KeyboardEvent('keydown', { key: frames % 80 < 40 ? 'ArrowRight' : 'ArrowLeft', bubbles: true }));
      list.scrollTop = (list.scrollTop + 240) % (list.scrollHeight - list.clientHeight);
      requestAnimationFrame(step);
    });
  }));
  say('10,000 agents, moved and scrolled', drawn, 'frames/s', 50, 'above');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const played = await page.evaluate(() => new Promise((resolve) => {
    const begun = performance.now(), note = document.querySelector('.clock .note');
    let frames = 0, last = '';
    requestAnimationFrame(function step(now) {
      if (note.innerText !== last) ++frames;
      last = note.innerText;
      if (now - begun > 1500) resolve((1000 * frames) / (now - begun));
      else requestAnimationFrame(step);
    });
  }));
  console.log(`10,000 agents, played back: ${played.toFixed(1)} frames/s of the game's 60`);
  await page.context().close();
}

// --- a running game ---

// Waits until `stream` has said what `pattern` matches: its first group.
const heard = (stream, pattern) => new Promise((resolve) => {
  let said = '';
  stream.on('data', (part) => {
    said += part;
    const found = pattern.exec(said);
    if (found !== null) resolve(found[1] ?? found[0]);
  });
});
{
  process.env.XDG_RUNTIME_DIR = path.join(folder, 'run');
  fs.mkdirSync(process.env.XDG_RUNTIME_DIR, { mode: 0o700 });
  const game = spawn(path.join(games, 'guard/guards'), [path.join(games, 'guard/behaviour/guard.ishi'), '--seconds', '600', '--guards', '1000', '--live'],
    { stdio: ['ignore', 'pipe', 'inherit'] });
  await heard(game.stdout, /looks into this game/);
  const studio = spawn(ishi, ['studio', path.join(sources, 'examples/guard'), '--no-open', '--page', built], { stdio: ['ignore', 'pipe', 'inherit'] });
  const page = await (await browser.newContext({ viewport: { width: 1400, height: 1000 } })).newPage();
  await page.goto(await heard(studio.stdout, /(http:\S+)\s/));
  await page.getByText('Nothing is wrong.').waitFor(); // the engine is there
  await page.getByRole('tab', { name: 'Live' }).click();
  const join = page.getByRole('button', { name: /^Join guards/ });
  await join.waitFor();
  const begun = Date.now();
  await join.click();
  await page.locator('.clock .note', { hasText: /\d/ }).waitFor();
  say('a game of 1,000 guards joined until its first frame is shown', Date.now() - begun, 'ms', 1000);
  await page.waitForTimeout(3000);
  // Frames of the screen, and of the game as the page shows them, while it follows the present; then while the list of agents is scrolled.
  for (const isScrolled of [false, true]) {
    const { screen, shown, worst } = await page.evaluate((isScrolled) => new Promise((resolve) => {
      const list = document.querySelector('.agents .list'), note = document.querySelector('.clock .note'), begun = performance.now();
      let frames = 0, shown = 0, last = '', before = begun, worst = 0;
      requestAnimationFrame(function step(now) {
        if (now - begun > 8000) return resolve({ screen: (1000 * frames) / (now - begun), shown: (1000 * shown) / (now - begun), worst });
        ++frames;
        worst = Math.max(worst, now - before);
        before = now;
        if (note.innerText !== last) ++shown;
        last = note.innerText;
        if (isScrolled) list.scrollTop = (list.scrollTop + 240) % (list.scrollHeight - list.clientHeight);
        requestAnimationFrame(step);
      });
    }), isScrolled);
    say(`a running game of 1,000 guards${isScrolled ? ', its list scrolled' : ''} (${shown.toFixed(0)} frames of the game a second; the longest took ${worst.toFixed(0)} ms)`, screen, 'frames/s', 50, 'above');
  }
  await page.context().close();
  studio.kill();
  game.kill();
}
fs.rmSync(folder, { recursive: true });
await browser.close();
server.close();
