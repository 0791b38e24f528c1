// Games in the real Godot: the web engine of an npm package (install.sh), in headless Chromium. It loads no extensions; scripts
// and scenes are those of any Godot.
// ISHI_GODOT: build/godot, with the engine and the add-on's files for the web.

import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { pack } from './pack.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const built = process.env.ISHI_GODOT ?? path.join(root, 'build/godot');
const engine = path.join(built, 'engine');
export const web = path.join(built, 'addons/ishi/web');
const addOn = path.join(root, 'bindings/godot/addons/ishi');

const below = (folder, found = []) => {
  for (const name of fs.readdirSync(folder).sort()) {
    const file = path.join(folder, name);
    if (fs.statSync(file).isDirectory()) below(file, found);
    else found.push(file);
  }
  return found;
};

/** The files of a folder as those of a pack. */
export const filesOf = (folder, at = '') =>
  Object.fromEntries(below(folder).map((file) => [path.posix.join(at, path.relative(folder, file)), fs.readFileSync(file)]));

/** The add-on with its files for the web. */
export const addOnFiles = () => ({
  ...filesOf(addOn, 'addons/ishi'),
  'addons/ishi/web/ishi_godot.js': fs.readFileSync(path.join(web, 'ishi_godot.js')),
  'addons/ishi/web/ishi_web.wasm': fs.readFileSync(path.join(web, 'ishi_web.wasm')),
});

/** What the editor's import makes of NAME.ishi.yaml: `resource` in place of it. */
export const imported = (name, resource) => ({
  [`${name}.import`]: `[remap]\n\nimporter="ishi.behaviour"\ntype="Resource"\npath="res://.godot/imported/${path.basename(name)}.tres"\n`,
  [`.godot/imported/${path.basename(name)}.tres`]: resource,
});

/** A behaviour as a text resource, as the importer saves it. */
export function behaviour({ blob = new Uint8Array(0), description = '', diagnostics = [], isOutdated = false }) {
  const text = (value) => JSON.stringify(value);
  return `[gd_resource type="Resource" script_class="IshiBehaviour" load_steps=2 format=3]

[ext_resource type="Script" path="res://addons/ishi/ishi_behaviour.gd" id="1"]

[resource]
script = ExtResource("1")
blob = PackedByteArray(${[...blob].join(', ')})
description = ${text(description)}
sources = PackedStringArray()
diagnostics = PackedStringArray(${diagnostics.map(text).join(', ')})
is_outdated = ${isOutdated}
`;
}

// The list of `class_name`s, which the editor writes.
function classes(files) {
  const list = [];
  for (const [file, content] of Object.entries(files)) {
    if (!file.endsWith('.gd')) continue;
    const text = content.toString();
    const name = /^class_name (\w+)/m.exec(text)?.[1], base = /^extends (\w+)/m.exec(text)?.[1];
    if (name === undefined) continue;
    list.push(`{
"base": &"${base}",
"class": &"${name}",
"icon": "",
"is_abstract": false,
"is_tool": ${/^@tool/m.test(text)},
"language": &"GDScript",
"path": "res://${file}"
}`);
  }
  return `list=[${list.join(', ')}]\n`;
}

const page = `<!doctype html><body style="margin: 0"><canvas id="canvas" width="960" height="600"></canvas><script src="index.js"></script><script>
  window.printed = [];
  new Engine({
    args: [], canvas: document.getElementById('canvas'), canvasResizePolicy: 0, executable: 'index', experimentalVK: false, focusCanvas: false,
    gdextensionLibs: [], ensureCrossOriginIsolationHeaders: false,
  }).startGame({
    onPrint: (...words) => window.printed.push(words.join(' ')),
    onPrintError: (...words) => window.printed.push('! ' + words.join(' ')),
  }).catch((fault) => window.printed.push('! ' + fault));
</script>`;

export async function openBrowser() {
  const driver = pathToFileURL(path.join(root, 'studio/node_modules/playwright-core/index.js'));
  const { chromium } = (await import(driver)).default;
  const program = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((file) => fs.existsSync(file));
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
  return chromium.launch({ executablePath: program, args });
}

/**
 * Plays a game of these files until it prints a line that is `last`, or the time is up. Gives all lines that it has printed; those of
 * errors and warnings begin with "! ". `look` may take pictures before the end.
 */
export async function play(browser, files, last, { seconds = 60, look = async () => {} } = {}) {
  const all = { ...files, '.godot/global_script_class_cache.cfg': classes(files) };
  const packed = pack(all);
  const types = { '.js': 'text/javascript', '.wasm': 'application/wasm' };
  const server = http.createServer((request, response) => {
    const name = request.url.split('?')[0].slice(1);
    if (name === '') return response.setHeader('content-type', 'text/html').end(page);
    if (name === 'index.pck') return response.end(packed);
    const file = path.join(engine, name);
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    response.setHeader('content-type', types[path.extname(name)] ?? 'application/octet-stream').end(fs.readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const tab = await browser.newPage({ viewport: { width: 960, height: 600 } });
  const faults = [];
  tab.on('pageerror', (fault) => faults.push(`! ${fault.stack}`));
  await tab.goto(`http://127.0.0.1:${server.address().port}/`);
  const read = async () => [...(await tab.evaluate(() => window.printed)), ...faults];
  let lines = [];
  for (const end = Date.now() + 1000 * seconds; ; await new Promise((resolve) => setTimeout(resolve, 200))) {
    lines = await read();
    if (lines.includes(last)) break;
    if (Date.now() > end || faults.length > 0) {
      lines.push(`! \`${last}\` did not come within ${seconds} s`);
      break;
    }
  }
  await look(tab);
  await tab.close();
  server.close();
  return lines.filter((line) => !usual.some((one) => one.test(line)));
}

// The lines that every game of this engine prints.
const usual = [
  /^Godot Engine v4/, /^OpenGL API/, /^Build configuration/, /^$/, /ScriptProcessorNode/,
];
