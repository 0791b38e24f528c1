// The npm package as a web game's programmer gets it: packed, installed into an empty project, checked by TypeScript, built by Vite,
// and run in Node; with ISHI_BROWSER also in Chromium, with ISHI_FIREFOX in Firefox. ISHI_WEB, ISHI: see project.mjs.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test, { after } from 'node:test';
import zlib from 'node:zlib';

import { openPage, until } from './browser.mjs';
import { built, folder, golden, root, run, tool } from './project.mjs';

const here = path.join(root, 'tests/web'), studio = path.join(root, 'studio/node_modules');
const tarball = path.join(built, fs.readdirSync(built).find((name) => /^ishi-web-.*\.tgz$/.test(name)));
const project = folder();
const at = (...names) => path.join(project, ...names);
const write = (name, text) => fs.writeFileSync(at(name), text);

write('package.json', '{ "name": "game", "private": true, "type": "module" }');
const installed = run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project });
assert.equal(installed.status, 0, installed.stderr);
// Tools of the project, which nothing is downloaded for here.
for (const name of ['vite', 'typescript']) fs.symlinkSync(path.join(studio, name), at('node_modules', name));

fs.mkdirSync(at('ai'));
fs.copyFileSync(path.join(root, 'tests/bindings/game.ishi.yaml'), at('ai/game.ishi.yaml'));
fs.copyFileSync(path.join(here, 'game.mjs'), at('game.mjs'));
write('vite.config.ts', `import { defineConfig } from 'vite';
import ishi from 'ishi-web/vite';
export default defineConfig({ plugins: [ishi({ tool: ${JSON.stringify(tool)}, header: { from: 'ai', to: 'contract.ts' } })], build: { target: 'es2022' } });
`);
write('tsconfig.json', `{ "compilerOptions": { "target": "es2022", "module": "esnext", "moduleResolution": "bundler", "lib": ["es2022", "dom"], "types": ["ishi-web/yaml"],
  "strict": true, "noUncheckedIndexedAccess": true, "isolatedModules": true, "verbatimModuleSyntax": true, "noEmit": true }, "include": ["main.ts", "typed.ts", "contract.ts"] }`);
write('index.html', '<!doctype html><title>playing</title><script type="module" src="/main.ts"></script>');
write('main.ts', `import * as web from 'ishi-web';
import blob from './ai/game.ishi.yaml';
// @ts-expect-error: plain JavaScript
import { Game } from './game.mjs';
const ishi = await web.Ishi.load();
document.title = new Game(ishi, web, blob).play();
`);
// What a game with the contract's file says, and what does not compile.
write('typed.ts', `import { handleTasks, type Population } from 'ishi-web';
import { keys, tasks, type Look } from './contract.js';
export function play(guards: Population): void {
  const keen: Float32Array = guards.column(keys.keen).values;
  guards.column(keys.home).set(0, 1, 2, keen.length);
  // @ts-expect-error: a point has no values
  guards.column(keys.home).values;
  handleTasks(tasks, { look: { start(start) { const how: Look = start.parameters; how.sharp.toFixed(); }, end() {} }, judge: () => ({ worth: 0.5 }) });
  // @ts-expect-error: judge gives something back
  handleTasks(tasks, { look: () => 'completed', judge: () => 'completed' });
  // @ts-expect-error: judge has no handler
  handleTasks(tasks, { look: () => 'completed' });
  // @ts-expect-error: a task that goes on may be aborted
  handleTasks(tasks, { look: { start() {} }, judge: () => 'failed' });
}
`);

test('it runs in Node', () => {
  write('run.mjs', `import * as web from 'ishi-web';
import fs from 'node:fs';
import { Game } from './game.mjs';
process.stdout.write(new Game(await web.Ishi.load(), web, fs.readFileSync('game.ishi')).play());
`);
  assert.equal(run(tool, ['build', at('ai/game.ishi.yaml'), '-o', project, '--no-cache']).status, 0);
  const { status, stdout, stderr } = run(process.execPath, ['run.mjs'], { cwd: project });
  assert.equal(status, 0, stderr);
  assert.equal(stdout, golden());
});

test('Vite builds it, with the contract as TypeScript, which type-checks', () => {
  const { status, stdout, stderr } = run(process.execPath, [at('node_modules/vite/bin/vite.js'), 'build'], { cwd: project });
  assert.equal(status, 0, stdout + stderr);
  assert.ok(fs.readdirSync(at('dist/assets')).some((name) => /^ishi_web-.*\.wasm$/.test(name)));
  const checked = run(process.execPath, [path.join(studio, 'typescript/bin/tsc'), '-p', '.'], { cwd: project });
  assert.equal(checked.status, 0, checked.stdout);
});

test('the whole of it is small, as a page loads it', () => {
  fs.mkdirSync(at('size'));
  write('size/index.html', '<!doctype html><script type="module" src="/main.js"></script>');
  write('size/main.js', `import * as web from 'ishi-web';\nglobalThis.web = web;\n`);
  write('size/vite.config.js', `export default { build: { target: 'es2022' } };\n`);
  const { status, stderr } = run(process.execPath, [at('node_modules/vite/bin/vite.js'), 'build'], { cwd: at('size') });
  assert.equal(status, 0, stderr);
  let bytes = 0;
  for (const name of fs.readdirSync(at('size/dist/assets'))) {
    const text = fs.readFileSync(at('size/dist/assets', name));
    const zipped = zlib.gzipSync(text, { level: 9 }).length;
    console.log(`# ${name}: ${text.length} bytes, ${zipped} gzipped`);
    bytes += zipped;
  }
  assert.ok(bytes <= 300_000, `${bytes} bytes`);
});

for (const [name, isAsked, option] of [['chromium', process.env.ISHI_BROWSER, '--browser'], ['firefox', process.env.ISHI_FIREFOX, '--firefox']]) {
  test(`it runs in ${name}`, { skip: isAsked ? false : `scripts/web --test ${option} runs it` }, async () => {
    const { preview } = await import(path.join(studio, 'vite/dist/node/index.js'));
    const server = await preview({ root: project, configFile: at('vite.config.ts'), preview: { port: 0, host: '127.0.0.1' }, logLevel: 'error' });
    after(() => server.close());
    const page = await openPage(server.resolvedUrls.local[0], name);
    await until(page, () => document.title !== 'playing', 120_000);
    assert.equal((await page.title()).trim().replaceAll(' ', '\n'), golden().trim());
  });
}

test('a file that is broken fails the build, with what is wrong and where', () => {
  const source = fs.readFileSync(at('ai/game.ishi.yaml'), 'utf8');
  write('ai/game.ishi.yaml', source.replace('agents:', 'agnets:'));
  const { status, stderr } = run(process.execPath, [at('node_modules/vite/bin/vite.js'), 'build'], { cwd: project });
  write('ai/game.ishi.yaml', source);
  assert.equal(status, 1);
  assert.match(stderr, /there is no section `agnets` \(IS101\): did you mean `agents`\?/);
  assert.match(stderr, /game\.ishi\.yaml:\d+:1/);
});

test('without the tool, the build says how to get it', () => {
  write('vite.none.ts', `import ishi from 'ishi-web/vite';\nexport default { plugins: [ishi({ tool: '/nowhere/ishi' })] };\n`);
  const { status, stderr } = run(process.execPath, [at('node_modules/vite/bin/vite.js'), 'build', '--config', 'vite.none.ts'], { cwd: project });
  assert.equal(status, 1);
  assert.match(stderr, /there is no tool `\/nowhere\/ishi`.*npm install --save-dev ishi/);
});
