// The add-on in the real Godot: its scripts compile, its nodes keep what they promise (scripts/nodes_test.gd), and the demo comes to the
// states that it has over the extension (golden.txt), of which a picture is taken. scripts/godot --test runs it.
// ISHI_GODOT: see engine.mjs. ISHI: the tool.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { addOnFiles, behaviour, built, filesOf, imported, openBrowser, play, root, web } from './engine.mjs';

const here = path.join(root, 'tests/godot');
const tool = process.env.ISHI ?? path.join(root, 'build/dev/compiler/ishi');
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-godot-'));
after(() => fs.rmSync(scratch, { recursive: true, force: true }));

// The bridge in Node, to describe blobs as the editor's import does.
(0, eval)(fs.readFileSync(path.join(web, 'ishi_godot.js'), 'utf8'));
const { ishiGodot } = globalThis;
ishiGodot.start(fs.readFileSync(path.join(web, 'ishi_web.wasm')).toString('base64'));
while (!ishiGodot.isReady) {
  assert.equal(ishiGodot.error, '');
  await new Promise((resolve) => setTimeout(resolve, 20));
}

function compiled(source) {
  execFileSync(tool, ['build', source, '-o', scratch, '--no-cache'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const blob = fs.readFileSync(path.join(scratch, path.basename(source).replace(/\.yaml$/, '')));
  const description = ishiGodot.describe(blob.toString('base64'));
  assert.ok(description, ishiGodot.error);
  return behaviour({ blob, description });
}

const project = (mainScene, autoload = '') => `config_version=5

[application]

config/name="Test"
run/main_scene="res://${mainScene}"

[autoload]

${autoload}
[rendering]

renderer/rendering_method="gl_compatibility"
`;
const scene = (script) => `[gd_scene load_steps=2 format=3]\n\n[ext_resource type="Script" path="res://${script}" id="1"]\n\n[node name="Test" type="Node"]\nscript = ExtResource("1")\n`;
const script = (name) => fs.readFileSync(path.join(here, 'scripts', name));

const browser = await openBrowser();
after(() => browser.close());

test('every script of the add-on compiles, and the web has the methods of the extension', async () => {
  const source = path.join(scratch, 'bad one.ishi.yaml');
  fs.writeFileSync(source, 'ishi: 1\nblackboard:\n  hp: { type: number, range: 0..100, defualt: 3 }\nactions:\n  rest: { score: hq }\nagents: { a: { actions: [rest] } }\n');
  let diagnostics = '';
  try {
    execFileSync(tool, ['build', source, '-o', scratch, '--no-cache', '--format', 'json'], { encoding: 'utf8', stdio: 'pipe', cwd: scratch });
  } catch (fault) {
    diagnostics = fault.stdout;
  }
  const lines = await play(browser, {
    ...addOnFiles(), ...filesOf(path.join(here, 'stubs'), 'stubs'),
    'project.godot': project('main.tscn'), 'main.tscn': scene('scripts_test.gd'), 'scripts_test.gd': script('scripts_test.gd'),
    'diagnostics.json': diagnostics, 'sources.d': 'out/guard.ishi: ai/guard.ishi.yaml \\\n ai/with\\ space.ishi.yaml\n',
  }, 'end');
  const of = (word) => lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const scripts = lines.filter((line) => / compiles$/.test(line)).map((line) => line.split(' ')[0]);
  const all = Object.keys(addOnFiles()).filter((file) => file.endsWith('.gd')).map((file) => file.replace('addons/ishi/', ''));
  assert.deepEqual(scripts.sort(), all.sort(), lines.join('\n'));
  assert.deepEqual(of('method'), fs.readFileSync(path.join(here, 'methods.txt'), 'utf8').trim().split('\n'));
  assert.deepEqual(of('import'), [
    'OK: user://one.ishi.yaml: the tool `ishi` cannot be run, so it is not compiled: set its path in the project settings under `ishi/tool`, or put it into PATH',
  ]);
  assert.deepEqual(of('diagnostic').map((line) => line.replace(/^.*bad one/, 'bad one')), [
    'bad one.ishi.yaml:3:38: error[IS101]: a key has no field `defualt` (did you mean `default`?)',
    'bad one.ishi.yaml:5:18: error[IS102]: there is no key or value `hq` (did you mean `hp`?)',
  ]);
  assert.deepEqual(of('source').map((line) => line.replace(/^.*ai\//, 'ai/')), ['ai/guard.ishi.yaml', 'ai/with space.ishi.yaml']);
});

test('the nodes of the add-on keep what they promise', async (t) => {
  const guard = path.join(here, 'guard.ishi.yaml');
  fs.writeFileSync(path.join(scratch, 'guard_2.ishi.yaml'), fs.readFileSync(guard, 'utf8').replace('score: 0.8', 'score: 0.9'));
  const lines = await play(browser, {
    ...addOnFiles(), ...imported('guard.ishi.yaml', compiled(guard)), ...imported('guard_2.ishi.yaml', compiled(path.join(scratch, 'guard_2.ishi.yaml'))),
    'project.godot': project('main.tscn'), 'main.tscn': scene('nodes_test.gd'), 'nodes_test.gd': script('nodes_test.gd'),
  }, 'end');
  const rows = lines.filter((line) => /^(ok|FAIL) /.test(line));
  assert.ok(rows.length >= 50, lines.join('\n'));
  for (const row of rows) await t.test(row.replace(/^(ok|FAIL) /, ''), () => assert.match(row, /^ok /));
});

test('the cat of docs/godot.md chews, naps and wakes up hungry', async () => {
  const page = fs.readFileSync(path.join(root, 'docs/godot.md'), 'utf8');
  const block = (name) => new RegExp(`<!-- block: ${name} -->\n\`\`\`\\w*\n(.*?)\n\`\`\``, 's').exec(page)[1] + '\n';
  fs.writeFileSync(path.join(scratch, 'cat.ishi.yaml'), block('ai/cat.ishi.yaml'));
  const lines = await play(browser, {
    ...addOnFiles(), ...imported('ai/cat.ishi.yaml', compiled(path.join(scratch, 'cat.ishi.yaml'))),
    'project.godot': project('main.tscn'), 'main.tscn': block('main.tscn'), 'cat.gd': block('cat.gd'),
  }, 'wakes up early');
  assert.match(lines.join('\n'), /^chews, 1\.8 times as fast\nchews, 1\.\d times as fast\nnaps\n(naps\n|chews, 1\.\d times as fast\n)*wakes up early/);
});

test('the demo comes to the states of the extension', { timeout: 300_000 }, async () => {
  const demo = filesOf(path.join(root, 'bindings/godot/demo'));
  delete demo['meadow.ishi.yaml'];
  const pictures = path.join(built, 'pictures');
  fs.mkdirSync(pictures, { recursive: true });
  const lines = await play(browser, {
    ...addOnFiles(), ...demo, ...imported('meadow.ishi.yaml', compiled(path.join(root, 'bindings/godot/demo/meadow.ishi.yaml'))),
    'project.godot': project('main.tscn', 'Watch="*res://watch_demo.gd"\n'), 'watch_demo.gd': script('watch_demo.gd'),
  }, 'end', { seconds: 240, look: (tab) => tab.screenshot({ path: path.join(pictures, 'meadow.png') }) });
  const golden = fs.readFileSync(path.join(here, 'golden.txt'), 'utf8').trim().split('\n');
  assert.deepEqual(lines, [...golden, 'the sheep have bleated often', 'end']);
  // A picture of sheep and grass is no small file.
  assert.ok(fs.statSync(path.join(pictures, 'meadow.png')).size > 10_000);
});
