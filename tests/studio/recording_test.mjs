// Recorded games on the page, in a real browser. GAMES: the folder of the built examples (default: the development build's), which
// play and record. scripts/studio --test runs it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { axeFinds, close, example, inStudio, ishi, linkOf, open, sources, view } from './browser.mjs';

const games = process.env.GAMES ?? path.join(sources, 'build/dev/examples');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-recordings-'));
const file = (name) => path.join(folder, `${name}.ishirec`);

function record(game, name, ...options) {
  execFileSync(path.join(games, name, game), [path.join(games, name, 'behaviour', `${name}.ishi`), ...options, '--record', file(game)]);
}
before(() => {
  record('thief', 'thief', '--seconds', '20');
  record('guards', 'guard', '--seconds', '1', '--guards', '7');
  fs.renameSync(file('guards'), file('few'));
  record('guards', 'guard', '--seconds', '8', '--guards', '40');
  fs.renameSync(file('guards'), file('long'));
  record('guards', 'guard', '--seconds', '2', '--guards', '200');
  const whole = fs.readFileSync(file('thief'));
  fs.writeFileSync(file('cut'), whole.subarray(0, 0.7 * whole.length));
  fs.writeFileSync(file('none'), 'this is no recording');
});
after(() => fs.rmSync(folder, { recursive: true }));

async function openRecording(page, name) {
  await view(page, 'A recording');
  await page.getByLabel("A recording's file").setInputFiles(file(name));
}
const everybodyIsRead = (page) => page.locator('.recording .choices', { hasText: 'decisions' }).waitFor();
const options = (page) => page.locator('.agents [role=option]');

test('a recording that is dropped on the page shows everybody, and what and why at any frame', async () => {
  const page = await open();
  await example(page, 'thief');
  await page.getByText('Nothing is wrong.').waitFor();
  const data = await page.evaluateHandle((bytes) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], 'thief.ishirec'));
    return transfer;
  }, fs.readFileSync(file('thief')).toString('base64'));
  await page.dispatchEvent('main', 'drop', { dataTransfer: data });
  await everybodyIsRead(page);
  assert.equal(await page.getByRole('tab', { name: 'A recording' }).getAttribute('aria-selected'), 'true');
  assert.equal(await options(page).count(), 4);
  await options(page).filter({ hasText: 'guard#2' }).click();
  await page.getByLabel('Time').fill('12.5');
  await page.locator('.clock', { hasText: '12.50s' }).waitFor();
  await page.locator('.who', { hasText: 'guard#2' }).waitFor();
  await page.locator('.why h2', { hasText: 'in frame' }).waitFor();
  const why = await page.locator('.why h2 strong').innerText();
  // What the tool says of the same moment.
  const said = JSON.parse(execFileSync(ishi, ['why', file('thief'), '--at', '12.5s', '--agent', 'guard#2', '--root', path.join(sources, 'examples/thief'), '--format', 'json']));
  assert.equal(why.split(' ')[0], said.choice.action);
  await page.locator('.tree .active').first().waitFor();
  await page.locator('.strips .stretch').first().waitFor();
  // To the next decision, and a frame further.
  const clock = page.locator('.clock');
  const before = await clock.innerText();
  await page.getByRole('button', { name: 'Next decision' }).click();
  await page.waitForFunction((was) => document.querySelector('.clock').innerText !== was, before);
  const at = await clock.innerText();
  await page.getByRole('button', { name: 'One frame on' }).click();
  await page.waitForFunction((was) => document.querySelector('.clock').innerText !== was, at);
  await close(page);
});

test('of an agent that is gone it is said since when, and its scores end there', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.getByText('Nothing is wrong.').waitFor();
  await openRecording(page, 'long');
  await everybodyIsRead(page);
  // Who dies, by what the tool says of each.
  const goneOf = (name) => {
    try {
      return JSON.parse(execFileSync(ishi, ['play', file('long'), '--agent', name, '--for', '20s', '--root', path.join(sources, 'examples/guard'), '--format', 'json'], { stdio: 'pipe' })).agents[0].gone;
    } catch {
      return undefined; // nobody has this number
    }
  };
  const dead = Array.from({ length: 40 }, (_, i) => `guard#${i}`).find((name) => goneOf(name) !== undefined);
  await page.locator('.agents .list').focus();
  for (let i = 0; i < 60 && !(await page.locator('.beside h2', { hasText: new RegExp(`${dead}(?!\\d)`) }).isVisible()); ++i) await page.keyboard.press('ArrowDown');
  const gone = page.locator('.beside h2', { hasText: dead }).getByRole('button');
  await gone.waitFor();
  const seconds = Number(/at (\d+\.\d\d)s/.exec(await gone.innerText())[1]);
  assert.ok(seconds > 0 && seconds < 8, String(seconds));
  // To its last frame, in which it is still there; and past it.
  await gone.click();
  await page.locator('.clock', { hasText: (seconds - 1 / 60).toFixed(2) }).waitFor();
  await page.locator('.why .options li').first().waitFor();
  await page.locator('.lines', { hasText: 'Scores' }).locator('li .value').first().waitFor();
  await page.getByLabel('Time').fill(String(Math.min(8, seconds + 0.3)));
  await page.locator('.why', { hasText: `${dead} is not in the game any more: it left it in frame` }).waitFor();
  assert.equal(await page.locator('.why .options li').count(), 0);
  for (const value of await page.locator('.lines .value').allInnerTexts()) assert.equal(value, '–');
  assert.equal(await page.locator('.mind').count(), 0);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/gone.png`, fullPage: true });
  await close(page);
});

test('an expression of Ishi says who is listed, and what is wrong with it is said', async () => {
  const page = await open();
  await example(page, 'guard');
  await openRecording(page, 'guards');
  await everybodyIsRead(page);
  assert.match(await page.locator('.agents .count').innerText(), /^\d+ agents$/);
  await page.getByLabel('Time').fill('1.5');
  await page.getByLabel('Only where').fill('hp > 50 and threat.known');
  await page.locator('.agents .count', { hasText: ' of ' }).waitFor();
  const [found, all] = (await page.locator('.agents .count').innerText()).match(/\d+/g).map(Number);
  assert.ok(found > 0 && found < all, `${found} of ${all}`);
  await page.getByLabel('Only where').fill('hpp > 50');
  await page.locator('.agents .fault', { hasText: 'did you mean hp?' }).waitFor();
  assert.equal(await page.locator('.agents .count').innerText(), ''); // it is not known of whom it holds
  await page.getByLabel('Only where').fill('');
  await page.locator('.agents .count', { hasText: /^\d+ agents$/ }).waitFor();
  await close(page);
});

test('another recording takes the place of one that plays, and who is listed is asked of it, too', async () => {
  const page = await open();
  await example(page, 'guard');
  await openRecording(page, 'guards');
  await everybodyIsRead(page);
  await page.getByLabel('Only where').fill('hp > 100');
  await page.locator('.agents .count', { hasText: /^0 of \d+ agents$/ }).waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await openRecording(page, 'few');
  await everybodyIsRead(page);
  await page.locator('.agents .count', { hasText: /^0 of 7 agents$/ }).waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor(); // it stands still
  await page.getByLabel('Only where').fill('');
  await options(page).filter({ hasText: 'guard#' }).first().waitFor();
  // Of another build: what was done is shown.
  await openRecording(page, 'thief');
  await everybodyIsRead(page);
  await page.getByText('the game was built from thief.ishi.yaml, which is not in this project').first().waitFor();
  await options(page).nth(3).waitFor();
  assert.equal(await options(page).count(), 4);
  await close(page);
});

test('a file that the browser cannot read is said, and the next one is opened', async () => {
  const page = await open();
  await example(page, 'thief');
  await view(page, 'A recording');
  // One that goes from the disk after it was chosen.
  const going = file('going');
  fs.copyFileSync(file('thief'), going);
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<input type="file" id="own">'));
  await page.locator('#own').setInputFiles(going);
  fs.rmSync(going);
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(document.getElementById('own').files[0]);
    document.querySelector('main').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    document.getElementById('own').remove();
  });
  await page.locator('.recording [role=alert]').waitFor();
  assert.equal(await page.getByText('Start it again').count(), 0); // the engine has not failed
  await openRecording(page, 'thief');
  await everybodyIsRead(page);
  await close(page);
});

test('a file that is no recording leaves the open one as it is', async () => {
  const page = await open();
  await example(page, 'thief');
  await openRecording(page, 'thief');
  await everybodyIsRead(page);
  await page.getByLabel('Time').fill('12.5');
  await page.locator('.clock', { hasText: '12.50s' }).waitFor();
  await openRecording(page, 'none');
  const refusal = page.locator('.recording [role=alert]');
  await refusal.waitFor();
  assert.match(await refusal.innerText(), /^none\.ishirec is not opened: .*no recording of Ishi/);
  assert.equal(await page.locator('.recording .file').innerText(), 'thief.ishirec');
  await page.locator('.clock', { hasText: '12.50s' }).waitFor();
  await page.getByLabel('Time').fill('3'); // it is still asked
  await page.locator('.why h2', { hasText: 'in frame' }).waitFor();
  // Another one takes its place, and the refusal is gone.
  await openRecording(page, 'guards');
  await page.locator('.recording .file', { hasText: 'guards.ishirec' }).waitFor();
  assert.equal(await refusal.count(), 0);
  await close(page);
});

test('an example that is opened while a recording is read takes its place', async () => {
  const page = await open();
  await example(page, 'guard');
  await openRecording(page, 'guards');
  await example(page, 'thief');
  await page.getByText('Drop a recording of your game here').waitFor();
  await openRecording(page, 'thief');
  await everybodyIsRead(page);
  await close(page);
});

test('an edit lists the decisions that would be others, and a click goes to one', async () => {
  const page = await open();
  await example(page, 'guard');
  await openRecording(page, 'guards');
  await everybodyIsRead(page);
  await page.getByText('Edit the text to see which of these decisions would change.').waitFor();
  const line = page.locator('.cm-line', { hasText: 'gains: { aggression: +0.8, survival: +0.1' });
  await line.dblclick({ position: { x: 200, y: 8 } });
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.insertText('gains: { aggression: +0.1 }');
  const heading = page.locator('.others h2');
  await heading.filter({ hasText: /Would change: [1-9]\d* of \d+ decisions/ }).waitFor();
  // Those that come next stand by themselves: none before the frame at hand, none much later.
  await page.getByLabel('Time').fill('0.5');
  await page.locator('.clock', { hasText: '0.50s' }).waitFor();
  await page.locator('.others h3', { hasText: /^In the next 30 frames: \d+$/ }).waitFor();
  const times = async (list) => (await page.getByRole('list', { name: list, exact: true }).getByRole('button').allInnerTexts()).map((one) => parseFloat(one));
  const isSoon = (at) => at >= 0.495 && at <= 1.005, all = (await times('All')).filter(isSoon), soon = await times('Soon');
  assert.ok(all.length > 0 && soon.every(isSoon));
  assert.deepEqual(soon.slice(0, all.length), all); // a list shows the first 200
  assert.deepEqual(await axeFinds(page), []);
  const first = page.getByRole('list', { name: 'All', exact: true }).getByRole('listitem').first();
  assert.match(await first.innerText(), /guard#\d+ .+→/);
  const name = /guard#\d+/.exec(await first.innerText())[0];
  await first.getByRole('button').click();
  await page.locator('.strips .name[aria-pressed="true"]', { hasText: name }).waitFor();
  await page.locator('.strips .band').first().waitFor();
  // Why is told by the texts of the game.
  await page.locator('.who', { hasText: name }).waitFor();
  await page.locator('.why h2', { hasText: 'in frame' }).waitFor();
  await close(page);
});

test('a moment of a game becomes a test in the text', async () => {
  const page = await open();
  await example(page, 'thief');
  await openRecording(page, 'thief');
  await everybodyIsRead(page);
  await page.locator('.why .options .picked').waitFor();
  await page.locator('.why').getByRole('button', { name: 'Make it a test' }).click();
  await page.getByText('The test stands in the text.').waitFor();
  await view(page, 'Tests');
  await page.getByText(/^(\d+) of \1 tests pass\.$/).waitFor();
  await page.locator('.tests li', { hasText: 'in frame' }).waitFor();
  await close(page);
});

test('what is no recording, or one that was cut, or of another text, is said in a sentence', async () => {
  const page = await open();
  await example(page, 'thief');
  await openRecording(page, 'none');
  await page.getByRole('alert').filter({ hasText: 'this is no recording of Ishi' }).waitFor();
  await openRecording(page, 'cut');
  await everybodyIsRead(page);
  await page.getByText('The game has not closed this recording').waitFor();
  await example(page, 'squad');
  await page.getByText('Drop a recording of your game here').waitFor();
  await openRecording(page, 'thief');
  await everybodyIsRead(page);
  await page.getByText('the game was built from thief.ishi.yaml, which is not in this project').first().waitFor();
  assert.equal(await options(page).count(), 4);
  await close(page);
});

test('a link says which recording it looks at, and once that is open, one is there', async () => {
  const page = await open();
  await example(page, 'thief');
  await openRecording(page, 'thief');
  await everybodyIsRead(page);
  await options(page).filter({ hasText: 'guard#3' }).click();
  await page.getByLabel('Time').fill('12.5');
  await page.locator('.clock', { hasText: '12.50s' }).waitFor();
  const hash = await linkOf(page);
  await close(page);
  const again = await open({ hash });
  await again.getByText(/This view is of thief\.ishirec at 12\.50s, by guard#3/).waitFor();
  await openRecording(again, 'thief');
  await again.locator('.clock', { hasText: '12.50s' }).waitFor();
  await options(again).filter({ hasText: 'guard#3' }).and(again.locator('[aria-selected=true]')).waitFor();
  await close(again);
});

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing in a recording, in ${colorScheme}`, async () => {
    const page = await open({ options: { colorScheme } });
    await example(page, 'thief');
    await view(page, 'A recording');
    assert.deepEqual(await axeFinds(page), [], 'before one is opened');
    await openRecording(page, 'thief');
    await everybodyIsRead(page);
    await page.locator('.why .options .picked').waitFor();
    assert.deepEqual(await axeFinds(page), []);
    await close(page);
  });
}

test('the studio offers the recordings of its folder, and opens the one that is named', async () => {
  const project = path.join(folder, 'project');
  fs.mkdirSync(project);
  for (const name of ['ishi.yaml', 'thief.ishi.yaml', 'game.ishi.yaml']) fs.copyFileSync(path.join(sources, 'examples/thief', name), path.join(project, name));
  fs.copyFileSync(file('thief'), path.join(project, 'night.ishirec'));
  for (const named of [[], ['--recording', file('thief')]]) {
    await inStudio(project, async (url, hash) => {
      const page = await open({ url, hash });
      if (named.length === 0) {
        await view(page, 'A recording');
        await page.getByRole('button', { name: 'night.ishirec' }).click();
      }
      await everybodyIsRead(page);
      assert.equal(await options(page).count(), 4);
      await close(page);
    }, ...named);
  }
});

test('of two recordings of a folder the one that was chosen last is shown, and one that comes later is offered', async () => {
  const project = path.join(folder, 'two');
  fs.mkdirSync(project);
  for (const name of ['ishi.yaml', 'guard.ishi.yaml', 'game.ishi.yaml']) fs.copyFileSync(path.join(sources, 'examples/guard', name), path.join(project, name));
  fs.copyFileSync(file('thief'), path.join(project, 'first.ishirec'));
  await inStudio(project, async (url, hash) => {
    const page = await open({ url, hash });
    await page.locator('.options li').first().waitFor();
    fs.copyFileSync(file('few'), path.join(project, 'second.ishirec'));
    await view(page, 'A recording');
    const offered = (name) => page.getByRole('list', { name: 'Recordings of this folder' }).getByRole('button', { name });
    await offered('second.ishirec').waitFor();
    // The first one is on its way until the second one is there.
    let goOn;
    const isThere = new Promise((resolve) => { goOn = resolve; });
    await page.route('**/api/recordings/*', async (route) => {
      const answer = await route.fetch();
      if ((await answer.body()).equals(fs.readFileSync(file('thief')))) await isThere;
      await route.fulfill({ response: answer });
    });
    await offered('first.ishirec').click();
    await page.getByText('Reading first.ishirec…').waitFor();
    const dataTransfer = await page.evaluateHandle((bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], 'few.ishirec'));
      return transfer;
    }, fs.readFileSync(file('few')).toString('base64'));
    await page.dispatchEvent('main', 'drop', { dataTransfer });
    await everybodyIsRead(page);
    const isOver = page.waitForResponse('**/api/recordings/*');
    goOn();
    await (await isOver).finished();
    await page.getByLabel('Time').fill('0.5'); // it goes on with the second one
    await page.locator('.clock', { hasText: '0.50s' }).waitFor();
    assert.equal(await page.locator('.recording .file').innerText(), 'few.ishirec');
    assert.equal(await options(page).count(), 7);
    await close(page);
  });
});

test('a recording is shown in a folder without texts, too', async () => {
  const empty = path.join(folder, 'empty');
  fs.mkdirSync(empty);
  await inStudio(empty, async (url, hash) => {
    const page = await open({ url, hash, ready: '.recording' });
    await everybodyIsRead(page);
    assert.equal(await options(page).count(), 4);
    await page.getByText('which is not in this project').first().waitFor();
    await close(page);
  }, '--recording', file('thief'));
});
