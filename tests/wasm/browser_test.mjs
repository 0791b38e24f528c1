// In headless Chromium the runtime comes to the golden hashes, and a workspace finds what it finds in Node.
// usage: node browser_test.mjs PACKAGE_FOLDER DETERMINISM_WASM BLOBS

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [packageFolder, program, blobs] = process.argv.slice(2).map((file) => path.resolve(file));
const here = fileURLToPath(new URL('.', import.meta.url));
const root = path.join(here, '../..');
const guard = path.join(root, 'examples/guard');
const sources = Object.fromEntries(fs.readdirSync(guard).filter((file) => file.endsWith('.yaml')).map((file) => [file, fs.readFileSync(path.join(guard, file), 'utf8')]));
const text = sources['guard.ishi.yaml'];
const faults = [text.replace('agents:', 'agnets:'), `${text}x: "\\q`, text];
const scenarios = fs.readdirSync(blobs).filter((file) => file.endsWith('.ishi'));

const folders = {
  '/shim/': path.join(here, 'node_modules/@bjorn3/browser_wasi_shim/dist'),
  '/package/': packageFolder,
  '/blobs/': blobs,
};
const files = { '/page.mjs': path.join(here, 'page.mjs'), '/determinism.wasm': program, '/golden.txt': path.join(root, 'tests/determinism/golden.txt') };
const types = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };

let finish;
const finished = new Promise((resolve) => (finish = resolve));
const server = http.createServer((request, response) => {
  const address = new URL(request.url, 'http://localhost').pathname;
  if (address === '/result') {
    const parts = [];
    request.on('data', (part) => parts.push(part)).on('end', () => {
      response.end();
      finish(JSON.parse(`${Buffer.concat(parts)}`));
    });
    return;
  }
  if (address === '/') return response.setHeader('content-type', 'text/html').end('<!doctype html><script type="module" src="/page.mjs"></script>');
  if (address === '/task') return response.setHeader('content-type', 'application/json').end(JSON.stringify({ scenarios, sources, text, faults }));
  const folder = Object.keys(folders).find((one) => address.startsWith(one));
  const file = folder ? path.join(folders[folder], path.basename(address)) : files[address];
  if (!file || !fs.existsSync(file)) return response.writeHead(404).end();
  response.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream').end(fs.readFileSync(file));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-chromium-'));
const browser = spawn('chromium',
  ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', `--user-data-dir=${profile}`, `http://127.0.0.1:${server.address().port}/`],
  { stdio: 'ignore' });
const gone = new Promise((resolve) => browser.on('exit', resolve));
const result = await Promise.race([finished, gone.then((code) => ({ error: `chromium ended with ${code}` }))]);
browser.kill();
await gone;
server.close();
fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5 });

assert.equal(result.error, undefined);
const [good, typo, quote, mended] = result.found;
assert.deepEqual(good, []);
assert.match(typo[0].message, /agnets/);
assert.ok(quote.length > 0);
assert.deepEqual(mended, []);
assert.equal(result.played.code, 0, result.played.output.join('\n'));
console.log(result.played.output.join('\n'));
console.log(`Chromium: equal to the golden hashes, ${((result.played.milliseconds * 1000) / (scenarios.length * 10000)).toFixed(1)} µs a frame; ` +
  `diagnostics after an edit in ${result.times.map((time) => time.toFixed(0)).join(', ')} ms`);
