// The files of a project on the page of `ishi studio`, in a real browser: what comes, goes and changes on the disk, and what is
// written there. scripts/studio --test runs it; ISHI and the other settings: browser.mjs.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { axeFinds, clickWord, close, inStudio, ishi, open, sources, textOf, typeAtEnd, writeLine } from './browser.mjs';

const folders = [];
after(() => { for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true }); });
// A folder with these files, by path.
function project(files) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-disk-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) write(folder, name, text);
  return folder;
}
function write(folder, name, text) {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), text);
}
const read = (folder, name) => fs.readFileSync(path.join(folder, name), 'utf8');
const guardFiles = () => Object.fromEntries(['ishi.yaml', 'guard.ishi.yaml', 'game.ishi.yaml'].map((name) => [name, read(path.join(sources, 'examples/guard'), name)]));
const kIdle = 'ishi: 1\nactions: { idle: { score: 0.5 } }\nagents: { a: { actions: [idle] } }\n';
const openStudio = (origin, hash, options = {}) => open({ url: origin, hash, ...options });
const file = (page) => page.locator('header').getByLabel('File');
const line = (page, text) => page.locator('.editor .cm-line', { hasText: text });
const saved = (page, name) => page.getByText(`${name} is saved.`).waitFor();

test('a name that is renamed in several files is saved in each', async () => {
  const folder = project(guardFiles());
  await inStudio(folder, async (origin, hash) => {
    const page = await openStudio(origin, hash);
    await file(page).selectOption('guard.ishi.yaml');
    await page.getByText('Nothing is wrong.').waitFor();
    await clickWord(page, 'when: ammo < 12', 'ammo');
    await page.keyboard.press('F2');
    await page.locator('.cm-lsp-rename-panel input').fill('rounds');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save 2 files' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).and(page.locator(':disabled')).waitFor();
    for (const name of ['guard.ishi.yaml', 'game.ishi.yaml']) {
      assert.match(read(folder, name), /\brounds\b/);
      assert.doesNotMatch(read(folder, name), /\bammo\b/);
    }
    await close(page);
  });
});

test('lines end on the disk as they did', async () => {
  const folder = project({ 'ishi.yaml': '', 'a.ishi.yaml': kIdle.replaceAll('\n', '\r\n') });
  await inStudio(folder, async (origin, hash) => {
    const page = await openStudio(origin, hash);
    await page.locator('.options .picked', { hasText: 'idle' }).waitFor();
    assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled());
    await typeAtEnd(page, '# mine\n');
    await page.keyboard.press('Control+s');
    await saved(page, 'a.ishi.yaml');
    assert.equal(read(folder, 'a.ishi.yaml'), `${kIdle}# mine\n`.replaceAll('\n', '\r\n'));
    await close(page);
  });
});

test('a file that is laid into an empty folder is shown, and one that goes is said to be gone', async () => {
  const folder = project({ 'ishi.yaml': '' });
  await inStudio(folder, async (origin, hash) => {
    const page = await openEmpty(origin, hash);
    write(folder, 'a.ishi.yaml', kIdle);
    await page.locator('.options .picked', { hasText: 'idle' }).waitFor();
    // What includes it is right as long as it is there.
    write(folder, 'b.ishi.yaml', 'ishi: 1\ninclude: [a.ishi.yaml]\nagents: { b: { actions: [idle] } }\n');
    await file(page).selectOption('b.ishi.yaml');
    await page.getByText('Nothing is wrong.').waitFor();
    await page.getByLabel('Agent').locator('option', { hasText: 'b' }).waitFor({ state: 'attached' });
    fs.rmSync(path.join(folder, 'a.ishi.yaml'));
    await page.getByText('a.ishi.yaml is not on the disk any more.').waitFor();
    await page.locator('.problems .error', { hasText: 'a.ishi.yaml' }).waitFor();
    assert.equal(await file(page).locator('option').count(), 1);
    // It comes back as it was.
    write(folder, 'a.ishi.yaml', kIdle);
    await page.getByText('Nothing is wrong.').waitFor();
    // The one that is shown goes: another one is shown.
    fs.rmSync(path.join(folder, 'b.ishi.yaml'));
    await page.getByText('b.ishi.yaml is not on the disk any more.').waitFor();
    await line(page, 'actions: { idle').waitFor();
    await close(page);
  });
});
// The page has neither text nor gallery then.
async function openEmpty(origin, hash) {
  const page = await open({ url: origin, hash, ready: '.nothing' });
  await page.getByText('This folder has no *.ishi.yaml yet.').waitFor();
  return page;
}

test('a file that is gone while it is edited can be kept as a file', async () => {
  const folder = project({ 'ishi.yaml': '', 'a.ishi.yaml': kIdle });
  await inStudio(folder, async (origin, hash) => {
    const page = await openStudio(origin, hash);
    await typeAtEnd(page, '# mine\n');
    fs.rmSync(path.join(folder, 'a.ishi.yaml'));
    await page.getByText('a.ishi.yaml is not on the disk any more. Your text is kept here.').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
    assert.equal(fs.readFileSync(await download.path(), 'utf8'), `${kIdle}# mine\n`);
    await close(page);
  });
});

test('what is typed while the disk is read is not overwritten', async () => {
  const folder = project({ 'ishi.yaml': '', 'a.ishi.yaml': kIdle });
  await inStudio(folder, async (origin, hash) => {
    const page = await openStudio(origin, hash);
    await page.locator('.options .picked', { hasText: 'idle' }).waitFor();
    // The text of the disk is on its way until one has typed.
    let goOn;
    const hasTyped = new Promise((resolve) => { goOn = resolve; });
    const isAsked = new Promise((resolve) => {
      void page.route('**/api/files/*', async (route) => {
        resolve();
        await hasTyped;
        await route.continue();
      });
    });
    write(folder, 'a.ishi.yaml', `${kIdle}# theirs\n`);
    await isAsked;
    await typeAtEnd(page, '# mine\n');
    goOn();
    await page.getByRole('alert').filter({ hasText: 'Somebody else has changed a.ishi.yaml' }).waitFor();
    assert.equal(await textOf(page), `${kIdle}# mine\n`);
    await page.getByLabel('The text on the disk').getByText('# theirs').waitFor();
    await close(page);
  });
});

test('two versions of a file that is not shown are said, too', async () => {
  const folder = project({ 'ishi.yaml': '', 'a.ishi.yaml': kIdle, 'b.ishi.yaml': kIdle });
  await inStudio(folder, async (origin, hash) => {
    const page = await openStudio(origin, hash);
    await file(page).selectOption('a.ishi.yaml');
    await typeAtEnd(page, '# mine\n');
    await file(page).selectOption('b.ishi.yaml');
    write(folder, 'a.ishi.yaml', `${kIdle}# theirs\n`);
    const seeBoth = page.getByRole('button', { name: 'See both texts' });
    await seeBoth.waitFor();
    assert.deepEqual(await axeFinds(page), []);
    await seeBoth.click();
    await page.getByLabel('Your text').getByText('# mine').waitFor();
    await page.getByRole('button', { name: "Take the disk's" }).click();
    await line(page, '# theirs').waitFor();
    await close(page);
  });
});

test('one who is elsewhere in a text stays there when the disk changes it', async () => {
  const folder = project({ 'ishi.yaml': '', 'a.ishi.yaml': `${kIdle}# first\n# second\n` });
  await inStudio(folder, async (origin, hash) => {
    const page = await openStudio(origin, hash);
    await line(page, '# second').click();
    write(folder, 'a.ishi.yaml', `# from the disk\n${kIdle}# first\n# second\n`);
    await line(page, '# from the disk').waitFor();
    await page.locator('.editor .cm-activeLine', { hasText: '# second' }).waitFor();
    await close(page);
  });
});

test('files and folders may have names in any letters', async () => {
  const folder = project({ 'ishi.yaml': '', '部品/体 100%.ishi.yaml': 'ishi: 1\nactions: { idle: { score: 0.5 } }\n', '警備.ishi.yaml': 'ishi: 1\ninclude: ["部品/体 100%.ishi.yaml"]\nagents: { a: { actions: [idle] } }\n' });
  await inStudio(folder, async (origin, hash) => {
    const page = await openStudio(origin, hash);
    await file(page).selectOption('警備.ishi.yaml');
    await page.getByText('Nothing is wrong.').waitFor();
    await clickWord(page, 'actions: [idle]', 'idle');
    await page.keyboard.press('F12');
    await page.locator('.editor .cm-activeLine', { hasText: 'idle: { score: 0.5 }' }).waitFor();
    assert.equal(await file(page).inputValue(), '部品/体 100%.ishi.yaml');
    await writeLine(page, 'actions: {', 'actions: { idle: { scor: 0.5 } }');
    await file(page).selectOption('警備.ishi.yaml');
    await page.locator('.problems .error', { hasText: '部品/体 100%.ishi.yaml:2' }).waitFor();
    await close(page);
  });
});

test('a browser that keeps nothing for pages opens a project all the same', async () => {
  const folder = project({ 'ishi.yaml': '', 'a.ishi.yaml': kIdle });
  for (const broken of ["get() { throw new DOMException('no', 'SecurityError'); }", "value: { getItem: () => null, removeItem() {}, setItem() { throw new DOMException('full', 'QuotaExceededError'); } }"]) {
    await inStudio(folder, async (origin, hash) => {
      const page = await openStudio(origin, hash, { prepare: (context) => context.addInitScript(`Object.defineProperty(window, 'localStorage', { ${broken} })`) });
      await page.locator('.options .picked', { hasText: 'idle' }).waitFor();
      await typeAtEnd(page, '# mine\n');
      await page.keyboard.press('Control+s');
      await saved(page, 'a.ishi.yaml');
      await close(page);
    });
    write(folder, 'a.ishi.yaml', kIdle);
  }
});

test('a studio that has ended is said, and the text stays', async () => {
  const folder = project({ 'ishi.yaml': '', 'a.ishi.yaml': kIdle });
  await inStudio(folder, async (origin, hash, studio) => {
    const page = await openStudio(origin, hash);
    await page.locator('.options .picked', { hasText: 'idle' }).waitFor();
    const ended = new Promise((resolve) => studio.on('exit', resolve));
    studio.kill('SIGTERM');
    await ended;
    await typeAtEnd(page, '# mine\n');
    await page.keyboard.press('Control+s');
    await page.getByText('The studio does not answer').waitFor();
    assert.match(await textOf(page), /# mine\n$/);
    page.faults = page.faults.filter((one) => !one.includes('net::ERR_'));
    await close(page);
  });
});

test('two pages on one project lose nothing of each other', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-pages-'));
  const file = path.join(folder, 'guard.ishi.yaml');
  for (const name of ['ishi.yaml', 'guard.ishi.yaml', 'game.ishi.yaml']) fs.copyFileSync(path.join(sources, 'examples/guard', name), path.join(folder, name));
  await inStudio(folder, async (origin, hash) => {
    const one = await open({ url: origin, hash });
    const two = await open({ url: origin, context: one.context() }); // its browser has the session
    for (const page of [one, two]) {
      await page.locator('header').getByLabel('File').selectOption('guard.ishi.yaml');
      await page.locator('.options li').first().waitFor();
    }
    await typeAtEnd(one, '\n# of one\n');
    await typeAtEnd(two, '\n# of two\n');
    await one.bringToFront();
    await one.keyboard.press('Control+s');
    await one.getByText('guard.ishi.yaml is saved.').waitFor();
    // The other one saves at once, before it has looked at the disk: it is refused.
    await two.bringToFront();
    await two.keyboard.press('Control+s');
    await two.getByRole('alert').filter({ hasText: 'Somebody else has changed guard.ishi.yaml' }).waitFor();
    assert.match(fs.readFileSync(file, 'utf8'), /# of one\n$/);
    await two.getByLabel('The text on the disk').getByText('# of one').waitFor();
    await two.getByLabel('Your text').getByText('# of two').waitFor();
    await two.getByRole('button', { name: "Take the disk's" }).click();
    await two.locator('.editor .cm-line', { hasText: '# of one' }).waitFor();
    await typeAtEnd(two, '# and two\n');
    await two.keyboard.press('Control+s');
    await two.getByText('guard.ishi.yaml is saved.').waitFor();
    // Where nothing was edited, what the other one has saved is taken over.
    await one.locator('.editor .cm-line', { hasText: '# and two' }).waitFor();
    assert.match(fs.readFileSync(file, 'utf8'), /# of one\n# and two\n$/);
    // Gone from the disk while it is edited: said, and the text stays.
    await typeAtEnd(one, '# more\n');
    fs.rmSync(file);
    await one.getByText('guard.ishi.yaml is not on the disk any more. Your text is kept here.').waitFor();
    assert.ok(await one.locator('.editor .cm-line', { hasText: '# more' }).isVisible());
    one.faults = two.faults = [];
    await close(one);
  });
  fs.rmSync(folder, { recursive: true });
});
