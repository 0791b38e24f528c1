// The map of an agent in the page, in a real browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeFinds, clickWord, close, example, linkOf, linkTo, open, paste, view, writeLine } from './browser.mjs';

const part = (page, kind, name) => page.locator(`.picture [data-kind="${kind}"][data-name="${name}"]`);
const parts = (page) => page.locator('.picture [data-part]');
const hasClass = (page, kind, name, wanted) => page.locator(`.picture [data-kind="${kind}"][data-name="${name}"].${wanted}`).waitFor();
async function openMap(page, name) {
  await example(page, name);
  await view(page, 'Map');
  await page.locator('.picture svg').waitFor();
}
const lineOfCursor = (page) => page.locator('.editor .cm-activeLine').innerText();
// An agent with so many actions, and a need for each.
const large = (count) => ['ishi: 1', 'needs:',
  ...Array.from({ length: count }, (_, i) => `  n${i}: { rise: 0.1/s }`), 'actions:',
  ...Array.from({ length: count }, (_, i) => `  a${i}: { gains: { n${(i * 7) % count}: 0.${(i % 9) + 1} } }`), 'agents:',
  `  crowd: { actions: [${Array.from({ length: count }, (_, i) => `a${i}`).join(', ')}] }`, ''].join('\n');

test('a part of the map leads to its text, and the entry of the cursor is marked in the map', async () => {
  const page = await open();
  await openMap(page, 'watch');
  await part(page, 'action', 'pursue').click();
  await page.waitForFunction(() => /^\s*pursue:/.test(document.querySelector('.editor .cm-activeLine')?.textContent ?? ''));
  await hasClass(page, 'action', 'pursue', 'here');
  // The other way: a line within an entry, and a name where it is used.
  await clickWord(page, 'gains: { tired: 0.6 }', 'gains');
  await hasClass(page, 'action', 'coffee', 'here');
  assert.equal(await page.locator('.picture .here').count(), 1);
  await clickWord(page, 'gains: { tired: 0.6 }', 'tired');
  await hasClass(page, 'need', 'tired', 'here');
  await close(page);
});

test('over a moment the map shows what is scored and what is chosen', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.getByLabel('threat', { exact: true }).selectOption('someone');
  await page.locator('.options .picked', { hasText: 'shoot' }).waitFor();
  const score = await page.locator('.options .picked > .score').innerText();
  await view(page, 'Map');
  await hasClass(page, 'action', 'shoot', 'picked');
  assert.equal(await part(page, 'action', 'shoot').locator('.shown').textContent(), score);
  assert.ok(await page.locator('.picture .lit').count() > 0);
  await view(page, 'A moment');
  await page.getByLabel('hp', { exact: true }).fill('10');
  await page.locator('.options .picked', { hasText: 'flee' }).waitFor();
  await view(page, 'Map');
  await hasClass(page, 'action', 'flee', 'picked');
  await close(page);
});

test('over a run the map shows how often what was done, and what is done at the time that is looked at', async () => {
  const page = await open();
  await example(page, 'watch');
  await view(page, 'A run');
  await page.locator('.strips .stretch').first().waitFor();
  await page.getByRole('button', { name: 'eve', exact: true }).click();
  await view(page, 'Map');
  assert.equal(await page.getByLabel('Show over it').inputValue(), 'run');
  await page.waitForFunction(() => document.querySelector('.behaviour-map .choices select').value === 'captain');
  await hasClass(page, 'action', 'listen', 'now');
  assert.match(await part(page, 'action', 'listen').textContent(), /\d+×, \d+ %/);
  // The map counts an action as often as the run says that it was chosen.
  const times = Number(/(\d+)×/.exec(await part(page, 'action', 'listen').textContent())[1]);
  await page.getByLabel('Show over it').selectOption('text');
  await page.waitForFunction(() => !document.querySelector('.picture').shadowRoot.querySelector('.dot'));
  await view(page, 'A run');
  await page.locator('.strips .stretch').first().waitFor();
  const row = page.locator('.sweep', { has: page.getByRole('button', { name: 'eve', exact: true }) });
  assert.equal(await row.locator('.stretch[title^="listen,"]').count(), times);
  await close(page);
});

test('over all tests the map shows how often they take each action and transition, and what none takes', async () => {
  const page = await open({ hash: linkTo('guard', { 'guard.ishi.yaml': `ishi: 1
blackboard: { alarm: boolean }
actions:
  rest: { score: 0.2 }
  look: { score: 0.3, when: alarm }
  sing: { score: 0.1 }
agents:
  guard:
    actions: [rest, look, sing]
    states:
      calm: { to: { wild: alarm } }
      wild: { to: { calm: not alarm } }
tests:
  one rests: { agent: guard, expect: { picks: rest } }
  one rests on: { agent: guard, run: 1s, expect: { picks: rest } }
  one looks: { agent: guard, run: 2s, at: { 1s: { set: { alarm: true } } }, expect: { picks: look } }
` }) });
  await view(page, 'Map');
  await page.getByLabel('Show over it').selectOption('tests');
  await page.getByText('How often the 3 tests take').waitFor();
  await page.waitForFunction(() => /3×/.test(document.querySelector('.picture').shadowRoot.querySelector('[data-name="rest"]')?.textContent ?? ''));
  assert.match(await part(page, 'action', 'look').textContent(), /1×/);
  assert.match(await part(page, 'action', 'sing').textContent(), /never/);
  assert.ok((await page.locator('.picture svg').textContent()).includes('alarm (1×)'));
  assert.ok((await page.locator('.picture svg').textContent()).includes('not alarm (0×)'));
  await close(page);
});

test('kinds are folded into one box and come back; only what leads to an action is left; a search marks what it finds', async () => {
  const page = await open();
  await openMap(page, 'watch');
  const whole = await parts(page).count();
  await page.getByRole('button', { name: 'events heard' }).click();
  await page.locator('.picture [data-name="4 events heard"]').waitFor();
  assert.equal(await parts(page).count(), whole - 3);
  await page.locator('.picture [data-name="4 events heard"]').click();
  await page.waitForFunction((whole) => document.querySelector('.picture').shadowRoot.querySelectorAll('[data-part]').length === whole, whole);
  await page.getByLabel('Find').fill('COFF');
  await hasClass(page, 'action', 'coffee', 'found');
  assert.equal(await page.locator('.picture .found').count(), 1);
  await page.getByLabel('Find').fill('');
  await page.getByLabel('Only what leads to').selectOption('coffee');
  await page.waitForFunction((whole) => document.querySelector('.picture').shadowRoot.querySelectorAll('[data-part]').length < whole, whole);
  assert.equal(await part(page, 'action', 'pursue').count(), 0);
  assert.equal(await part(page, 'need', 'tired').count(), 1);
  // A link holds it.
  const hash = await linkOf(page);
  const other = await open({ hash });
  await other.locator('.picture svg').waitFor();
  assert.equal(await part(other, 'action', 'pursue').count(), 0);
  await close(other);
  await close(page);
});

test('the map is walked through by keys: from part to part, to the text, and to what leads to an action', async () => {
  const page = await open();
  await openMap(page, 'watch');
  await part(page, 'action', 'patrol').focus();
  await page.keyboard.press('ArrowUp');
  const inFocus = () => page.evaluate(() => document.querySelector('.picture').shadowRoot.activeElement?.dataset.name ?? '');
  assert.equal(await inFocus(), 'coffee');
  await page.keyboard.press('ArrowLeft');
  assert.notEqual(await inFocus(), 'coffee');
  await part(page, 'action', 'coffee').focus();
  await page.keyboard.press('o');
  await page.waitForFunction(() => document.querySelector('.picture').shadowRoot.querySelector('[data-name="pursue"]') === null);
  assert.equal(await inFocus(), 'coffee');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.classList.contains('cm-content'));
  assert.match(await lineOfCursor(page), /^\s*coffee:/);
  await close(page);
});

test('a text with errors is drawn as far as it can be read, with the errors beside it', async () => {
  const page = await open();
  await openMap(page, 'guard');
  await writeLine(page, 'score: 0.05', 'score: nothing_of_this_name');
  await page.locator('.behaviour-map .note', { hasText: 'The map shows what can be read' }).waitFor();
  assert.match(await page.locator('.behaviour-map .faults').innerText(), /nothing_of_this_name/);
  assert.ok(await part(page, 'action', 'flee').count() === 1);
  await page.locator('.behaviour-map .faults button').first().click();
  assert.match(await lineOfCursor(page), /nothing_of_this_name/);
  // No agent at all is left: the last map stays, and is said to be old.
  await paste(page, 'ishi: 1\nagents: [\n');
  await page.locator('.behaviour-map .note', { hasText: 'This is the map from before them' }).waitFor();
  await page.locator('.scroller.is-old').waitFor();
  await close(page);
});

test('very long names, Japanese ones and markup are drawn as they are', async () => {
  const page = await open();
  const long = 'a_very_long_name_'.repeat(12).slice(0, 200);
  await page.close();
  const text = `ishi: 1\nneeds: { 空腹: { rise: 0.1/s } }\nactions:\n  ${long}: { score: 0.5 }\n  食べる: { gains: { 空腹: 0.5 }, score: 0.2, doc: "<b>&amp;</b>" }\nagents: { 村人: { actions: [${long}, 食べる] } }\n`;
  const named = await open({ hash: linkTo('guard', { 'guard.ishi.yaml': text }) });
  await view(named, 'Map');
  await part(named, 'action', '食べる').waitFor();
  assert.equal(await part(named, 'action', long).count(), 1);
  assert.ok((await part(named, 'action', long).locator('.name').textContent()).length < 60);
  assert.equal(await part(named, 'need', '空腹').count(), 1);
  assert.ok(await named.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await close(named);
});

test('three hundred parts are drawn', async () => {
  const page = await open({ hash: linkTo('guard', { 'guard.ishi.yaml': large(150) }) });
  await view(page, 'Map');
  await page.waitForFunction(() => document.querySelector('.picture')?.shadowRoot?.querySelectorAll('[data-part]').length === 300);
  await close(page);
});

test('axe finds nothing in a map, light or dark', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await open({ options: { colorScheme } });
    await openMap(page, 'guard');
    await hasClass(page, 'action', 'patrol', 'picked');
    assert.deepEqual(await axeFinds(page), []);
    await close(page);
  }
});
