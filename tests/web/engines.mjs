// The village of examples/web in a page of each engine, in Chromium or, with ISHI_BROWSER=firefox, in Firefox: it comes to the states that it has in C++ over a whole day of
// 36,000 frames, and a picture of it is taken.
//
// usage: node engines.mjs PICTURES [ENGINE…]     ISHI_WEB, ISHI: see project.mjs

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

import { newPage, openBrowser, pause, until } from './browser.mjs';
import { built, folder, root, run, tool } from './project.mjs';

const [pictures, ...asked] = process.argv.slice(2);
const engines = asked.length > 0 ? asked : ['three', 'babylon', 'phaser', 'playcanvas'];
const example = path.join(root, 'examples/web'), studio = path.join(root, 'studio/node_modules');
const golden = fs.readFileSync(path.join(example, 'golden.txt'), 'utf8').trim().split('\n');
fs.mkdirSync(pictures, { recursive: true });

// A copy, so that nothing is written into the sources.
const project = folder();
fs.cpSync(example, project, { recursive: true, filter: (file) => !file.includes('node_modules') });
fs.mkdirSync(path.join(project, 'node_modules'));
for (const name of fs.readdirSync(path.join(example, 'node_modules'))) fs.symlinkSync(path.join(example, 'node_modules', name), path.join(project, 'node_modules', name));
fs.cpSync(path.join(built, 'package'), path.join(project, 'node_modules/ishi-web'), { recursive: true });
for (const name of ['vite', 'typescript']) fs.symlinkSync(path.join(studio, name), path.join(project, 'node_modules', name));
process.env.ISHI_TOOL = tool;
process.env.PAGES = engines.join(' ');

const bin = (script, ...args) => {
  const { status, stdout, stderr } = run(process.execPath, [path.join(studio, script), ...args], { cwd: project });
  assert.equal(status, 0, stdout + stderr);
};
bin('vite/bin/vite.js', 'build', '--logLevel', 'error');
bin('typescript/bin/tsc', '-p', '.');
for (const engine of engines) {
  const lines = fs.readFileSync(path.join(example, `src/${engine}.ts`), 'utf8').trim().split('\n').length;
  assert.ok(lines <= 150, `${engine} takes ${lines} lines`);
}

const { preview } = await import(path.join(studio, 'vite/dist/node/index.js'));
const server = await preview({ root: project, preview: { port: 0, host: '127.0.0.1' }, logLevel: 'error' });
const name = process.env.ISHI_BROWSER === 'firefox' ? 'firefox' : 'chromium';
const browser = await openBrowser(name);
for (const engine of engines) {
  const faults = [];
  const page = await newPage(browser, faults);
  const address = `${server.resolvedUrls.local[0]}${engine}.html`;
  await page.goto(`${address}?frames=36000`);
  await until(page, () => window.hashes !== undefined, 300_000, faults);
  const { hashes, millisecondsPerFrame } = await page.evaluate(() => ({ hashes: window.hashes, millisecondsPerFrame: window.millisecondsPerFrame }));
  assert.deepEqual(hashes, golden, engine);
  console.log(`${engine} in ${name}: 36,000 frames with the states of C++, ${millisecondsPerFrame.toFixed(3)} ms each`);
  // A morning; somebody in the square is asked why.
  await page.goto(`${address}?from=17000`);
  await until(page, () => window.drawing !== undefined, 60_000, faults);
  await pause(1500);
  const chosen = await page.evaluate(() => {
    for (let y = 250; y < 500; y += 4) for (let x = 300; x < 700; x += 4) if (window.drawing.pick(x, y) !== undefined) return [x, y];
    return undefined;
  });
  assert.ok(chosen, `${engine}: nobody is found in the square`);
  await page.mouse.click(...chosen);
  await until(page, () => document.querySelector('#panel table') !== null);
  await page.screenshot({ path: path.join(pictures, name === 'chromium' ? `${engine}.png` : `${engine}_${name}.png`) });
  await page.close();
  assert.deepEqual(faults, [], engine);
}
await browser.close();
await server.close();
