// The page's promises to those who work with it, one test for each, in a real browser.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { clickWord, close, example, inStudio, linkTo, open, placeOf, sources, typeAtEnd, view } from './browser.mjs';

const kFold = 800; // points: the height of the page
async function openRun(page, name, run = '') {
  await example(page, name);
  await view(page, 'A run');
  if (run !== '') await page.locator('.run .choices select').first().selectOption({ label: run });
  await page.locator('.strips .stretch').first().waitFor();
}
const clock = (page) => page.locator('.clock').innerText();
const activeLine = (page) => page.locator('.editor .cm-activeLine').innerText();

// --- The gallery

test('Open lands on a situation in which somebody has something to choose', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Open Watch' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.options .bar').length > 2);
  assert.ok(await page.locator('.options > li:not(.out)').count() >= 2);
  assert.notEqual(await page.locator('.moment .long select').inputValue(), '');
  await close(page);
});

test('Play shows what the picture promises, and a long run at a speed at which one can watch it', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Play Watch' }).click();
  await page.locator('.strips .stretch').first().waitFor();
  assert.equal(await page.locator('.strips button.name').count(), 5);
  await page.waitForFunction(() => parseFloat(document.querySelector('.clock').textContent) > 0.3);
  await page.getByRole('button', { name: 'Examples', exact: true }).click();
  await page.getByRole('button', { name: 'Play Household' }).click();
  await page.waitForFunction(() => Number(document.querySelector('[aria-label="Speed"]')?.value) >= 20, null, { timeout: 60_000 });
  await close(page);
});

test('edits go on after a reload: the gallery offers them', async () => {
  const page = await open();
  await example(page, 'guard');
  await typeAtEnd(page, '\n# mine\n');
  await page.waitForTimeout(500); // it is kept once one pauses
  await page.goto(page.url().split('#')[0]);
  await page.getByRole('button', { name: 'Examples', exact: true }).click();
  await page.getByRole('button', { name: 'Continue your edits of Guard' }).click();
  await page.getByText(/^Your changes of .* are here again/).waitFor();
  await close(page);
});

// --- A run

test('the reasons stand beside the ground, above the fold, first in sentences', async () => {
  const page = await open();
  await openRun(page, 'squad', 'under covering fire one goes round from rock to rock');
  await page.getByLabel('Time').fill('4');
  const reasons = page.getByRole('list', { name: 'Reasons' });
  await reasons.locator('li').first().waitFor();
  const ground = await page.locator('.ground').boundingBox(), why = await reasons.boundingBox();
  assert.ok(why.x > ground.x + ground.width - 1 && why.y < ground.y + ground.height, 'beside the ground');
  assert.ok(why.y + 40 < kFold, 'above the fold');
  assert.match(await reasons.innerText(), /^[A-Za-z].*\./);
  assert.ok(!(await reasons.innerText()).includes('`'));
  await close(page);
});

test('the reasons follow while it plays', async () => {
  const page = await open();
  await openRun(page, 'watch');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForFunction(() => parseFloat(/at ([\d.]+)s/.exec(document.querySelector('.why h2')?.textContent ?? '')?.[1] ?? 0) > 0.3);
  assert.equal(await page.getByRole('button', { name: 'Pause' }).count(), 1);
  await close(page);
});

test('the transport stays where it is while the view is scrolled', async () => {
  const page = await open();
  await openRun(page, 'watch');
  await page.locator('#view').evaluate((view) => view.scrollTo(0, 1e6));
  const box = await page.getByRole('button', { name: 'Play', exact: true }).boundingBox();
  assert.ok(box.y > 40 && box.y < 200, `at ${box.y}`);
  await close(page);
});

test('a click on a stretch of a track goes to that agent, that time and its reason', async () => {
  const page = await open();
  await openRun(page, 'watch');
  const track = page.locator('.sweep', { has: page.getByRole('button', { name: 'eve', exact: true }) }).locator('.strip');
  const { width } = await track.boundingBox();
  await track.click({ position: { x: width / 2, y: 10 } });
  await page.locator('.why h2', { hasText: 'listen' }).waitFor();
  assert.ok(Math.abs(parseFloat(await clock(page)) - 5) < 0.1);
  assert.match(await page.locator('.who').innerText(), /^eve/);
  await close(page);
});

test('Space plays and arrow keys step, wherever in the view the keys are', async () => {
  const page = await open();
  await openRun(page, 'watch');
  await page.getByLabel('Time').fill('5');
  for (const where of [page.locator('.ground canvas'), page.locator('#view')]) {
    await where.focus();
    const before = parseFloat(await clock(page));
    for (let i = 0; i < 6; ++i) await page.keyboard.press('ArrowRight');
    await page.waitForFunction((least) => parseFloat(document.querySelector('.clock').textContent) > least, before + 0.05);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  }
  // A button that was clicked does not take the keys of the run; in the text they write.
  await page.getByRole('button', { name: 'bob', exact: true }).click();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.locator('.cm-content').click();
  await page.keyboard.press('Space');
  assert.equal(await page.getByRole('button', { name: 'Pause' }).count(), 1);
  await close(page);
});

test('the wheel over the ground scrolls the page', async () => {
  const page = await open();
  await openRun(page, 'watch');
  const { x, y, width, height } = await page.locator('.ground canvas').boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.wheel(0, 300);
  await page.waitForFunction(() => document.getElementById('view').scrollTop > 100);
  assert.equal(await page.getByRole('button', { name: 'Whole' }).isDisabled(), true);
  await close(page);
});

test('buttons of the ground lie on none of its labels', async () => {
  const page = await open();
  await openRun(page, 'watch');
  const tools = await page.locator('.ground .tools').boundingBox(), canvas = await page.locator('.ground canvas').boundingBox();
  assert.ok(tools.y + tools.height <= canvas.y + 0.5);
  await close(page);
});

// --- A moment

test('options, terms and curves lead to their text, and the text to its option', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.getByLabel('threat', { exact: true }).selectOption('someone');
  await page.locator('.options .picked', { hasText: 'shoot' }).waitFor();
  await page.getByRole('button', { name: 'flee', exact: true }).click();
  await page.waitForFunction(() => /^\s*flee:/.test(document.querySelector('.cm-activeLine')?.textContent ?? ''));
  await page.locator('.options .at-cursor', { hasText: 'flee' }).waitFor();
  await page.locator('.options .picked .terms button.name', { hasText: 'aggression' }).click();
  await page.waitForFunction(() => /aggression: \+0\.8/.test(document.querySelector('.cm-activeLine')?.textContent ?? ''));
  await clickWord(page, 'reload_weapon]', 'reload_weapon');
  await page.locator('.options .at-cursor', { hasText: 'reload' }).waitFor();
  await close(page);
});

test('a value can be typed', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.getByLabel('threat', { exact: true }).selectOption('someone');
  await page.getByLabel('hp as a number').fill('12.5');
  await page.keyboard.press('Enter');
  await page.locator('.options .picked', { hasText: 'flee' }).waitFor();
  assert.equal(await page.getByLabel('hp', { exact: true }).inputValue(), '12.5');
  // Out of its range it is the nearest that there is.
  await page.getByLabel('hp as a number').fill('5000');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.getElementById('key-hp').value === '100');
  await close(page);
});

test('only profiles that weigh something of an agent are offered for it', async () => {
  const page = await open({ hash: linkTo('guard', { 'guard.ishi.yaml': 'ishi: 1\nneeds: { hunger: { rise: 0.1/s }, rage: { level: 0.5 } }\nimportance: { greedy: { hunger: 2 }, wild: { rage: 2 } }\n' +
    'actions: { eat: { gains: { hunger: 1 }, during: { hunger: -1/s } }, bite: { gains: { rage: 1 } } }\nagents: { cow: { actions: [eat] }, wolf: { actions: [bite, eat] } }\n' }) });
  const profiles = () => page.getByLabel('Profile').locator('option').allInnerTexts();
  await page.locator('.options li').first().waitFor();
  assert.deepEqual(await profiles(), ['none', 'greedy']);
  await page.locator('.moment .choices select').first().selectOption('wolf');
  assert.deepEqual(await profiles(), ['none', 'greedy', 'wild']);
  await close(page);
});

// --- Layout and words

test('tests that fail come first, and their tab counts them', async () => {
  const page = await open({ hash: linkTo('guard', { 'guard.ishi.yaml': 'ishi: 1\nactions: { a: { score: 1 } }\nagents: { g: { actions: [a] } }\ntests:\n  right: { agent: g, expect: { picks: a } }\n  wrong: { agent: g, expect: { picks: nothing } }\n' }) });
  const tab = page.getByRole('tab', { name: 'Tests' });
  await tab.locator('.failing').waitFor({ timeout: 10_000 }); // though nobody looks at them
  assert.match(await tab.innerText(), /1/);
  await tab.click();
  assert.match(await page.locator('.tests li').first().innerText(), /wrong/);
  assert.match(await page.locator('.tests p[role="status"]').innerText(), /1 of 2 tests pass, 1 fails/);
  await close(page);
});

test('the title of the page names the file, and what is changed is marked', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.waitForFunction(() => document.title === 'guard.ishi.yaml – Ishi');
  await typeAtEnd(page, '\n# mine\n');
  await page.waitForFunction(() => document.title === '● guard.ishi.yaml – Ishi');
  assert.match(await page.locator('header label option:checked').innerText(), /^● guard/);
  await close(page);
});

test('the halves are as wide as one wants, by dragging and by keys, and stay so', async () => {
  const page = await open();
  await example(page, 'guard');
  const between = page.getByRole('separator', { name: 'Width of the text' }), widthOf = async () => (await page.locator('.text').boundingBox()).width;
  const before = await widthOf(), { x, y, height } = await between.boundingBox();
  await page.mouse.move(x + 3, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 203, y + height / 2, { steps: 4 });
  await page.mouse.up();
  assert.ok(Math.abs((await widthOf()) - before - 200) < 20);
  await between.focus();
  await page.keyboard.press('ArrowLeft');
  const after = await widthOf();
  assert.ok(after < before + 190);
  await page.reload();
  await page.locator('.cm-content').waitFor();
  assert.ok(Math.abs((await widthOf()) - after) < 2);
  await page.getByRole('separator', { name: 'Width of the text' }).focus();
  await page.keyboard.press('Enter');
  assert.ok(Math.abs((await widthOf()) - before) < 2);
  await close(page);
});

test('a half-typed line moves nothing else on the page', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.locator('.options li').first().waitFor();
  await page.locator('.inputs .flips-of').first().waitFor(); // the last of what is computed
  const placesOf = () => page.evaluate(() => ['.options', '.inputs', '.editor', '.problems'].map((one) => JSON.stringify(document.querySelector(one).getBoundingClientRect())));
  const before = await placesOf();
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('\nacti');
  await page.locator('.problems .error').first().waitFor();
  await page.getByText('The text has errors; below is what was decided before.').waitFor();
  assert.deepEqual(await placesOf(), before);
  await close(page);
});

test('boxes over the text stay in their half', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.locator('.options li').first().waitFor();
  const { x, y } = await placeOf(page, 'when: threat.known and ammo > 0', 'ammo');
  await page.mouse.move(x - 2, y);
  await page.mouse.move(x, y);
  const box = page.locator('.cm-lsp-hover-tooltip').first();
  await box.waitFor();
  const half = await page.locator('.text').boundingBox(), { x: left, width } = await box.boundingBox();
  assert.ok(left >= half.x - 1 && left + width <= half.x + half.width + 1, `${left} to ${left + width} in ${half.width}`);
  await close(page);
});

test('nothing is said with backticks, and nothing in the names of C++', async () => {
  const page = await open();
  await openRun(page, 'watch');
  await page.locator('.why .reasons li').first().waitFor();
  const said = async () => (await page.locator('.views').innerText()) + (await page.locator('.problems').innerText());
  const isClean = async (where) => {
    const text = await said();
    assert.ok(!text.includes('`') && !text.includes('::'), `${where}: ${/.{0,40}(`|::).{0,40}/.exec(text)?.[0]}`);
  };
  await isClean('a run');
  for (const name of ['A moment', 'A recording', 'Tests']) {
    await view(page, name);
    await page.waitForTimeout(400);
    await isClean(name);
  }
  await typeAtEnd(page, '\nactoins: {}\nactions2: { a: { scroe: `1 } }\n');
  await page.locator('.problems .error').first().waitFor();
  assert.ok(await page.locator('.problems .said code').count() > 0);
  await close(page);
});

test('of two versions of a file, parts of the disk\'s are taken over one by one', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-parts-')), file = path.join(folder, 'guard.ishi.yaml');
  const text = fs.readFileSync(path.join(sources, 'examples/smallest/smallest.ishi.yaml'), 'utf8');
  const lines = (first, last) => `# ${first}\n${text}# ${last}\n`;
  fs.writeFileSync(path.join(folder, 'ishi.yaml'), '');
  fs.writeFileSync(file, lines('first', 'last'));
  await inStudio(folder, async (origin, hash) => {
    const page = await open({ url: origin, hash });
    await typeAtEnd(page, '# mine\n');
    fs.writeFileSync(file, lines('first of theirs', 'last of theirs'));
    const conflict = page.getByRole('region', { name: 'Two versions' });
    await conflict.getByRole('button', { name: 'Take this part of the disk’s text' }).first().click();
    // A part that was taken is in the text below; words that are typed there, or in the conflict, stay.
    await page.locator('.editor .cm-line', { hasText: '# first of theirs' }).waitFor();
    await page.locator('.editor .cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('# typed below\n');
    await conflict.getByRole('textbox', { name: 'Your text' }).click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('# typed above\n');
    await conflict.getByRole('button', { name: 'Write mine over it' }).click();
    await conflict.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save', disabled: true }).waitFor(); // it is written
    const now = fs.readFileSync(file, 'utf8');
    assert.ok(now.startsWith('# typed above\n# first of theirs\n') && now.endsWith('# last\n# mine\n# typed below\n'), now);
    await close(page);
  });
  fs.rmSync(folder, { recursive: true });
});

for (const [width, height] of [[360, 740], [640, 400], [1920, 1080]]) {
  test(`each view is of use at ${width} points`, async () => {
    const page = await open({ options: { viewport: { width, height } } });
    await example(page, 'watch');
    for (const [name, shown] of [['A moment', '.options li'], ['Map', '.picture svg'], ['A run', '.strips .stretch'], ['Tests', '.tests li']]) {
      await view(page, name);
      await page.locator(shown).first().waitFor();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} is wider than the page`);
      const { width: wide } = await page.locator('#view').boundingBox();
      assert.ok(wide >= Math.min(340, width - 20), `${name}: ${wide}`);
    }
    await close(page);
  });
}
