// The page in a real browser, as page_test.mjs: moments, sweeps and runs as they are shown, odd texts, the keyboard, and a project of `ishi studio`.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { axeFinds, chromium, clickWord, close, example, inStudio, ishi, isInView, kChromium, linkTo, open, paste, playground, sources, typeAtEnd, view } from './browser.mjs';

test('a moment shows what its test gives, how terms make scores, curves with their points, and profiles side by side', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.getByLabel('Situation of').selectOption('a coward runs at the half of its health');
  await page.locator('.options .picked', { hasText: 'flee' }).waitFor();
  assert.equal(await page.getByLabel('hp', { exact: true }).inputValue(), '50');
  await page.getByRole('list', { name: 'Terms of flee' }).getByText('survival').waitFor();
  await page.getByRole('img', { name: 'The curve panic gives 0.769 at 0.7' }).waitFor();
  // What flips is said below the slider, and a click goes there.
  await page.locator('.flips-of button', { hasText: 'shoot' }).first().click();
  await page.locator('.options .picked', { hasText: 'shoot' }).waitFor();
  await page.getByRole('button', { name: 'Compare profiles' }).click();
  const row = page.locator('.profiles tbody tr', { hasText: 'flee' });
  await row.locator('td').nth(3).waitFor();
  assert.equal(await page.locator('.profiles thead th').count(), 4);
  assert.equal(await page.locator('.profiles td.picked').count(), 4);
  await page.getByRole('button', { name: 'aggressive', exact: true }).click();
  await page.locator('.moment h2 strong', { hasText: 'shoot' }).waitFor();
  await close(page);
});

const kScores = `ishi: 1
blackboard: { near: { type: number, range: 0..1 }, safe: { type: number, range: 0..1, default: 0.9 } }
needs: { fear: { level: 0.5 } }
actions:
  flank: { considerations: { spot: safe, near: near }, weight: 0.4 }
  rest: { considerations: { spot: safe, near: near }, combine: COMBINE }
  run: { gains: { fear: +0.6 }, weight: 2 }
  idle: { score: 0.1 }
agents: { a: { actions: [flank, rest, run, idle], select: { minimum: 0.05 } }, b: { actions: [idle] } }
tests: { one: { agent: a, expect: { picks: run } } }
`;
// Without the numbers of the text that stand beside them, to be dragged.
const termsOf = (page, action) => page.getByRole('list', { name: `Terms of ${action}` }).locator('li').evaluateAll((all) => all.map((one) => {
  const dragged = [...one.querySelectorAll('.drag')].map((drag) => drag.innerText);
  return dragged.reduce((text, number) => text.replace(number, ' '), one.innerText).replace(/\s+/g, ' ');
}));

test('a product is a chain of factors, the smallest first, with the reason why it does not compete', async () => {
  const page = await open();
  await example(page, 'guard');
  await paste(page, kScores.replace('COMBINE', 'mean'));
  await page.locator('.options .picked', { hasText: 'run' }).waitFor();
  await page.getByRole('list', { name: 'Terms of flank' }).waitFor();
  assert.deepEqual(await termsOf(page, 'flank'), ['near × 0', 'weight × 0.4', 'spot × 0.9']);
  const flank = page.locator('.options > li', { hasText: 'flank' });
  await flank.getByText('the score is their product').waitFor();
  await flank.getByText('not above the minimum of 0.05, so it does not compete').waitFor();
  assert.deepEqual(await termsOf(page, 'rest'), ['spot 0.9', 'near 0']);
  await page.locator('.options > li', { hasText: 'rest' }).getByText('the score is their mean').waitFor();
  assert.deepEqual(await termsOf(page, 'run'), ['fear +0.3', 'weight × 2']);
  // What the terminal prints of each way to combine them stands below them.
  for (const [combine, words] of [['compensated', 'compensated'], ['geometric', 'geometric mean'], ['min', 'the least of them'], ['max', 'the greatest of them'], ['sum', 'their sum']]) {
    await paste(page, kScores.replace('COMBINE', combine));
    await page.locator('.options > li', { hasText: 'rest' }).getByText(words).waitFor();
    const terms = await termsOf(page, 'rest');
    assert.deepEqual(terms.map((one) => /[×+]/.exec(one)?.[0]), ['min', 'max'].includes(combine) ? [undefined, undefined] : combine === 'sum' ? ['+'] : ['×', '×'], `${combine}: ${terms}`);
  }
  await close(page);
});

test('another agent has no situation of a test of the one before', async () => {
  const page = await open();
  await example(page, 'guard');
  await paste(page, `${kScores.replace('COMBINE', 'mean')}  other: { agent: b, expect: { picks: idle } }\n`.replace('tests: { one: { agent: a, expect: { picks: run } } }\n', 'tests:\n  one: { agent: a, expect: { picks: run } }\n'));
  const situation = page.getByLabel('Situation of');
  await situation.selectOption('one');
  await page.getByLabel('Agent').selectOption('b');
  await page.locator('.options .picked', { hasText: 'idle' }).waitFor();
  assert.equal(await situation.inputValue(), '');
  assert.equal(await situation.evaluate((one) => one.selectedOptions[0]?.text), 'no test');
  await page.getByLabel('Agent').selectOption('a');
  await page.waitForFunction(() => [...document.querySelectorAll('select')].some((one) => one.value === 'one'));
  await close(page);
});

test('the same test is not written twice', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.getByLabel('threat', { exact: true }).selectOption('someone');
  await page.getByLabel('hp', { exact: true }).fill('10');
  await page.locator('.options .picked', { hasText: 'flee' }).waitFor();
  const make = page.locator('.moment').getByRole('button', { name: 'Make it a test' });
  await make.click();
  await page.getByText('The test stands in the text.').waitFor();
  await page.getByText('Nothing is wrong.').waitFor();
  await make.click();
  await page.getByText('It stands in the text already: guard picks flee.').waitFor();
  await page.locator('.cm-activeLine', { hasText: 'guard picks flee:' }).waitFor();
  await close(page);
});

test('a renaming that is refused is said over the text, and gone when one goes on', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.getByText('Nothing is wrong.').waitFor();
  await clickWord(page, 'when: ammo < 12', 'ammo');
  const top = () => page.locator('.editor .cm-scroller').evaluate((one) => one.getBoundingClientRect().top);
  const before = await top();
  await page.keyboard.press('F2');
  await page.locator('.cm-lsp-rename-panel input').fill('hp');
  await page.keyboard.press('Enter');
  await page.locator('.cm-lsp-message').waitFor();
  assert.equal(await top(), before);
  await page.locator('.editor .cm-content').focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('.cm-lsp-message').waitFor({ state: 'detached' });
  await close(page);
});

test('keys go on where a button was that is gone', async () => {
  const page = await open();
  const focused = () => page.evaluate(() => document.activeElement === document.body ? 'nothing' : document.activeElement.closest('.cm-editor') ? 'the text' : document.activeElement.textContent.trim());
  await page.getByRole('button', { name: 'Open Guard' }).click();
  await page.locator('.options li').first().waitFor();
  assert.equal(await focused(), 'A moment');
  await page.getByText('Nothing is wrong.').waitFor();
  await typeAtEnd(page, '\nvalues: { armed: amo > 0 }\n');
  await page.locator('.problems .fix').first().click();
  await page.locator('.problems', { hasText: 'amo' }).waitFor({ state: 'detached' });
  assert.equal(await focused(), 'the text');
  // A mark that is gone once one has gone there, and a button that is disabled.
  await page.getByLabel('threat', { exact: true }).selectOption('someone');
  await page.locator('.flips-of button').first().click();
  await page.waitForTimeout(1800);
  assert.notEqual(await focused(), 'nothing');
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.waitForTimeout(500);
  assert.notEqual(await focused(), 'nothing');
  await close(page);
});

test('times of a run stand on one line each, and a day has an axis and a clock', async () => {
  const page = await open();
  await example(page, 'guard');
  await view(page, 'A run');
  await page.locator('.run .choices select').selectOption('agent guard');
  await page.locator('.run .choices input[type=number]').fill('30');
  await page.getByLabel('Time').fill('20');
  await page.locator('.events .time').first().waitFor();
  const heights = await page.locator('.events .time').evaluateAll((all) => all.map((one) => one.getClientRects().length));
  assert.deepEqual(new Set(heights), new Set([1]));
  await paste(page, kScores.replace('COMBINE', 'mean').replace('expect: { picks: run }', 'run: 3h, expect: { picks: run }'));
  await page.locator('.run .choices select').selectOption('test one');
  await page.locator('.ticks span span').nth(3).waitFor();
  const ticks = await page.locator('.ticks > span span').allInnerTexts();
  assert.ok(ticks.length >= 4 && ticks.length <= 9 && ticks.includes('1:30 h'), ticks.join());
  await page.getByLabel('Time').fill('10800');
  assert.match(await page.locator('.clock').innerText(), /^(2:59:59|3:00:00)\.\d\d/);
  await close(page);
});

test('a sweep over two keys is a map with the point of now', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.getByLabel('threat', { exact: true }).selectOption('someone');
  await page.getByRole('button', { name: 'Sweep hp' }).click();
  await page.locator('.views h2', { hasText: 'Along hp' }).getByLabel('and').selectOption('ammo');
  await page.getByRole('img', { name: /over hp and ammo by coward/ }).waitFor();
  assert.equal(await page.locator('.map').count(), 4);
  assert.equal(await page.locator('.map .point').count(), 4);
  await close(page);
});

test('a sweep goes over words, too, and two keys make a map in whatever order they are chosen', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.getByRole('button', { name: 'Sweep threat' }).click();
  await page.locator('.sweep .stretch', { hasText: 'patrol' }).first().waitFor();
  await page.locator('.sweep .stretch', { hasText: 'shoot' }).first().waitFor();
  assert.deepEqual(await page.locator('.sweep.ends .words span').allInnerTexts(), ['nothing', 'someone']);
  const second = page.locator('.views h2', { hasText: 'Along threat' }).getByLabel('and');
  await second.selectOption('hp');
  await page.getByRole('img', { name: /over hp and threat by coward/ }).waitFor();
  const hasPoints = async () => assert.equal(await page.locator('.map .point').count(), await page.locator('.map').count());
  await hasPoints();
  // The one with fewer values first: its place is upwards all the same.
  await page.getByLabel('threat', { exact: true }).selectOption('someone');
  await page.getByRole('button', { name: 'Sweep ammo' }).click();
  await page.locator('.views h2', { hasText: 'Along ammo' }).getByLabel('and').selectOption('hp');
  await page.getByRole('img', { name: /over hp and ammo by coward/ }).waitFor();
  await hasPoints();
  // Two that have words.
  await page.getByRole('button', { name: 'Sweep in_cover' }).click();
  await page.locator('.views h2', { hasText: 'Along in_cover' }).getByLabel('and').selectOption('threat');
  await page.getByRole('img', { name: /over in_cover and threat by/ }).waitFor();
  const titles = await page.locator('.map').first().locator('rect title').allTextContents();
  assert.deepEqual(titles, ['patrol: in_cover false to true, threat nothing', 'shoot: in_cover false to true, threat someone']);
  await close(page);
});

test('a moment says whose importance a test gives, and another one can be chosen in its place', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.getByLabel('Situation of').selectOption('a coward runs at the half of its health');
  await page.locator('.options .picked', { hasText: 'flee' }).waitFor();
  assert.equal(await page.getByLabel('Profile').inputValue(), 'coward');
  await page.getByLabel('Profile').selectOption('soldier');
  await page.locator('.options .picked', { hasText: 'shoot' }).waitFor();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.locator('.options .picked', { hasText: 'flee' }).waitFor();
  assert.equal(await page.getByLabel('Profile').inputValue(), 'coward');
  await close(page);
});

test('whom a test gives can be chosen again after somebody else', async () => {
  const page = await open();
  await example(page, 'guard');
  await paste(page, `ishi: 1
things: { person: {} }
blackboard: { threat: person }
actions: { flee: { when: threat.known, score: 1 }, idle: { score: 0.1 } }
agents: { a: { actions: [flee, idle] } }
tests: { one: { agent: a, world: { thug: { is: person, position: [0, 0, 3] } }, given: { threat: thug }, expect: { picks: flee } } }
`);
  await page.getByLabel('Situation of').selectOption('one');
  await page.locator('.options .picked', { hasText: 'flee' }).waitFor();
  const threat = page.getByLabel('threat', { exact: true });
  assert.equal(await threat.inputValue(), 'thug');
  await threat.selectOption('nothing');
  await page.locator('.options .picked', { hasText: 'idle' }).waitFor();
  await threat.selectOption('thug');
  await page.locator('.options .picked', { hasText: 'flee' }).waitFor();
  await close(page);
});

test('in a run a click goes to a decision and says why, and another one makes it a test', async () => {
  const page = await open();
  await example(page, 'guard');
  await view(page, 'A run');
  await page.locator('.run .choices select').selectOption('test a shot that was begun is finished, though the wound is deep');
  const flight = page.locator('.strips .stretch[title^=flee]').first();
  await flight.waitFor();
  const { x, y, width, height } = await flight.boundingBox();
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.locator('.why .options .picked', { hasText: 'flee' }).waitFor();
  await page.locator('.why').getByRole('button', { name: 'Make it a test' }).click();
  await page.getByText('The test stands in the text.').waitFor();
  await isInView(page, '  guard picks flee at');
  // It stays said, though the run is asked for once more, of the text with the test.
  await page.locator('.run .choices option', { hasText: 'guard picks flee at' }).waitFor({ state: 'attached' });
  await page.waitForTimeout(400);
  assert.equal(await page.getByText('The test stands in the text.').count(), 1);
  await view(page, 'Tests');
  await page.locator('.tests li', { hasText: 'guard picks flee at' }).first().waitFor();
  await page.getByText(/^(\d+) of \1 tests pass\.$/).waitFor();
  await close(page);
});

// Two dogs in a yard, one of which barks at the other for three seconds.
const kYard = {
  'agent.ishi.yaml': `ishi: 1
include: [game.ishi.yaml]
actions:
  bark: { when: stranger.known, score: 0.8, do: [bark] }
  NAME: { score: 0.1, do: [stand] }
agents:
  dog: { actions: [bark, NAME] }
scenes:
  yard:
    agents:
      WHO: { agent: dog, self: { position: [0, 0, 0] }, given: { stranger: tom } }
      tom: { agent: dog, self: { position: [4, 0, 0] } }
    at: { 3s: { set: { WHO.stranger: nothing } } }
`,
  'game.ishi.yaml': 'ishi: 1\nblackboard: { stranger: entity, hp: { type: number, range: 0..100 }, KEY: { type: number, range: 0..1 } }\ntasks: { stand: { takes: 2s }, bark: { takes: 1s } }\n',
};
async function openYard(action, dog, key) {
  const files = Object.entries(kYard).map(([path, text]) => [path, text.replaceAll('NAME', action).replaceAll('WHO', dog).replaceAll('KEY', key)]);
  const page = await open({ hash: linkTo('new-empty', Object.fromEntries(files)) });
  await view(page, 'A run');
  await page.locator('.strips .stretch').first().waitFor();
  return page;
}

test('a score is drawn up to where an action is none of the options any more', async () => {
  const page = await openYard('rest', 'rex', 'age');
  const scores = page.locator('.lines', { hasText: 'Scores' });
  const shade = await scores.locator('li', { hasText: 'bark' }).locator('.key line').evaluate((line) => getComputedStyle(line).stroke);
  // The columns of the plot, from 0 to 1, that hold its colour.
  const drawn = await scores.locator('canvas').evaluate((canvas, shade) => {
    const [red, green, blue] = shade.match(/\d+/g).map(Number), { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const columns = [];
    for (let i = 0; i < data.length; i += 4) {
      if (Math.abs(data[i] - red) + Math.abs(data[i + 1] - green) + Math.abs(data[i + 2] - blue) < 12 && data[i + 3] > 200) columns.push(((i / 4) % canvas.width) / canvas.width);
    }
    return [Math.min(...columns), Math.max(...columns)];
  }, shade);
  assert.ok(drawn[0] < 0.02 && Math.abs(drawn[1] - 0.3) < 0.02, `from 0 s to 3 s of 10: ${drawn}`);
  await close(page);
});

test('very long names are cut or wrapped, and stand over nothing', async () => {
  const key = 'how_long_ago_the_dog_had_something_to_eat_that_it_liked_at_all';
  const page = await openYard('stand_still_and_watch_the_gate_until_somebody_comes_who_is_bad', 'rex_the_very_old_and_very_tired_guard_dog_of_the_northern_yard', key);
  await page.getByRole('button', { name: 'tom', exact: true }).click(); // who does what has a long name
  await page.locator('.why .options .picked').waitFor();
  for (const name of ['A run', 'A moment']) {
    await view(page, name);
    await page.locator('.options .picked').first().waitFor();
    assert.deepEqual(await page.locator('#view').evaluate((one) => [...one.querySelectorAll('h2, h3, li, p, td, th')].filter((part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflow === 'visible' && getComputedStyle(part).display !== 'inline')
      .map((part) => part.innerText)), [], name);
    assert.ok(await page.locator('#view').evaluate((one) => one.scrollWidth <= one.clientWidth), name);
  }
  await page.getByRole('button', { name: 'Sweep hp' }).click();
  await page.locator('.views h2', { hasText: 'Along hp' }).getByLabel('and').selectOption(key);
  await page.locator('.upwards', { hasText: key }).waitFor();
  assert.ok(await page.locator('.maps figure').evaluate((one) => one.querySelector('.upwards').getBoundingClientRect().height <= one.querySelector('.map').getBoundingClientRect().height + 1));
  await close(page);
});

test('members that are chosen among are shown with their scores', async () => {
  const page = await open();
  await example(page, 'weapons');
  await page.getByText('A test gives it somebody').waitFor();
  await page.getByLabel('Situation of').selectOption({ index: 1 });
  await page.getByRole('list', { name: 'Members for weapon, the best first' }).locator('.picked').waitFor();
  await close(page);
});

test('hostile text holds nothing up, and what it says is text', async () => {
  const page = await open();
  await example(page, 'guard');
  for (const hostile of ['[[[[['.repeat(2000), '\u0000\u202e', 'a: &a [*a, *a]\n'.repeat(50), '"<img src=x onerror=alert(1)>": {}\n', 'actions: { <script>alert(1)</script>: {} }\n']) {
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(`ishi: 1\n${hostile}`);
    await page.locator('.problems .error').first().waitFor();
    assert.equal(await page.locator('.problems img, .problems script, .cm-tooltip img').count(), 0);
  }
  await close(page);
});

test('everything can be reached by the keyboard', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.locator('.options li').first().waitFor();
  const seen = new Set();
  await page.getByLabel('threat', { exact: true }).selectOption('someone');
  await page.getByRole('tab', { name: 'A moment' }).focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.getByRole('tab', { name: 'Map' }).getAttribute('aria-selected'), 'true');
  await page.keyboard.press('ArrowLeft');
  for (let i = 0; i < 40; ++i) {
    await page.keyboard.press('Tab');
    seen.add(await page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent?.trim()));
  }
  for (const wanted of ['key-hp', 'key-ammo', 'key-threat', 'Make it a test', 'Compare profiles', '↔']) assert.ok(seen.has(wanted), wanted);
  await close(page);
});

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing, in ${colorScheme}`, async () => {
    const page = await open({ options: { colorScheme } });
    await page.locator('.card img').first().waitFor();
    assert.deepEqual(await axeFinds(page), [], 'the gallery');
    await example(page, 'guard');
    await page.getByLabel('Profile').selectOption('coward');
    await page.getByLabel('threat', { exact: true }).selectOption('someone');
    await page.getByRole('button', { name: 'Compare profiles' }).click();
    await page.getByRole('button', { name: 'Sweep hp' }).click();
    await page.locator('.views h2', { hasText: 'Along hp' }).getByLabel('and').selectOption('ammo');
    await page.locator('.profiles td').first().waitFor();
    await page.locator('.map').first().waitFor();
    for (const [name, shown] of [['A moment', '.options li'], ['A run', '.strips .stretch'], ['Tests', '.tests li']]) {
      await view(page, name);
      await page.locator(shown).first().waitFor();
      assert.deepEqual(await axeFinds(page), [], name);
    }
    await typeAtEnd(page, '\ncurves: { wrong: {} }\n');
    await page.locator('.problems .error').first().waitFor();
    assert.deepEqual(await axeFinds(page), [], 'with problems');
    await close(page);
  });
}

test('the studio opens a project, saves it, and shows both versions where the disk has changed', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-page-'));
  const file = path.join(folder, 'guard.ishi.yaml');
  for (const name of ['ishi.yaml', 'guard.ishi.yaml', 'game.ishi.yaml']) fs.copyFileSync(path.join(sources, 'examples/guard', name), path.join(folder, name));
  await inStudio(folder, async (origin, hash) => {
    const page = await open({ url: origin, hash });
    assert.ok(!page.url().includes('token'), 'the secret leaves the address');
    // The gallery, with the pictures that the tool holds, in a page of its own.
    const [gallery] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('link', { name: 'Examples' }).click()]);
    await gallery.locator('.card img').first().waitFor();
    for (const picture of await gallery.locator('.card img').all()) {
      await picture.scrollIntoViewIfNeeded();
      assert.ok(await picture.evaluate((image) => image.decode().then(() => image.naturalWidth > 0, () => false)), await picture.getAttribute('src'));
    }
    await gallery.getByRole('button', { name: 'Open Guard' }).click();
    await gallery.locator('.options li').first().waitFor();
    await gallery.close();
    await page.locator('header').getByLabel('File').selectOption('guard.ishi.yaml');
    await page.locator('.options li').first().waitFor();
    await typeAtEnd(page, '\n# mine\n');
    await page.keyboard.press('Control+s');
    await page.getByText('guard.ishi.yaml is saved.').waitFor();
    assert.match(fs.readFileSync(file, 'utf8'), /# mine\n$/);
    // It is said as long as it is so.
    await typeAtEnd(page, ' ');
    await page.getByText('guard.ishi.yaml is saved.').waitFor({ state: 'detached' });
    await page.keyboard.press('Backspace');
    await page.getByText('guard.ishi.yaml is saved.').waitFor();
    // Changed there alone: taken over.
    fs.appendFileSync(file, '# theirs\n');
    await page.locator('.cm-line', { hasText: '# theirs' }).waitFor();
    // Changed here and there: both are shown, nothing is lost.
    await typeAtEnd(page, '# mine again\n');
    fs.appendFileSync(file, '# theirs again\n');
    await page.getByRole('alert').filter({ hasText: 'Somebody else' }).waitFor();
    assert.deepEqual(await axeFinds(page), [], 'with two versions');
    await page.emulateMedia({ colorScheme: 'dark' });
    const gutters = await page.locator('.text .cm-gutters').evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    assert.ok(gutters.length === 3 && new Set(gutters).size === 1, `all dark: ${gutters}`);
    assert.deepEqual(await axeFinds(page), [], 'with two versions, dark');
    await page.emulateMedia({ colorScheme: null });
    await page.getByLabel('The text on the disk').getByText('# theirs again').waitFor();
    await page.getByLabel('Your text').getByText('# mine again').waitFor();
    await page.locator('.text > .editor .cm-content').click();
    await page.keyboard.press('Control+s');
    await page.getByText('guard.ishi.yaml is not saved').waitFor();
    assert.match(fs.readFileSync(file, 'utf8'), /# theirs again\n$/);
    await page.getByRole('button', { name: 'Write mine over it' }).click();
    await page.getByText('guard.ishi.yaml is saved.').waitFor();
    assert.match(fs.readFileSync(file, 'utf8'), /# mine again\n$/);
    // A name of another site that points here: nothing is answered.
    const { port } = new URL(origin);
    const rebound = await chromium.launch({ ...kChromium, args: [...kChromium.args, '--host-resolver-rules=MAP evil.test 127.0.0.1'] });
    const evil = await rebound.newPage();
    const answer = await evil.goto(`http://evil.test:${port}/`);
    assert.equal(answer.status(), 403);
    assert.equal((await evil.goto(`http://evil.test:${port}/api/files`)).status(), 403);
    // A page of another site that asks by the right name gets no answer, either.
    await evil.goto(playground.address);
    const got = await evil.evaluate((target) => fetch(`${target}api/files`, { credentials: 'include' }).then((one) => one.status, (error) => error.message), origin);
    assert.notEqual(got, 200);
    await rebound.close();
    page.faults = page.faults.filter((one) => !one.includes('409')); // the refusal to write over what was changed
    await close(page);
  });
  fs.rmSync(folder, { recursive: true });
});
