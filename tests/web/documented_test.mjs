// docs/web.md does what it says: its files are a project that type-checks, builds, and plays in Chromium.
// ISHI_WEB, ISHI: see project.mjs.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test, { after } from 'node:test';

import { openPage } from './browser.mjs';
import { built, folder, root, run, tool } from './project.mjs';

const studio = path.join(root, 'studio/node_modules');
const project = folder();
const text = fs.readFileSync(path.join(root, 'docs/web.md'), 'utf8');
const blocks = [...text.matchAll(/<!-- block: (\S+) -->\n```\w*\n([^]*?)```/g)];
for (const [, name, block] of blocks) {
  fs.mkdirSync(path.dirname(path.join(project, name)), { recursive: true });
  fs.writeFileSync(path.join(project, name), block);
}
fs.writeFileSync(path.join(project, 'package.json'), '{ "private": true, "type": "module" }');
fs.mkdirSync(path.join(project, 'node_modules'));
fs.cpSync(path.join(built, 'package'), path.join(project, 'node_modules/ishi-web'), { recursive: true });
for (const name of ['vite', 'typescript']) fs.symlinkSync(path.join(studio, name), path.join(project, 'node_modules', name));
process.env.ISHI_TOOL = tool;
const bin = (script, ...args) => run(process.execPath, [path.join(studio, script), ...args], { cwd: project });

test('its project has all that it names', () => {
  assert.deepEqual(blocks.map(([, name]) => name).sort(), ['ai/cat.ishi.yaml', 'index.html', 'main.ts', 'tsconfig.json', 'vite.config.ts']);
});

test('it builds and type-checks', () => {
  const made = bin('vite/bin/vite.js', 'build');
  assert.equal(made.status, 0, made.stdout + made.stderr);
  const checked = bin('typescript/bin/tsc', '-p', '.');
  assert.equal(checked.status, 0, checked.stdout);
});

test('a task without a handler does not compile', () => {
  const main = path.join(project, 'main.ts');
  const whole = fs.readFileSync(main, 'utf8');
  fs.writeFileSync(main, whole.replace(/    chew: [^]*?\n    },\n/, ''));
  const checked = bin('typescript/bin/tsc', '-p', '.');
  fs.writeFileSync(main, whole);
  assert.notEqual(checked.status, 0);
  assert.match(checked.stdout, /'chew' is missing/);
});

test('the cat chews twice and naps', async () => {
  const { preview } = await import(path.join(studio, 'vite/dist/node/index.js'));
  const server = await preview({ root: project, preview: { port: 0, host: '127.0.0.1' }, logLevel: 'error' });
  after(() => server.close());
  const page = await openPage(server.resolvedUrls.local[0]);
  await page.waitForFunction(() => document.querySelector('#log').textContent.includes('naps'), undefined, { timeout: 30_000 });
  assert.match(await page.evaluate(() => document.querySelector('#log').textContent), /^chews, 1\.9 times as fast\nchews, 1\.[67] times as fast\nnaps\n/);
});
