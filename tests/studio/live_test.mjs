// Running games on the page of a studio, in a real browser. GAMES: the folder of the built examples (default: the development build's).

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { axeFinds, close, inStudio, ishi, open, sources, view } from './browser.mjs';

const games = process.env.GAMES ?? path.join(sources, 'build/dev/examples');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-live-'));
process.env.XDG_RUNTIME_DIR = path.join(folder, 'run');
fs.mkdirSync(process.env.XDG_RUNTIME_DIR, { mode: 0o700 });
fs.cpSync(path.join(sources, 'examples/household'), path.join(folder, 'household'), { recursive: true });
const project = path.join(folder, 'household'), played = path.join(folder, 'played.ishirec');
after(() => fs.rmSync(folder, { recursive: true }));

// A household that plays, and records what it plays.
async function play() {
  const game = spawn(path.join(games, 'household/household'), [path.join(games, 'household/behaviour/household.ishi'), '--live', '600', '--record', played],
    { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => game.stdout.on('data', (said) => { if (/looks into this game/.test(said)) resolve(); }));
  return game;
}
async function end(game) {
  if (game.exitCode !== null || game.signalCode !== null) return;
  const gone = new Promise((resolve) => game.once('exit', resolve));
  game.kill();
  await gone;
}
const frameOf = async (page) => Number((await page.locator('.clock .note').innerText()).replace(/\D/g, ''));
// Waits until the page shows a frame behind `frame`.
const shows = (page, frame) => page.waitForFunction((wanted) => Number(document.querySelector('.clock .note').innerText.replace(/\D/g, '')) > wanted, frame);
// The frame at which a held game stands. A busy page first shows the frames that were played before it held.
async function standsAt(page) {
  for (let frame = await frameOf(page), times = 0; times < 40; ++times) {
    await page.waitForTimeout(700);
    const now = await frameOf(page);
    if (now === frame) return now;
    frame = now;
  }
  assert.fail('the game is held, and the page goes on');
}
// The last frame of the game, as the tool sees it.
const frameByTool = (game) => Number(execFileSync(ishi, ['live', `household-${game.pid}`, '--format', 'json'], { encoding: 'utf8' }).split('\n').map((line) => /"frame":(\d+)/.exec(line)?.[1]).find(Boolean));
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const isSaid = (page, text) => page.locator('.live').getByText(text).waitFor();

// A game, and the studio's page that has joined it; both end with `look`.
async function watching(look, { joins = true, size = { width: 1400, height: 1000 } } = {}) {
  const game = await play();
  try {
    await inStudio(project, async (url, hash) => {
      const page = await open({ url, hash, options: { viewport: size } });
      await view(page, 'Live');
      if (joins) {
        await page.getByRole('button', { name: `Join household-${game.pid}` }).click();
        await page.locator('.agents [role=option]').nth(3).waitFor();
      }
      await look(page, game);
      if (page.context().pages().length > 0) await close(page);
    });
  } finally {
    await end(game);
  }
}
// Asks as the page does: what the studio answers, or its status where it refuses.
const asks = (page, questions) => page.evaluate(async (all) => {
  const answers = [];
  for (const [url, body] of all) {
    const answer = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    answers.push([answer.status, await answer.json()]);
  }
  return answers;
}, questions);

test('a running game is joined, explained, held, changed and given another behaviour', async () => {
  const why = [];
  await watching(async (page, game) => {
    // Frames come as they are played.
    const first = await frameOf(page);
    await shows(page, first + 20);
    await page.locator('.agents [role=option]', { hasText: 'person#2' }).click();
    await page.locator('.who', { hasText: 'person#2' }).waitFor();

    // Held, it plays the frames that are asked for, and no others.
    await page.getByRole('button', { name: 'Hold the game' }).click();
    await page.locator('.live .pill.held').waitFor();
    const held = await standsAt(page);
    await page.getByRole('button', { name: 'Play one frame' }).click();
    await page.waitForFunction((wanted) => Number(document.querySelector('.clock .note').innerText.replace(/\D/g, '')) === wanted, held + 1);
    // The page's answer is compared below with the tool's, of the game's own recording.
    await page.waitForTimeout(700);
    await page.locator('.why h2', { hasText: 'in frame' }).waitFor();
    why.push([await page.locator('.why h2').innerText(), await page.locator('.why h2 strong').innerText()]);
    assert.deepEqual(await axeFinds(page), []);

    // A level and a key.
    await page.getByLabel('bladder', { exact: true }).fill('0.97');
    await isSaid(page, /bladder of person#2 is 0\.97 from frame/);
    await page.getByRole('button', { name: 'Let it go on' }).click();
    await page.locator('.live .pill', { hasText: 'plays' }).waitFor();

    // A text that has errors changes nothing; one that has none counts in the game.
    const file = path.join(project, 'household.ishi.yaml'), text = fs.readFileSync(file, 'utf8');
    assert.ok(text.includes('rise: 0.14/h'));
    fs.writeFileSync(file, text.replace('rise: 0.14/h', 'rise: nonsense'));
    await page.getByRole('button', { name: /[Rr]eload the game/ }).click();
    await isSaid(page, /has errors, and the game goes on as before/);
    fs.writeFileSync(file, text.replace('rise: 0.14/h', 'rise: 0.30/h'));
    await page.getByRole('button', { name: /[Rr]eload the game/ }).click();
    await isSaid(page, /the behaviour of household.ishi.yaml counts from frame/);
    await page.waitForTimeout(500);
    await page.locator('.who', { hasText: 'person#2' }).waitFor();
    assert.equal(await page.locator('.recording .note', { hasText: 'not what the game was built from' }).count(), 0);

    // One looks back while it plays on, and comes back to the present.
    await page.getByRole('button', { name: 'Follow the present' }).click();
    const past = await standsAt(page);
    await page.getByRole('button', { name: 'Follow the present' }).click();
    await shows(page, past + 5);

    // It ends; what has come of it stays.
    await end(game);
    await isSaid(page, /has ended/);
    await view(page, 'A recording');
    await page.locator('.recording .choices', { hasText: 'decisions' }).waitFor();
  });
  const said = execFileSync(ishi, ['replay', played], { encoding: 'utf8' });
  assert.match(said, /is played as it was/);
  assert.match(said, /sets bladder of person#2 to 0\.97/);
  assert.match(said, /gives the game 1 new asset/);
  // The page's decision is the tool's, of the game's own recording.
  const [[heading, choice]] = why, frame = /frame (\d+)/.exec(heading)[1];
  const told = JSON.parse(execFileSync(ishi, ['why', played, '--at', `frame ${frame}`, '--agent', 'person#2', '--root', path.join(sources, 'examples/household'), '--format', 'json'], { encoding: 'utf8' }));
  assert.equal(told.recorded.frame, Number(frame));
  assert.equal(choice.split(' ')[0], told.choice.action);
});

test('a breakpoint in the text holds the game, and the page goes to the frame that has hit it', async () => {
  const lines = fs.readFileSync(path.join(sources, 'examples/household/household.ishi.yaml'), 'utf8').split('\n');
  fs.writeFileSync(path.join(project, 'household.ishi.yaml'), lines.join('\n'));
  // The action that a person does most often: it is chosen soon.
  const line = lines.findIndex((one) => /^ {2}(window\.)?look:|^ {6}look:/.test(one)) + 1;
  assert.ok(line > 0);
  await watching(async (page) => {
    const isHit = async () => {
      await page.locator('.live .hit').waitFor({ timeout: 60_000 });
      await page.locator('.live .pill.held').waitFor();
      const hit = await page.locator('.live .hit').innerText();
      assert.match(hit, /Held: person#\d+,/);
      const time = / at ([\d:.]*\d)/.exec(hit)[1], who = /person#\d+/.exec(hit)[0];
      await page.locator('.clock', { hasText: time }).waitFor();
      await page.locator('.agents [aria-selected=true]', { hasText: who }).waitFor();
      await page.waitForTimeout(300);
    };
    await page.locator('.editor .cm-content').click();
    await page.keyboard.press('Control+Home');
    for (let i = 1; i < line; ++i) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('F9');
    await page.locator('.editor .break:not(.unsure)').nth(1).waitFor({ state: 'attached' }); // the first one is a spacer
    await isHit();
    assert.equal(await page.locator('.live [role=status]').first().innerText().then((said) => /2 viewers/.test(said)), false, 'the page counts as one viewer');
    // Frames that are stepped are looked at, too: sooner or later somebody looks again.
    const first = await page.locator('.live .hit').innerText();
    for (let i = 0; i < 60 && (await page.locator('.live .hit').count() === 0 || await page.locator('.live .hit').innerText() === first); ++i) {
      await page.getByRole('button', { name: 'Play 60 frames' }).click();
      await page.waitForTimeout(400);
    }
    await isHit();
    assert.notEqual(await page.locator('.live .hit').innerText(), first);
    const held = await frameOf(page);
    // Without the breakpoint it plays on.
    await page.locator('.editor .cm-content').focus();
    await page.keyboard.press('F9');
    await page.waitForTimeout(300);
    await page.getByRole('button', { name: 'Let it go on' }).click();
    await page.locator('.live .pill', { hasText: 'plays' }).waitFor();
    assert.equal(await page.locator('.live .hit').count(), 0);
    await page.getByRole('button', { name: 'Follow the present' }).click();
    await shows(page, held + 30);
    page.faults = page.faults.filter((one) => !/CONNECTION_RESET/.test(one)); // it is asked again
  });
});

test('a game that is gone, or never was there, is said to be', () => watching(async (page, game) => {
  await page.getByRole('button', { name: `Join household-${game.pid}` }).waitFor();
  await end(game);
  await page.getByText('No game runs on this machine').waitFor();
  // A page that asks for one that nobody joined gets a sentence.
  const answers = await asks(page, [['api/games', { name: '../../etc/passwd' }], ['api/games/7', { deed: 'hold' }], ['api/games/7/take', {}], ['api/games/x', {}], ['api/games', 7]]);
  assert.deepEqual(answers.map(([status]) => status), [404, 404, 404, 404, 404]);
  assert.match(answers[0][1].error, /does not run any more/);
  page.faults = page.faults.filter((one) => !/404/.test(one)); // that were asked for
}, { joins: false }));

test('numbers and agents that are none are refused with a sentence, and change nothing', () => watching(async (page) => {
  const url = 'api/games/1', set = ['mood=1'];
  const answers = await asks(page, [[url, { deed: 'step', frames: 2 ** 32 + 1 }], [url, { deed: 'step', frames: 0 }], [url, { deed: 'step', frames: -1 }], [url, { deed: 'break', path: 'household.ishi.yaml', lines: [1.5] }],
    [url, { deed: 'change', index: 2 ** 32 + 2, generation: 0, set }], [url, { deed: 'change', index: 2, generation: 77, set }], [url, { deed: 'change', index: 2, set }], [url, { deed: 'nonsense' }]]);
  assert.deepEqual(answers.map(([status, said]) => [status, said.done]), answers.map(() => [200, false]));
  for (const i of [0, 1, 2]) assert.match(answers[i][1].said, /a whole number from 1 on/);
  assert.match(answers[3][1].said, /a line is a whole number/);
  for (const i of [4, 5, 6]) assert.match(answers[i][1].said, /not in the game any more/);
  assert.match(answers[7][1].said, /no deed nonsense/);
}));

test('a page that is closed while it holds a game lets it go on', () => watching(async (page, game) => {
  await page.getByRole('button', { name: 'Hold the game' }).click();
  await page.locator('.live .pill.held').waitFor();
  await page.context().close();
  await pause(4500);
  const first = frameByTool(game);
  await pause(500);
  assert.ok(frameByTool(game) > first, 'the game stands still');
}));

test('a page that goes elsewhere leaves its game at once', () => watching(async (page) => {
  const other = await page.context().newPage(); // of the same studio
  await other.goto(page.url());
  await other.locator('.cm-content').waitFor();
  const hold = ['api/games/1', { deed: 'hold' }];
  assert.deepEqual((await asks(other, [hold])).map(([status]) => status), [200]);
  await page.goto('about:blank');
  await other.waitForFunction(async ([url, body]) => (await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).status === 404, hold);
  page.faults = page.faults.filter((one) => !/404/.test(one));
}));

test('a game that another viewer holds stays held when a page leaves it', () => watching(async (page, game) => {
  const other = spawn(ishi, ['live', `household-${game.pid}`, '--hold'], { stdio: ['pipe', 'ignore', 'inherit'] });
  try {
    await page.locator('.live .pill.held').waitFor();
    await page.getByRole('button', { name: 'Leave' }).click();
    await pause(4500);
    const held = frameByTool(game);
    await pause(500);
    assert.equal(frameByTool(game), held);
  } finally {
    const gone = new Promise((resolve) => other.once('exit', resolve));
    other.kill();
    await gone;
  }
}));
