// Edits by picture in the page, in a real browser.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { axeFinds, close, example, inStudio, linkTo, open, textOf, typeAtEnd, view } from './browser.mjs';

const kText = `ishi: 1
tasks: { aim: {}, fire: {}, stroll: {} }
needs: { fear: { rise: 0.1/s } }
curves:
  panic: { points: [[0, 0], [0.5, 0.25], [1, 1]] }
importance:
  bold: { fear: 0.5 }
actions:
  # It shoots.
  shoot:
    gains: { fear: +0.5 }  # a little
    do:
      - aim      # wind-up
      - fire
      - wait: 0.3s
  rest: { score: 0.2, do: [stroll] }
agents:
  guard:
    importance: bold
    actions: [shoot, rest]
    states:
      calm: { to: { wild: needs.fear > 0.5 } }
      wild: { to: { calm: elapsed > 3s } }
      lost: {}
`;

const part = (page, kind, name) => page.locator(`.picture [data-kind="${kind}"][data-name="${name}"]`);
const panel = (page) => page.locator('.edit-part');
const button = (page, name) => panel(page).getByRole('button', { name, exact: true });
async function openText(text = kText, options = {}) {
  const page = await open({ hash: linkTo('guard', { 'guard.ishi.yaml': text }), options });
  await view(page, 'Map');
  await part(page, 'action', 'shoot').waitFor();
  return page;
}
async function choose(page, kind, name) {
  await part(page, kind, name).click();
  await page.locator(`.edit-part[aria-label="Edit ${kind} ${name}"]`).waitFor();
}
// All text once it is this one.
async function expectText(page, text) {
  let read = await textOf(page);
  for (let i = 0; i < 100 && read !== text; ++i) {
    await page.waitForTimeout(50);
    read = await textOf(page);
  }
  assert.equal(read, text);
}
async function undo(page) {
  await page.locator('.editor .cm-content').focus();
  await page.keyboard.press('Control+z');
}
// An edit, what comes of it, and that one undo takes all of it back.
async function makes(page, work, text) {
  const rows = await page.locator('.edit-part').allInnerTexts();
  await work();
  await expectText(page, text);
  await undo(page);
  await expectText(page, kText);
  // What is edited is shown as before, where it is shown still.
  await page.waitForFunction((before) => (document.querySelector('.edit-part')?.innerText ?? before) === before, rows[0] ?? '');
}

test('an action is renamed, duplicated, moved and removed in the map; each is the smallest edit and one undo', async () => {
  const page = await openText();
  await choose(page, 'action', 'shoot');
  await makes(page, async () => {
    await panel(page).getByLabel('Name', { exact: true }).fill('shoot_at');
    await page.keyboard.press('Enter');
  }, kText.replace('  shoot:', '  shoot_at:').replace('[shoot, rest]', '[shoot_at, rest]'));
  // The field asks once, though it is left while the name is on its way.
  await choose(page, 'action', 'rest');
  await panel(page).getByLabel('Name', { exact: true }).evaluate((field) => {
    field.value = 'doze';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    field.focus();
    field.blur();
  });
  await part(page, 'action', 'doze').waitFor();
  await page.waitForTimeout(500);
  assert.equal(await page.locator('.behaviour-map .refusal').count(), 0);
  await undo(page);
  await expectText(page, kText);
  await choose(page, 'action', 'rest');
  await makes(page, () => button(page, 'Copy rest').click(), kText.replace('  rest: { score: 0.2, do: [stroll] }\n', (all) => all + all.replace('rest', 'rest_2')).replace('[shoot, rest]', '[shoot, rest, rest_2]'));
  await choose(page, 'action', 'rest');
  await makes(page, () => button(page, 'Move rest up').click(), kText.replace('[shoot, rest]', '[rest, shoot]'));
  await choose(page, 'action', 'rest');
  await makes(page, () => button(page, 'Remove rest').click(), kText.replace('  rest: { score: 0.2, do: [stroll] }\n', '').replace('[shoot, rest]', '[shoot]'));
  await close(page);
});

test('steps are added, duplicated, moved and removed, and keep their comments', async () => {
  const page = await openText();
  await choose(page, 'action', 'shoot');
  await makes(page, () => button(page, 'Move aim down').click(), kText.replace('      - aim      # wind-up\n      - fire\n', '      - fire\n      - aim      # wind-up\n'));
  await makes(page, () => button(page, 'Add a step behind fire').click(), kText.replace('      - fire\n', '      - fire\n      - wait: 1s\n'));
  await makes(page, () => button(page, 'Copy fire').click(), kText.replace('      - fire\n', '      - fire\n      - fire\n'));
  await makes(page, () => button(page, 'Remove fire').click(), kText.replace('      - fire\n', ''));
  await close(page);
});

test('a transition is drawn from a state to another one, and its condition is typed', async () => {
  const page = await openText();
  const from = await part(page, 'state', 'lost').boundingBox(), to = await part(page, 'state', 'calm').boundingBox();
  await page.mouse.move(from.x + 20, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + 30, to.y + 10, { steps: 5 });
  await page.mouse.up();
  const drawn = kText.replace('lost: {}', 'lost: { to: { calm: elapsed > 5s } }');
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Condition of the transition to calm');
  await page.keyboard.insertText('needs.fear < 0.1');
  await page.keyboard.press('Enter');
  await expectText(page, drawn.replace('elapsed > 5s', 'needs.fear < 0.1'));
  await undo(page);
  await expectText(page, drawn);
  await undo(page);
  await expectText(page, kText);
  // By keys: a state, the one that it turns to, and when.
  await part(page, 'state', 'lost').focus();
  await page.keyboard.press('e');
  await button(page, 'Remove calm').waitFor({ state: 'detached' }); // the transition that was undone is known to be gone
  await panel(page).getByLabel('State that it turns to').selectOption('wild');
  await panel(page).getByLabel('Condition of the new transition').fill('needs.fear > 0.9');
  await makes(page, () => button(page, 'Draw the transition').click(), kText.replace('lost: {}', 'lost: { to: { wild: needs.fear > 0.9 } }'));
  await close(page);
});

test('a number is typed: by Enter, by a digit, by a double click; Escape leaves it', async () => {
  const page = await openText();
  await choose(page, 'action', 'rest');
  const number = panel(page).getByLabel('rest score'), field = page.locator('input[aria-label="rest score"]');
  await makes(page, async () => {
    await number.press('Enter');
    await field.fill('0.35');
    await field.press('Enter');
  }, kText.replace('rest: { score: 0.2', 'rest: { score: 0.35'));
  assert.equal(await page.locator('.behaviour-map .refusal').count(), 0);
  await makes(page, async () => {
    await number.press('4');
    await field.press('Tab');
  }, kText.replace('rest: { score: 0.2', 'rest: { score: 4'));
  await number.dblclick();
  await field.fill('7');
  await field.press('Escape');
  assert.equal(await number.innerText(), '0.2');
  await field.waitFor({ state: 'detached' });
  await expectText(page, kText);
  await close(page);
});

test('a name that is typed while a number of before comes into the text stays', async () => {
  const page = await openText();
  await choose(page, 'action', 'rest');
  await panel(page).getByLabel('rest score').press('Enter');
  await page.locator('input[aria-label="rest score"]').fill('0.35');
  await page.locator('input[aria-label="rest score"]').press('Enter');
  await panel(page).getByLabel('Name', { exact: true }).fill('doze');
  await page.waitForTimeout(1000); // the parts of the new text are known
  await page.keyboard.press('Enter');
  await expectText(page, kText.replace('rest: { score: 0.2', 'doze: { score: 0.35').replace('[shoot, rest]', '[shoot, doze]'));
  await close(page);
});

test('an action and a state are added to the agent, and can be named at once', async () => {
  const page = await openText();
  await makes(page, () => page.getByRole('button', { name: 'Add an action' }).click(), kText.replace('do: [stroll] }\n', 'do: [stroll] }\n  new_action: { score: 0.1 }\n').replace('[shoot, rest]', '[shoot, rest, new_action]'));
  await page.getByRole('button', { name: 'Add a state' }).click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Name' && document.activeElement.value === 'new_state');
  await page.keyboard.insertText('asleep');
  await page.keyboard.press('Enter');
  await expectText(page, kText.replace('      lost: {}\n', '      lost: {}\n      asleep: {}\n'));
  await part(page, 'state', 'asleep').waitFor();
  await close(page);
});

test('what would not compile is refused with the reason, and the text stays', async () => {
  const page = await openText();
  await choose(page, 'action', 'rest');
  await panel(page).getByLabel('Name', { exact: true }).fill('休む');
  await page.keyboard.press('Enter');
  await page.locator('.behaviour-map .refusal', { hasText: 'Not done: 休む is no name' }).waitFor();
  await choose(page, 'state', 'calm');
  await panel(page).getByLabel('Condition of the transition to wild').fill('nobody_knows > 1');
  await page.keyboard.press('Enter');
  await page.locator('.behaviour-map .refusal', { hasText: 'would not compile any more' }).waitFor();
  assert.equal(await panel(page).getByLabel('Condition of the transition to wild').inputValue(), 'needs.fear > 0.5');
  await expectText(page, kText);
  await close(page);
});

test('what is switched off for a try is not chosen, is marked, and is in no text', async () => {
  const page = await openText();
  await choose(page, 'action', 'rest');
  await view(page, 'A moment');
  await page.locator('.options .picked', { hasText: 'rest' }).waitFor();
  await view(page, 'Map');
  await choose(page, 'action', 'rest');
  await button(page, 'Switch off rest').click();
  await page.locator('.note.off', { hasText: 'action rest' }).waitFor();
  await page.locator('.picture .off[data-name="rest"]').waitFor();
  await view(page, 'A moment');
  await page.locator('.options .out', { hasText: 'rest' }).waitFor();
  await expectText(page, kText);
  await page.locator('.note.off button').click();
  await page.locator('.options .picked', { hasText: 'rest' }).waitFor();
  assert.equal(await page.locator('.note.off').count(), 0);
  await close(page);
});

test('a number is dragged: the text and the decision follow, and all of it is one undo', async () => {
  const page = await openText();
  await choose(page, 'action', 'rest');
  const drag = panel(page).getByRole('slider', { name: 'rest score' });
  const box = await drag.boundingBox();
  await page.mouse.move(box.x + 8, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 8 + 30, box.y + 8, { steps: 6 });
  await page.locator('.picture .shown', { hasText: '0.3' }).waitFor();
  await page.mouse.move(box.x + 8 + 60, box.y + 8, { steps: 6 });
  await page.mouse.up();
  await expectText(page, kText.replace('score: 0.2', 'score: 0.4'));
  await undo(page);
  await expectText(page, kText);
  // By keys.
  await drag.focus();
  for (let i = 0; i < 3; ++i) await page.keyboard.press('ArrowRight');
  await page.waitForTimeout(600);
  await expectText(page, kText.replace('score: 0.2', 'score: 0.23'));
  await undo(page);
  await expectText(page, kText);
  await close(page);
});

test('in a moment gains, weights and curve points are dragged, and text and scores follow', async () => {
  const text = kText.replace('fear: { rise: 0.1/s }', 'fear: { level: 0.5, curve: panic }');
  const page = await openText(text);
  await view(page, 'A moment');
  const drags = async (name, work, made) => {
    const handle = page.getByRole('slider', { name, exact: true });
    await handle.waitFor();
    const before = await page.locator('.options').innerText();
    await work(handle);
    await expectText(page, made);
    assert.notEqual(await page.locator('.options').innerText(), before);
    await undo(page);
    await expectText(page, text);
    await page.waitForFunction((before) => document.querySelector('.options').innerText === before, before);
  };
  const byMouse = (right, up = 0) => async (handle) => {
    await handle.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await handle.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + right, y + height / 2 - up, { steps: 8 });
    await page.mouse.up();
  };
  await drags('fear of shoot', byMouse(60), text.replace('+0.5 }', '+0.7 }'));
  // A key right after an undo begins at the value that the undo has brought back.
  const gain = page.getByRole('slider', { name: 'fear of shoot', exact: true }), scores = await page.locator('.options').innerText();
  await byMouse(60)(gain);
  await expectText(page, text.replace('+0.5 }', '+0.7 }'));
  await undo(page);
  await gain.press('ArrowRight');
  await expectText(page, text.replace('+0.5 }', '+0.51 }'));
  await page.waitForFunction(() => document.querySelector('.drag.is-held') === null);
  await undo(page);
  await expectText(page, text);
  await page.waitForFunction((scores) => document.querySelector('.options').innerText === scores, scores);
  await drags('fear for bold', byMouse(-30), text.replace('bold: { fear: 0.5 }', 'bold: { fear: 0.4 }'));
  await drags('Point 2 of panic', async (handle) => {
    await handle.focus();
    for (let i = 0; i < 5; ++i) await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await page.waitForTimeout(600);
  }, text.replace('[0.5, 0.25]', '[0.49, 0.3]'));
  // With the mouse: the point lands near where it is let go.
  await byMouse(0, 30)(page.getByRole('slider', { name: 'Point 2 of panic', exact: true }));
  await page.waitForFunction(() => /\[0\.5, 0\.[4-9]\d*\]/.test(document.querySelector('.editor .cm-content').textContent) && document.querySelector('.curve .is-held') === null);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/moment.png` });
  assert.deepEqual(await axeFinds(page), []);
  await undo(page);
  await expectText(page, text);
  await close(page);
});

test('an edit while somebody types loses nothing: it is made of the text that has come', async () => {
  const page = await openText();
  await choose(page, 'action', 'shoot');
  // The answer to an edit is held back; meanwhile a line is typed.
  const typed = '# 書いている\n';
  await page.evaluate(() => {
    const button = document.querySelector('.edit-part [aria-label="Move aim down"]');
    button.click();
  });
  await typeAtEnd(page, typed);
  await expectText(page, kText.replace('      - aim      # wind-up\n      - fire\n', '      - fire\n      - aim      # wind-up\n') + typed);
  await close(page);
});

test('an edit while the disk changes is of the text of the disk, and Save writes no try', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-picture-')), file = path.join(folder, 'guard.ishi.yaml');
  fs.writeFileSync(file, kText.replaceAll('\n', '\r\n'));
  await inStudio(folder, async (url, hash) => {
    const page = await open({ url, hash });
    await view(page, 'Map');
    await choose(page, 'action', 'rest');
    await button(page, 'Switch off rest').click();
    await page.locator('.note.off').waitFor();
    const changed = kText.replace('# It shoots.', '# It shoots at once.');
    fs.writeFileSync(file, changed.replaceAll('\n', '\r\n'));
    await button(page, 'Copy rest').click();
    const copied = (text) => text.replace('  rest: { score: 0.2, do: [stroll] }\n', (all) => all + all.replace('rest', 'rest_2')).replace('[shoot, rest]', '[shoot, rest, rest_2]');
    // Whichever came first: either the edit is of the new text, or both texts are shown and nothing is lost.
    await page.waitForFunction(() => document.querySelector('.editor .cm-content').textContent.includes('rest_2'));
    await page.waitForTimeout(2500);
    if ((await page.getByText('Somebody else has changed').count()) + (await page.locator('.conflict').count()) === 0) {
      await expectText(page, copied(changed));
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('guard.ishi.yaml is saved.').waitFor();
      assert.equal(fs.readFileSync(file, 'utf8'), copied(changed).replaceAll('\n', '\r\n'));
    } else {
      await expectText(page, copied(kText));
      assert.equal(fs.readFileSync(file, 'utf8'), changed.replaceAll('\n', '\r\n'));
    }
    await close(page);
  });
  fs.rmSync(folder, { recursive: true });
});

test('axe finds nothing where a part is edited, light or dark', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await openText(kText, { colorScheme });
    await choose(page, 'action', 'shoot');
    await button(page, 'Switch off fire').click();
    await page.locator('.note.off').waitFor();
    assert.deepEqual(await axeFinds(page), []);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/edit_${colorScheme}.png` });
    await choose(page, 'state', 'calm');
    assert.deepEqual(await axeFinds(page), []);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/state_${colorScheme}.png` });
    await close(page);
  }
});
