// `ishi studio` as pages of other sites, other programs and the page itself ask it. ISHI: the tool.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ishi = process.env.ISHI;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-studio-'));
const project = path.join(folder, 'game');
const page = fileURLToPath(new URL('page', import.meta.url));
const secret = path.join(folder, 'secret.ishi.yaml');
let server, port, token, cookie;

function write(file, text) {
  fs.mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
  fs.writeFileSync(path.join(project, file), text);
}
const read = (file) => fs.readFileSync(path.join(project, file), 'utf8');

// As a program would: every header as it is given.
function ask(target, { method = 'GET', headers = {}, body, host = `127.0.0.1:${port}`, address = '127.0.0.1' } = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: address, port, path: target, method, setHost: false, headers: { Host: host, ...headers } }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text: Buffer.concat(parts).toString() }));
    });
    request.on('error', reject);
    request.end(body);
  });
}
const json = { 'Content-Type': 'application/json' };
const known = (more = {}) => ({ Cookie: cookie, ...more });
const files = async () => JSON.parse((await ask('/api/files', { headers: known() })).text);
const idOf = async (name) => (await files()).find((one) => one.path === name);

// As a recording begins.
const recorded = (text) => Buffer.from(`ISHIREC1${text}`);

before(async () => {
  write('ishi.yaml', '');
  write('guard.ishi.yaml', 'ishi: 1\n');
  write('parts/日本.ishi.yaml', 'ishi: 1 # 意思\n');
  write('notes.txt', 'private');
  write('.git/hidden.ishi.yaml', 'private');
  fs.writeFileSync(secret, 'private');
  fs.symlinkSync(secret, path.join(project, 'link.ishi.yaml'));
  write('games/odd.ishirec', recorded('odd'));
  write('games/none.ishirec', 'private');
  fs.writeFileSync(path.join(folder, 'named.rec'), recorded('named'));
  fs.writeFileSync(path.join(folder, 'other.ishirec'), recorded('private'));
  fs.symlinkSync(path.join(folder, 'other.ishirec'), path.join(project, 'link.ishirec'));
  fs.symlinkSync(folder, path.join(project, 'way-out'));
  server = spawn(ishi, ['studio', project, '--no-open', '--page', page, '--recording', path.join(folder, 'named.rec')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((resolve) => server.stdout.once('data', (line) => resolve(line.toString())));
  [, port, token] = /^http:\/\/127\.0\.0\.1:(\d+)\/#token=([0-9a-f]{32})\n$/.exec(address);
  const session = await ask('/api/session', { method: 'POST', headers: json, body: JSON.stringify({ token }) });
  assert.equal(session.status, 200);
  [cookie] = session.headers['set-cookie'][0].split(';');
  assert.match(session.headers['set-cookie'][0], /; HttpOnly; SameSite=Strict/);
  assert.ok(!cookie.includes(token), 'the token opens sessions; no cookie holds it');
});

test('recordings of the folder, and the one that was named, are read by number, and nothing else', async () => {
  const recordings = JSON.parse((await ask('/api/recordings', { headers: known() })).text);
  assert.deepEqual(recordings.map((one) => [one.path, one.named]), [[path.join(folder, 'named.rec'), true], ['games/odd.ishirec', false]]);
  for (const [one, text] of [[recordings[0], 'named'], [recordings[1], 'odd']]) {
    const answer = await ask(`/api/recordings/${one.id}`, { headers: known() });
    assert.equal(answer.text, `ISHIREC1${text}`);
    assert.equal(answer.headers['content-type'], 'application/octet-stream');
    assert.equal(one.bytes, answer.text.length);
  }
  for (const other of ['7', '-1', 'named.rec', '../other.ishirec', '%2e%2e/other.ishirec', '0x0', '']) assert.equal((await ask(`/api/recordings/${other}`, { headers: known() })).status, 404, other);
  assert.equal((await ask('/api/recordings')).status, 403);
  assert.equal((await ask('/api/recordings/0')).status, 403);
  assert.equal((await ask(`/api/recordings/${recordings[0].id}`, { method: 'POST', headers: known(json), body: '{"text":""}' })).status, 404);
  // What became a link, or no recording, since it was listed is not read.
  const odd = path.join(project, 'games/odd.ishirec');
  fs.rmSync(odd);
  fs.symlinkSync(path.join(folder, 'other.ishirec'), odd);
  assert.equal((await ask(`/api/recordings/${recordings[1].id}`, { headers: known() })).status, 404);
});

after(async () => {
  const ended = new Promise((resolve) => server.on('exit', (code) => resolve(code)));
  server.kill('SIGTERM');
  assert.equal(await ended, 0);
  fs.rmSync(folder, { recursive: true });
});

test('the page and all that belongs to it are there, with headers that keep others out', async () => {
  const page = await ask('/');
  assert.equal(page.status, 200);
  assert.match(page.headers['content-type'], /text\/html/);
  const csp = page.headers['content-security-policy'];
  assert.match(csp, /default-src 'none'/);
  assert.match(csp, /frame-ancestors 'none'/);
  assert.ok(!csp.includes("'unsafe-eval'"));
  assert.equal(page.headers['x-content-type-options'], 'nosniff');
  assert.equal(page.headers['cross-origin-resource-policy'], 'same-origin');
  assert.equal(page.headers['access-control-allow-origin'], undefined);
  for (const [, asset] of page.text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)) assert.equal((await ask(`/${asset}`)).status, 200, asset);
  assert.ok(!page.text.includes(token));
});

test('it listens on this machine alone', async () => {
  for (const own of Object.values(os.networkInterfaces()).flat().filter((one) => one.family === 'IPv4' && !one.internal)) {
    await assert.rejects(new Promise((resolve, reject) => net.connect(port, own.address).on('connect', resolve).on('error', reject)));
  }
});

test('a name that was made to point here is refused before anything else', async () => {
  for (const host of ['evil.test', `evil.test:${port}`, '127.0.0.1', `127.0.0.1:${port}.evil.test`, `127.0.0.1:${Number(port) + 1}`, `0.0.0.0:${port}`, ''])
    for (const target of ['/', '/api/files', '/api/session'])
      assert.equal((await ask(target, { host, headers: known() })).status === 200, false, `${host} ${target}`);
  assert.equal((await ask('/', { host: `localhost:${port}` })).status, 200);
  assert.equal((await ask('/', { host: `[::1]:${port}` })).status, 200);
});

test('requests that pages of other sites send are refused, also with a session', async () => {
  const ways = [{ Origin: 'http://evil.test' }, { Origin: 'null' }, { Origin: `http://evil.test:${port}` }, { Origin: `https://127.0.0.1:${port}` },
    { 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-site' }];
  for (const way of ways) {
    assert.equal((await ask('/api/files', { headers: known(way) })).status, 403, JSON.stringify(way));
    assert.equal((await ask('/api/session', { method: 'POST', headers: { ...json, ...way }, body: JSON.stringify({ token }) })).status, 403);
    assert.equal((await ask('/', { headers: way })).status, 403);
  }
  assert.equal((await ask('/api/files', { headers: known({ Origin: `http://127.0.0.1:${port}`, 'Sec-Fetch-Site': 'same-origin' }) })).status, 200);
});

test('without a session nothing is said of the project', async () => {
  const { id } = await idOf('guard.ishi.yaml');
  for (const Cookie of ['', 'ishi_session=', `ishi_session=${'0'.repeat(32)}`, `ishi_session=${token}`, `x${cookie}`, `${cookie}0`, cookie.slice(0, -1)]) {
    assert.equal((await ask('/api/files', { headers: { Cookie } })).status, 403, Cookie);
    assert.equal((await ask(`/api/files/${id}`, { headers: { Cookie } })).status, 403);
    assert.equal((await ask(`/api/files/${id}`, { method: 'POST', headers: { ...json, Cookie }, body: '{}' })).status, 403);
  }
  assert.equal((await ask('/api/files', { headers: { Cookie: `a=b; ${cookie}; c=d` } })).status, 200);
});

test('a session is given for the token alone, by POST and as JSON', async () => {
  for (const body of ['', '{}', '[]', 'null', '{"token":1}', '{"token":""}', `{"token":"${token}0"}`, `{"token":"${token.slice(1)}"}`, token])
    assert.equal((await ask('/api/session', { method: 'POST', headers: json, body })).status, 403, body);
  const body = JSON.stringify({ token });
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json; charset=utf-8', ''])
    assert.equal((await ask('/api/session', { method: 'POST', headers: { 'Content-Type': type }, body })).status, 403, type);
  assert.equal((await ask(`/api/session?token=${token}`)).status, 403);
});

test('other methods are refused', async () => {
  for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PATCH', 'PROPFIND', 'HEAD'])
    assert.equal((await ask('/api/files', { method, headers: known(json) })).status, 403, method);
  assert.equal((await ask('/', { method: 'POST', headers: json, body: '{}' })).status, 403);
});

test('files are the sources of the project: no others, none through links, none that is hidden', async () => {
  assert.deepEqual((await files()).map((one) => one.path).sort(), ['guard.ishi.yaml', 'ishi.yaml', 'parts/日本.ishi.yaml']);
  const { id } = await idOf('parts/日本.ishi.yaml');
  assert.equal(JSON.parse((await ask(`/api/files/${id}`, { headers: known() })).text).text, 'ishi: 1 # 意思\n');
});

test('a path reaches no file', async () => {
  const ways = ['/api/files/../../secret.ishi.yaml', '/api/files/%2e%2e/secret.ishi.yaml', '/api/files/%252e%252e%252fsecret.ishi.yaml',
    '/api/files/guard.ishi.yaml', '/api/files/0%00', '/api/files/-1', '/api/files/ 0', '/api/files/0x0', '/api/files/99999999999999999999',
    '/api/files/7', '/api/files/', '/api/files/0/', '/api/other', '/../game/guard.ishi.yaml', '/%2e%2e/secret.ishi.yaml', '/guard.ishi.yaml',
    '/notes.txt', '/etc/passwd', '/index.html%00.js', '/assets/../../notes.txt', '/.htpasswd'];
  for (const way of ways) {
    const answer = await ask(way, { headers: known() }).catch((error) => ({ status: 0, text: error.message }));
    assert.ok(answer.status !== 200, `${way} ${answer.status}`);
    assert.ok(!answer.text.includes('private'), way);
  }
  const { id } = await idOf('guard.ishi.yaml');
  assert.equal(JSON.parse((await ask(`/api/files/${id}?raw`, { headers: known() })).text).text, 'ishi: 1\n');
});

test('a file is written over the text that was read, and over no other', async () => {
  const { id, hash } = await idOf('guard.ishi.yaml');
  const save = (body, headers = {}) => ask(`/api/files/${id}`, { method: 'POST', headers: known({ ...json, ...headers }), body: JSON.stringify(body) });
  const first = await save({ hash, text: 'ishi: 1\n# one\n' });
  assert.equal(first.status, 200);
  assert.equal(read('guard.ishi.yaml'), 'ishi: 1\n# one\n');
  assert.equal((await save({ hash, text: 'lost' })).status, 409);
  write('guard.ishi.yaml', 'ishi: 1\n# by another\n');
  assert.equal((await save({ hash: JSON.parse(first.text).hash, text: 'lost' })).status, 409);
  for (const body of [{}, { hash }, { text: 'x' }, { hash: '', text: 'x' }, { hash: 1, text: 'x' }, [], null, 'x'])
    assert.notEqual((await save(body)).status, 200, JSON.stringify(body));
  assert.equal(read('guard.ishi.yaml'), 'ishi: 1\n# by another\n');
});

test('nothing but sources is written, and nothing where a link leads out', async () => {
  const root = await idOf('ishi.yaml');
  const save = (one) => ask(`/api/files/${one.id}`, { method: 'POST', headers: known(json), body: JSON.stringify({ hash: one.hash, text: 'x' }) });
  assert.equal((await save(root)).status, 404);
  write('later.ishi.yaml', 'ishi: 1\n');
  const later = await idOf('later.ishi.yaml');
  fs.rmSync(path.join(project, 'later.ishi.yaml'));
  fs.symlinkSync(secret, path.join(project, 'later.ishi.yaml'));
  assert.notEqual((await save(later)).status, 200);
  assert.ok(!(await ask(`/api/files/${later.id}`, { headers: known() })).text.includes('private'));
  assert.equal(fs.readFileSync(secret, 'utf8'), 'private');
});

test('messages that are too large, cut or no JSON are refused, and it answers on', async () => {
  const { id, hash } = await idOf('parts/日本.ishi.yaml');
  const post = (body, headers = {}) => ask(`/api/files/${id}`, { method: 'POST', headers: known({ ...json, ...headers }), body }).catch((error) => ({ status: error.code }));
  assert.notEqual((await post(JSON.stringify({ hash, text: 'x'.repeat(17 << 20) }))).status, 200);
  assert.equal((await post('[' + '['.repeat(1e6))).status, 400);
  assert.equal((await post('{"hash": "' + hash + '", "text": "\\ud800"}')).status, 400);
  const socket = net.connect(port, '127.0.0.1');
  socket.write(`POST /api/files/${id} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"hash`);
  socket.destroy();
  assert.equal((await files()).length > 0, true);
});

test('a folder that is none, and a port that is taken, are said in a sentence', () => {
  const run = (...words) => spawnSync(ishi, ['studio', ...words, '--no-open', '--page', page], { encoding: 'utf8' });
  const file = run(path.join(project, 'guard.ishi.yaml'));
  assert.equal(file.status, 2);
  assert.match(file.stderr, /folder of a project/);
  assert.equal(run(path.join(project, 'nowhere')).status, 2);
  const taken = run(project, '--port', port);
  assert.equal(taken.status, 2);
  assert.match(taken.stderr, new RegExp(`port ${port}`));
  const pageless = spawnSync(ishi, ['studio', project, '--no-open', '--page', project], { encoding: 'utf8' });
  assert.equal(pageless.status, 2);
  assert.match(pageless.stderr, /there is no index\.html/);
});

test('a tool that holds the page has the pictures of the examples as they are', async (t) => {
  const own = spawn(ishi, ['studio', project, '--no-open'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise((resolve) => own.on('exit', resolve));
  const address = await Promise.race([new Promise((resolve) => own.stdout.once('data', (line) => resolve(line.toString()))), ended.then(() => '')]);
  if (address === '') return t.skip('this tool was built without the page');
  try {
    const examples = fileURLToPath(new URL('../../examples', import.meta.url));
    const names = fs.readdirSync(examples).filter((name) => fs.existsSync(path.join(examples, name, `${name}.svg`)));
    assert.ok(names.length > 8);
    for (const name of names) {
      const answer = await fetch(new URL(`examples/${name}.svg`, address));
      assert.equal(answer.headers.get('content-type'), 'image/svg+xml');
      assert.equal(await answer.text(), fs.readFileSync(path.join(examples, name, `${name}.svg`), 'utf8'), name);
    }
  } finally {
    own.kill('SIGTERM');
    await ended;
  }
  return undefined;
});
