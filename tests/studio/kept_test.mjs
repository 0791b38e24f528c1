// No work is lost on the page: what was typed is there again after it was loaded anew, closed or left, and what cannot be saved can
// be downloaded. ISHI and the other settings: browser.mjs.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { axeFinds, close, example, inStudio, linkTo, open, sources } from './browser.mjs';

const folders = [];
after(() => { for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true }); });
function project(files) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-kept-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  return folder;
}
const kIdle = 'ishi: 1\nactions: { idle: { score: 0.5 } }\nagents: { a: { actions: [idle] } }\n';
// At the beginning, which is seen whenever a text is shown anew.
async function typeAtStart(page, text) {
  await page.locator('.editor .cm-content').click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText(text);
}
const line = (page, text) => page.locator('.editor .cm-line', { hasText: text });
const again = (page) => page.locator('.note', { hasText: 'are here again' });
// At once after the last key, as a crash or an impatient person would.
const reload = async (page) => {
  await page.reload();
  await page.locator('.cm-content, .gallery').first().waitFor();
};
// What a studio writes when its page may lose unsaved text.
const acceptLeaving = (page) => page.on('dialog', (dialog) => void dialog.accept());

test('a playground that is loaded again has the text as it was typed last', async () => {
  const page = await open();
  await example(page, 'guard');
  await typeAtStart(page, '# mine\n');
  await reload(page);
  await line(page, '# mine').waitFor();
  await close(page);
});

test('an example that is left and opened again has its changes, which can be put aside and taken back', async () => {
  const page = await open();
  page.on('dialog', (dialog) => { throw new Error(`it asks: ${dialog.message()}`); });
  await example(page, 'guard');
  await typeAtStart(page, '# mine\n');
  // Through the gallery: the one that is open is gone on with.
  await page.getByRole('button', { name: 'Examples' }).click();
  await page.getByRole('button', { name: 'Continue your edits of Guard' }).click();
  await line(page, '# mine').waitFor();
  // By way of another one.
  await example(page, 'watch');
  await line(page, '# mine').waitFor({ state: 'detached' });
  await example(page, 'guard');
  await again(page).waitFor();
  await line(page, '# mine').waitFor();
  assert.deepEqual(await axeFinds(page), []);
  await page.getByRole('button', { name: 'Begin without them' }).click();
  await line(page, '# mine').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Take them back' }).click();
  await line(page, '# mine').waitFor();
  await page.getByRole('button', { name: 'Begin without them' }).click();
  await page.waitForTimeout(500);
  // Put aside they are nobody's any more.
  await example(page, 'watch');
  await example(page, 'guard');
  await line(page, 'A guard that does').waitFor();
  assert.equal(await again(page).count(), 0);
  await close(page);
});

test('a page that was closed is gone on with in another one of the browser', async () => {
  const page = await open();
  await example(page, 'guard');
  await typeAtStart(page, '# mine\n');
  const context = page.context();
  await page.close({ runBeforeUnload: true });
  const other = await open({ context });
  await other.getByRole('button', { name: 'Continue your edits of Guard' }).click();
  await again(other).waitFor();
  await line(other, '# mine').waitFor();
  await close(other);
});

test('a link that somebody else has sent shows their text, and leaves one’s own where it was', async () => {
  const page = await open();
  await example(page, 'guard');
  await typeAtStart(page, '# mine\n');
  const context = page.context();
  const text = `# theirs\n${fs.readFileSync(path.join(sources, 'examples/guard/guard.ishi.yaml'), 'utf8')}`;
  const hash = linkTo('guard', { 'guard.ishi.yaml': text }, { path: 'guard.ishi.yaml' });
  const linked = await open({ context, hash });
  await line(linked, '# theirs').waitFor();
  assert.equal(await line(linked, '# mine').count(), 0);
  await typeAtStart(linked, '# on theirs\n');
  await reload(linked);
  await line(linked, '# on theirs').waitFor();
  // The same link once more: one goes on, and can see what was sent.
  const twice = await open({ context, hash });
  await again(twice).waitFor();
  await twice.getByRole('button', { name: 'Begin without them' }).click();
  await line(twice, '# on theirs').waitFor({ state: 'detached' });
  await line(twice, '# theirs').waitFor();
  await page.bringToFront();
  await reload(page);
  await line(page, '# mine').waitFor();
  assert.equal(await line(page, '# theirs').count(), 0);
  await close(page);
});

test('a browser that keeps nothing asks before changes are lost, and says whose', async () => {
  const refuse = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });" +
    "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('no', 'SecurityError'); } });";
  const page = await open({ prepare: (context) => context.addInitScript(refuse) });
  const asked = [];
  page.on('dialog', (dialog) => { asked.push(dialog.message()); void dialog.dismiss(); });
  await example(page, 'guard');
  await typeAtStart(page, '# mine\n');
  // The same one again is no question.
  await page.getByRole('button', { name: 'Examples' }).click();
  await page.getByRole('button', { name: 'Open Guard' }).click();
  assert.deepEqual(asked, []);
  await page.getByLabel('Example', { exact: true }).selectOption('watch');
  assert.equal(asked.length, 1);
  assert.match(asked[0], /what you have changed of guard would be lost/);
  await line(page, '# mine').waitFor();
  await close(page);
});

test('a studio that is loaded again has what was not saved, and saves it over the text that it was made of', async () => {
  const folder = project({ 'ishi.yaml': '', 'a.ishi.yaml': kIdle });
  await inStudio(folder, async (origin, hash) => {
    const page = await open({ url: origin, hash });
    acceptLeaving(page);
    await typeAtStart(page, '# mine\n');
    await reload(page);
    await line(page, '# mine').waitFor();
    await page.getByText('What you had not saved of a.ishi.yaml is here again.').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('a.ishi.yaml is saved.').waitFor();
    assert.equal(fs.readFileSync(path.join(folder, 'a.ishi.yaml'), 'utf8'), `# mine\n${kIdle}`);
    // Saved, it is no draft any more.
    await page.waitForTimeout(500);
    fs.writeFileSync(path.join(folder, 'a.ishi.yaml'), kIdle);
    await line(page, '# mine').waitFor({ state: 'detached' });
    await reload(page);
    await line(page, 'idle').first().waitFor();
    assert.equal(await line(page, '# mine').count(), 0);
    await close(page);
  });
});

test('a draft whose file has changed on the disk meanwhile shows both texts', async () => {
  const folder = project({ 'ishi.yaml': '', 'a.ishi.yaml': kIdle });
  await inStudio(folder, async (origin, hash) => {
    const page = await open({ url: origin, hash });
    acceptLeaving(page);
    await typeAtStart(page, '# mine\n');
    await page.goto('about:blank');
    fs.writeFileSync(path.join(folder, 'a.ishi.yaml'), `${kIdle}# theirs\n`);
    await page.goto(origin);
    await page.getByRole('alert').filter({ hasText: 'Somebody else has changed a.ishi.yaml' }).waitFor();
    await page.getByLabel('Your text').getByText('# mine').waitFor();
    await page.getByRole('button', { name: "Take the disk's" }).click();
    await line(page, '# theirs').waitFor();
    await close(page);
  });
});

test('a draft of another folder is not taken for this one’s', async () => {
  const first = project({ 'ishi.yaml': '', 'a.ishi.yaml': kIdle }), second = project({ 'ishi.yaml': '', 'a.ishi.yaml': kIdle });
  let context, port;
  await inStudio(first, async (origin, hash) => {
    port = new URL(origin).port;
    const page = await open({ url: origin, hash });
    acceptLeaving(page);
    context = page.context();
    await typeAtStart(page, '# mine\n');
    await page.close({ runBeforeUnload: true });
  });
  await inStudio(second, async (origin, hash) => {
    const page = await open({ url: origin, hash, context });
    await line(page, 'idle').first().waitFor();
    assert.equal(await line(page, '# mine').count(), 0);
    await page.close();
  }, '--port', port);
  await inStudio(first, async (origin, hash) => {
    const page = await open({ url: origin, hash, context });
    await line(page, '# mine').waitFor();
    await close(page);
  }, '--port', port);
});

test('what cannot be saved can be downloaded: the folder is read-only, or the studio has ended', async () => {
  const folder = project({ 'ishi.yaml': '', 'a.ishi.yaml': kIdle });
  await inStudio(folder, async (origin, hash, studio) => {
    const page = await open({ url: origin, hash });
    await typeAtStart(page, '# mine\n');
    await page.route('**/api/files/*', (route) => (route.request().method() === 'POST' ? route.fulfill({ status: 500, json: { error: 'the file could not be written' } }) : route.continue()));
    await page.keyboard.press('Control+s');
    await page.getByText('a.ishi.yaml is not saved: the file could not be written.').waitFor();
    const download = async () => {
      const [got] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
      return fs.readFileSync(await got.path(), 'utf8');
    };
    assert.equal(await download(), `# mine\n${kIdle}`);
    const ended = new Promise((resolve) => studio.on('exit', resolve));
    studio.kill('SIGTERM');
    await ended;
    await page.getByText('The studio does not answer').waitFor();
    assert.equal(await download(), `# mine\n${kIdle}`);
    page.faults = page.faults.filter((one) => !/net::ERR_|500/.test(one));
    await close(page);
  });
});

test('a file that comes back is not said to be gone any more', async () => {
  const folder = project({ 'ishi.yaml': '', 'a.ishi.yaml': kIdle, 'b.ishi.yaml': kIdle });
  await inStudio(folder, async (origin, hash) => {
    const page = await open({ url: origin, hash });
    const file = (name) => path.join(folder, name);
    // Not edited here.
    fs.rmSync(file('b.ishi.yaml'));
    await page.getByText('b.ishi.yaml is not on the disk any more.').waitFor();
    fs.writeFileSync(file('b.ishi.yaml'), kIdle);
    await page.getByText('b.ishi.yaml is on the disk again.').waitFor();
    // Edited here, and back as it was, or as another one.
    await page.locator('header').getByLabel('File').selectOption('a.ishi.yaml');
    await typeAtStart(page, '# mine\n');
    for (const text of [kIdle, `${kIdle}# theirs\n`]) {
      fs.rmSync(file('a.ishi.yaml'));
      await page.getByText('a.ishi.yaml is not on the disk any more. Your text is kept here.').waitFor();
      fs.writeFileSync(file('a.ishi.yaml'), text);
      await page.getByText('a.ishi.yaml is on the disk again.').waitFor();
      await line(page, '# mine').first().waitFor();
    }
    await page.getByRole('alert').filter({ hasText: 'Somebody else has changed a.ishi.yaml' }).waitFor();
    await close(page);
  });
});

test('a page without JavaScript, without its examples or without a part of it says so', async () => {
  const said = (page) => page.locator('body').innerText();
  const bare = await open({ options: { javaScriptEnabled: false }, ready: 'h1' });
  assert.match(await said(bare), /needs JavaScript/);
  await close(bare);
  for (const [status, body] of [[404, ''], [200, '[{']]) {
    const page = await open({ prepare: (context) => context.route('**/examples.json', (route) => route.fulfill({ status, body })), ready: '.gallery' });
    await page.getByRole('alert').filter({ hasText: 'examples.json' }).waitFor();
    page.faults = [];
    await close(page);
  }
  const cut = await open({ prepare: (context) => context.route('**/assets/start-*.js', (route) => route.abort()), ready: '#late:not(.late)' });
  assert.match(await said(cut), /A part of this page could not be loaded/);
  cut.faults = [];
  await close(cut);
  const none = await open({ prepare: (context) => context.route('**/assets/*.js', (route) => route.abort()), ready: 'h1' });
  await none.getByText('The page has not started.').waitFor();
  none.faults = [];
  await close(none);
});
