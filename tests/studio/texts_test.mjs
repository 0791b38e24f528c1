// The text of a project on the page, in a real browser: what an editor can be asked, in one file and over several, and a text that is
// wrong from the beginning. scripts/studio --test runs it; ISHI and the other settings: browser.mjs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeFinds, clickWord, close, example, linkTo, open, paste, placeOf, textOf, typeAtEnd, view, writeLine } from './browser.mjs';

async function openGuard() {
  const page = await open();
  await example(page, 'guard');
  await page.getByText('Nothing is wrong.').waitFor();
  return page;
}
const file = (page) => page.locator('header').getByLabel('File');
const line = (page, text) => page.locator('.editor .cm-line', { hasText: text });
const cursorLine = (page, text) => page.locator('.editor .cm-activeLine', { hasText: text });

test('what is typed in one file holds when another one is shown, and for what includes it', async () => {
  const page = await openGuard();
  await file(page).selectOption('game.ishi.yaml');
  await writeLine(page, 'hp:       {', 'hp: { type: number, range: 0..100, default: 8 }');
  await file(page).selectOption('guard.ishi.yaml');
  await page.getByLabel('threat', { exact: true }).selectOption('someone');
  await page.locator('.options .picked', { hasText: 'flee' }).waitFor();
  assert.equal(await page.getByLabel('hp', { exact: true }).inputValue(), '8');
  // A fault there is said here, and leads there.
  await file(page).selectOption('game.ishi.yaml');
  await writeLine(page, 'hp: { type', 'hp: { type: number, range: 0..100, defalt: 8 }');
  await page.locator('.problems .error').first().waitFor();
  await file(page).selectOption('guard.ishi.yaml');
  await page.locator('.problems .error', { hasText: 'game.ishi.yaml:' }).getByRole('button').first().click();
  await cursorLine(page, 'defalt: 8').waitFor();
  assert.equal(await file(page).inputValue(), 'game.ishi.yaml');
  // And can be undone, though other files were looked at.
  await page.keyboard.press('Control+z');
  await line(page, 'default: 8').waitFor();
  await file(page).selectOption('guard.ishi.yaml');
  await page.getByText('Nothing is wrong.').waitFor();
  await close(page);
});

test('a name that is renamed is another one in each file', async () => {
  const page = await openGuard();
  await clickWord(page, 'when: ammo < 12', 'ammo');
  await page.keyboard.press('F2');
  await page.locator('.cm-lsp-rename-panel input').fill('rounds');
  await page.keyboard.press('Enter');
  await line(page, 'when: rounds < 12').waitFor();
  assert.doesNotMatch(await textOf(page), /\bammo\b/);
  await page.getByText('Nothing is wrong.').waitFor();
  await page.getByLabel('rounds', { exact: true }).waitFor();
  await file(page).selectOption('game.ishi.yaml');
  await line(page, 'rounds:').first().waitFor();
  assert.doesNotMatch(await textOf(page), /\bammo\b/);
  // A name that cannot be is refused with a sentence.
  await clickWord(page, 'rounds:', 'rounds');
  await page.keyboard.press('F2');
  await page.locator('.cm-lsp-rename-panel input').fill('hp');
  await page.keyboard.press('Enter');
  await page.locator('.cm-lsp-message-error', { hasText: 'Not renamed: ' }).waitFor();
  await close(page);
});

test('F12 goes to what a name means, in another file, too, and Shift+F12 lists where it stands', async () => {
  const page = await openGuard();
  await clickWord(page, 'survival: { weight: 1.4, curve: panic }', 'panic');
  await page.keyboard.press('F12');
  await cursorLine(page, 'panic: { logistic:').waitFor();
  await clickWord(page, 'when: ammo < 12', 'ammo');
  await page.keyboard.press('F12');
  await cursorLine(page, 'rounds in the magazine').waitFor();
  assert.equal(await file(page).inputValue(), 'game.ishi.yaml');
  await page.keyboard.press('Shift+F12');
  const found = page.getByRole('listbox', { name: 'Reference list' });
  await found.getByRole('option').nth(9).waitFor();
  await found.locator('.cm-lsp-reference-file:text-is("guard.ishi.yaml") ~ [role=option]', { hasText: 'when: ammo < 12' }).first().click();
  await cursorLine(page, 'when: ammo < 12').waitFor();
  assert.equal(await file(page).inputValue(), 'guard.ishi.yaml');
  await close(page);
});

test('what a name means is said below the pointer, and what may stand somewhere is offered', async () => {
  const page = await openGuard();
  const { x, y } = await placeOf(page, 'when: ammo < 12', 'ammo');
  await page.mouse.move(x - 2, y);
  await page.mouse.move(x, y);
  await page.locator('.cm-lsp-hover-tooltip', { hasText: 'rounds in the magazine' }).waitFor();
  await page.mouse.move(5, 5);
  await line(page, 'score: 0.05').click();
  await page.keyboard.press('End');
  await page.keyboard.insertText(' * fati');
  await page.keyboard.press('Control+Space');
  await page.locator('.cm-tooltip-autocomplete li', { hasText: 'fatigue' }).first().click();
  await line(page, 'score: 0.05 * fatigue').waitFor();
  await page.getByText('Nothing is wrong.').waitFor();
  await close(page);
});

test('Enter below a name goes on deeper, and else where the line before begins', async () => {
  const page = await openGuard();
  await paste(page, 'ishi: 1\n');
  await page.keyboard.press('Control+End');
  const lines = [['tasks:'], ['nap: {}'], ['Backspace', 'actions: # what it does'], ['rest:'], ['score: 0.5'], ['do:'], ['- nap'], ['- repeat:'], ['do: nap']];
  for (const keys of lines) {
    for (const key of keys) await (key === 'Backspace' ? page.keyboard.press(key) : page.keyboard.insertText(key));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
  }
  assert.equal((await textOf(page)).trimEnd(),
    'ishi: 1\ntasks:\n  nap: {}\nactions: # what it does\n  rest:\n    score: 0.5\n    do:\n      - nap\n      - repeat:\n          do: nap');
  await close(page);
});

test('behind a long line the first columns are seen again', async () => {
  const page = await openGuard();
  const isMoved = (wanted) => page.waitForFunction((one) => (document.querySelector('.editor .cm-scroller').scrollLeft > 0) === one, wanted);
  await line(page, 'score: 0.05').click();
  await page.keyboard.press('End');
  await page.keyboard.insertText(` # ${'long '.repeat(60)}`);
  await isMoved(true);
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('# short');
  await isMoved(false);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('End');
  await isMoved(true);
  await page.keyboard.press('Home');
  await isMoved(false);
  await close(page);
});

test('the layout is mended by keys', async () => {
  const page = await openGuard();
  await paste(page, 'ishi: 1\nvalues: {   a:   1}\n');
  await line(page, 'a:   1').waitFor();
  await page.keyboard.press('Shift+Alt+F');
  await line(page, 'values: { a: 1 }').waitFor();
  await close(page);
});

test('below what is wrong stands what it has to do with, and what helps', async () => {
  const page = await openGuard();
  await typeAtEnd(page, '\nvalues:\n  twice: 1\n  twice: 2\n');
  const fault = page.locator('.problems .error', { hasText: 'twice is defined twice here' });
  await fault.getByText('→ delete one of the two').waitFor();
  assert.deepEqual(await axeFinds(page), []);
  await fault.getByRole('button', { name: 'first defined here' }).click();
  await cursorLine(page, 'twice: 1').waitFor();
  await close(page);
});

test('a text that is wrong from the beginning is said to be, in each view, and is there once it is mended', async () => {
  for (const text of ['ishi: 1\nagents: { a: { actions: [b] } }\n', 'ishi: 1\nagents: [\n', '{{{{\n']) {
    const page = await open({ hash: linkTo('guard', { 'guard.ishi.yaml': text }) });
    await page.locator('.problems .error').first().waitFor();
    await page.getByText('The text has errors').waitFor();
    assert.equal(await page.getByText('This file has no agent').count(), 0, text);
    await view(page, 'A run');
    await page.locator('.run').getByText('The text has errors').first().waitFor();
    assert.equal(await page.getByText('There is nobody to play').count(), 0, text);
    await view(page, 'Tests');
    await page.getByText('The text has errors; its tests run again').waitFor();
    await paste(page, 'ishi: 1\nactions: { b: { score: 0.5 } }\nagents: { a: { actions: [b] } }\ntests: { 何もない: { agent: a, expect: { picks: b } } }\n');
    await page.getByText('1 of 1 tests pass.').waitFor();
    await page.getByText('何もない').first().waitFor();
    await view(page, 'A moment');
    await page.locator('.options .picked', { hasText: 'b' }).waitFor();
    await close(page);
  }
});

test('of another file nothing is shown that was of the one before', async () => {
  const page = await openGuard();
  await view(page, 'Tests');
  await page.getByText(/^(\d+) of \1 tests pass\.$/).waitFor();
  await file(page).selectOption('game.ishi.yaml');
  await page.getByText('There are no tests yet in this file.').waitFor();
  // It leads to where somebody decides.
  await page.getByRole('button', { name: 'guard.ishi.yaml', exact: true }).waitFor();
  assert.deepEqual(await axeFinds(page), []);
  await view(page, 'A run');
  await page.getByText('There is nobody to play in this file').waitFor();
  await page.getByRole('button', { name: 'soldier.ishi.yaml', exact: true }).click();
  await page.locator('.strips .stretch').first().waitFor();
  await file(page).selectOption('game.ishi.yaml');
  await view(page, 'A moment');
  await page.getByText('This file has no agent').waitFor();
  await page.getByRole('button', { name: 'guard.ishi.yaml', exact: true }).click();
  await page.locator('.options .picked', { hasText: 'patrol' }).waitFor();
  await file(page).selectOption('game.ishi.yaml');
  await view(page, 'Tests');
  await paste(page, 'ishi: 1\nblackboard: [\n');
  await page.getByText('The text has errors; its tests run again').waitFor();
  assert.equal(await page.locator('.tests li').count(), 0);
  await view(page, 'A moment');
  assert.equal(await page.locator('.options li').count(), 0);
  await close(page);
});

test('an example that was changed is left without a question, and has its changes when one comes back', async () => {
  const page = await openGuard();
  await typeAtEnd(page, '\n# mine\n');
  let asked = 0;
  page.on('dialog', (dialog) => {
    ++asked;
    void dialog.dismiss();
  });
  await page.getByLabel('Example', { exact: true }).selectOption('watch');
  await file(page).locator('option', { hasText: 'watch' }).first().waitFor({ state: 'attached' });
  await page.getByLabel('Example', { exact: true }).selectOption('guard');
  await file(page).locator('option', { hasText: 'guard' }).first().waitFor({ state: 'attached' });
  assert.match(await textOf(page), /# mine/);
  assert.equal(asked, 0);
  await close(page);
});

test('a file that is dropped on the editor leaves its text as it is', async () => {
  const page = await openGuard();
  const before = await textOf(page);
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['this is no recording'], 'notes.txt'));
    return transfer;
  });
  await page.dispatchEvent('.editor .cm-content', 'drop', { dataTransfer });
  await page.getByRole('alert').filter({ hasText: 'this is no recording of Ishi' }).waitFor();
  assert.equal(await textOf(page), before);
  await close(page);
});

test('Escape and then Tab leave the editor', async () => {
  const page = await openGuard();
  await page.locator('.editor .cm-content').focus();
  const hasFocus = () => page.evaluate(() => document.activeElement?.closest('.editor') !== null);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  assert.equal(await hasFocus(), false);
  await close(page);
});
