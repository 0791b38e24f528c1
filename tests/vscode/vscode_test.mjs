// The packed extension in a real VS Code: what a designer does with it, and a picture of each in build/vscode_pictures. ISHI: the
// tool; ISHI_VSIX: the packed extension.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test as plain } from 'node:test';
import { Host, sources, until } from './host.mjs';

const options = {
  vsix: process.env.ISHI_VSIX ?? path.join(sources, 'build/ishi.vsix'),
  ishi: process.env.ISHI ?? path.join(sources, 'build/dev/compiler/ishi'),
  pictures: process.env.ISHI_PICTURES ?? path.join(sources, 'build/vscode_pictures'),
};
let host, page;
before(async () => {
  const game = fs.mkdtempSync(path.join(path.dirname(options.pictures), 'game-'));
  try {
    for (const example of ['guard', 'squad', 'watch']) {
      for (const name of fs.readdirSync(path.join(sources, 'examples', example)).filter((one) => one.endsWith('.ishi.yaml'))) {
        fs.mkdirSync(path.join(game, example), { recursive: true });
        fs.copyFileSync(path.join(sources, 'examples', example, name), path.join(game, example, name));
      }
      fs.writeFileSync(path.join(game, example, 'ishi.yaml'), '');
    }
    host = await Host.start(game, options);
  } finally {
    fs.rmSync(game, { recursive: true });
  }
  page = host.page;
});
after(() => host?.stop());

// A failure leaves a picture of what was there.
let failures = 0;
const test = (name, run) => plain(name, async () => {
  try {
    await run();
  } catch (error) {
    await host.picture(`failure-${++failures}`).catch(() => {});
    throw error;
  }
});
const lens = (title) => page.locator('.codelens-decoration a:visible', { hasText: title });

test('the extension starts, and its language server with it', async () => {
  await host.openFile('guard.ishi.yaml');
  await page.locator('.statusbar-item', { hasText: /^Ishi$/ }).waitFor(); // the language
  await host.goToLine(host.lineOf('guard/guard.ishi.yaml', 'a healthy guard shoots'));
  await lens('run').first().waitFor();
  await lens('play').first().waitFor();
  assert.deepEqual(await host.notifications(), []);
  await host.picture('1-started');
});

test('a mistake is underlined while it is typed, and the problems view says what is wrong', async () => {
  await host.goToLine(host.lineOf('guard/guard.ishi.yaml', 'when: ammo < 12'));
  await page.keyboard.press('End');
  await page.keyboard.type(' and amo > 3');
  await page.locator('.squiggly-error').first().waitFor();
  await host.command('Problems: Focus on Problems View');
  await page.locator('.markers-panel .monaco-list-row', { hasText: 'amo' }).first().waitFor();
  await host.picture('2-diagnostics');
});

test('the quick fix of a mistake repairs the text', async () => {
  await host.goToLine(`${host.lineOf('guard/guard.ishi.yaml', 'when: ammo < 12')}:26`); // into the word
  await page.locator('.codicon-light-bulb, .codicon-lightbulb-autofix, [class*=codicon-gutter-lightbulb]').first().waitFor();
  await page.keyboard.press('Control+.');
  await page.locator('.action-widget', { hasText: 'ammo' }).waitFor();
  await host.picture('3-fix');
  await page.keyboard.press('Enter');
  await page.locator('.view-line', { hasText: 'and ammo > 3' }).waitFor();
  await page.keyboard.press('Control+s');
  await until('it is saved', () => /ammo < 12 and ammo > 3/.test(fs.readFileSync(path.join(host.game, 'guard/guard.ishi.yaml'), 'utf8')));
});

test('completion offers names that are in scope', async () => {
  await host.goToLine(host.lineOf('guard/guard.ishi.yaml', 'ammo < 12 and ammo > 3'));
  await page.keyboard.press('End');
  await page.keyboard.type(' and thr');
  const offered = page.locator('.suggest-widget .monaco-list-row', { hasText: 'threat' }).first();
  await until('completion', async () => { // by itself while one types, or when it is asked for
    if (await offered.isVisible()) return true;
    await page.keyboard.press('Control+Space');
    await page.waitForTimeout(1500);
    return offered.isVisible();
  });
  await host.picture('4-completion');
  await page.keyboard.press('Escape');
  for (let i = 0; i < 8; ++i) await page.keyboard.press('Backspace');
});

test('the hover of an action shows its map', async () => {
  await host.openFile('guard.ishi.yaml');
  await host.goToLine(`${host.lineOf('guard/guard.ishi.yaml', '  flee:')}:4`);
  await host.command('Show or Focus Hover');
  const picture = page.locator('.monaco-hover img').first();
  await picture.waitFor();
  await until('it is drawn', () => picture.evaluate((image) => image.complete && image.naturalWidth > 100));
  await host.picture('5-hover');
  await page.keyboard.press('Escape');
});

test('a lens runs its test, and the test explorer lists what came of it', async () => {
  await host.goToLine(host.lineOf('guard/guard.ishi.yaml', 'a healthy guard shoots'));
  await host.command('Testing: Focus on Test Explorer View');
  await page.locator('.test-explorer .monaco-list-row', { hasText: 'guard.ishi.yaml' }).first().locator('.monaco-tl-twistie').click();
  await page.locator('.test-explorer .monaco-list-row', { hasText: 'a healthy guard shoots' }).first().waitFor();
  const passed = page.locator('.test-explorer .codicon-testing-passed-icon').first();
  await until('the test has passed', async () => {
    await lens('run').first().click({ timeout: 2000 }).catch(() => {}); // lenses are drawn anew where the text has changed
    await passed.waitFor({ timeout: 3000 }).catch(() => {});
    return passed.isVisible();
  });
  await host.command('Test: Run All Tests');
  // The condition that was written above makes one of them fail, which says why beside its name.
  const row = (name) => page.locator('.test-explorer .monaco-list-row', { hasText: name });
  await row('nobody shoots an empty gun').locator('.codicon-testing-failed-icon').waitFor();
  await row('a guard always has something to do').locator('.codicon-testing-passed-icon').waitFor();
  await page.locator('.view-line', { hasText: 'nobody shoots an empty gun' }).waitFor();
  await page.getByText('but it picks `patrol`').first().waitFor();
  await host.picture('5-tests');
});

test('the panel explains a test with the values that the test gives, and its sliders can be dragged', async () => {
  await host.goToLine(host.lineOf('guard/guard.ishi.yaml', 'a dying guard flees'));
  await host.command('Ishi: Why? Explain the Test under the Cursor');
  const panel = await host.studio('a dying guard flees');
  const slider = panel.locator('#key-hp'), picked = panel.locator('ol.options > li').first();
  await slider.waitFor();
  assert.equal(await slider.inputValue(), '8');
  await picked.filter({ hasText: 'flee' }).waitFor();
  await host.picture('6-why');
  // What the server said of the tests would lie over the slider.
  await host.command('Notifications: Clear All Notifications');
  await page.locator('.notification-toast').first().waitFor({ state: 'detached' });
  await host.command('Ishi: Why? Explain the Test under the Cursor');
  await slider.scrollIntoViewIfNeeded();
  // From where it is to the right end, in one movement of the mouse with many steps.
  const { x, y, width, height } = await slider.boundingBox();
  await page.mouse.move(x + 0.08 * width, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 0.95 * width, y + height / 2, { steps: 40 });
  await picked.filter({ hasText: 'shoot' }).waitFor(); // while it is held
  await page.mouse.up();
  assert.ok(Number(await slider.inputValue()) > 90, await slider.inputValue());
  await host.picture('7-dragged');
  await panel.getByRole('button', { name: 'Reset' }).click();
  await picked.filter({ hasText: 'flee' }).waitFor();
  assert.equal(await slider.inputValue(), '8');
});

test('the panel follows the cursor, and is as it was after it was hidden', async () => {
  await page.locator('.monaco-editor .view-lines').first().click();
  await host.goToLine(host.lineOf('guard/guard.ishi.yaml', 'nobody shoots an empty gun'));
  await host.studio('nobody shoots an empty gun');
  await host.command('View: Toggle Panel Visibility');
  await host.command('View: Toggle Panel Visibility');
  const panel = await host.studio('nobody shoots an empty gun');
  assert.equal(await panel.locator('#key-ammo').inputValue(), '0');
});

test('what is typed into the text decides anew, and errors are told', async () => {
  const panel = await host.studio('nobody shoots an empty gun');
  await host.goToLine(host.lineOf('guard/guard.ishi.yaml', 'nobody shoots an empty gun') + 2);
  const text = () => page.locator('.monaco-editor .view-line').allInnerTexts().then((lines) => lines.join('\n').replaceAll('\u00a0', ' '));
  await host.goToLine(`${host.lineOf('guard/guard.ishi.yaml', 'when: ammo < 12')}:8`);
  await page.keyboard.type('wh');
  await panel.getByText('The text has errors').first().waitFor();
  await page.keyboard.press('Control+z');
  await until('the word is away', async () => !/whwhen|wwhhen|whwh/.test(await text()));
  await panel.getByText('The text has errors').first().waitFor({ state: 'hidden' });
});

test('play of a moment opens a terminal that steps on from it', async () => {
  await host.openFile('guard.ishi.yaml');
  await host.goToLine(host.lineOf('guard/guard.ishi.yaml', 'a healthy guard shoots'));
  await host.command('Ishi: Play the Test under the Cursor, Step by Step');
  await page.locator('.terminal-wrapper.active').waitFor();
  await page.waitForTimeout(2000); // the terminal is a picture: there is no text to wait for
  await host.picture('9-play');
});

const textOfEditor = () => page.locator('.monaco-editor .view-line').allInnerTexts().then((lines) => lines.join('\n').replaceAll('\u00a0', ' '));
test('the map of the file is drawn beside it, and a box leads to its line', async () => {
  await host.command('View: Toggle Panel Visibility'); // room for the map
  await host.openFile('guard.ishi.yaml');
  await host.command("Ishi: Draw the Map of this File's Agents");
  const map = await host.studio('', 'section.behaviour-map svg [data-part]');
  await host.picture('10-map');
  await map.locator('svg [data-kind=action][data-name=reload]').first().click();
  await until('the cursor is there', async () => /reload/.test(await textOfEditor()));
});

test('an edit below the map changes the text of the editor', async () => {
  const map = await host.studio('', 'section.behaviour-map svg [data-part]');
  await map.locator('svg [data-kind=action][data-name=patrol]').first().click();
  const name = map.getByLabel('Name', { exact: true });
  await map.getByLabel('patrol score').press('Enter');
  await map.locator('input[aria-label="patrol score"]').fill('0.4');
  await map.locator('input[aria-label="patrol score"]').press('Enter');
  await until('the number is in the text', async () => /score: 0\.4/.test(await textOfEditor()));
  await name.fill('stroll');
  await name.press('Enter');
  await until('the name is in the text, and in the list', async () => /reload, stroll\]/.test(await textOfEditor()));
  await map.locator('svg [data-kind=action][data-name=stroll]').first().waitFor();
  assert.equal(await map.locator('.refusal').count(), 0);
  await host.picture('10-map-edited', 'map');
  await name.fill('shoot');
  await name.press('Enter');
  await map.locator('.refusal', { hasText: 'shoot' }).waitFor(); // there is one of that name
  await host.picture('10-map-refused');
  // Two undos, and the text is what it was.
  await map.locator('section.behaviour-map .scroller').click({ position: { x: 4, y: 4 } });
  await page.keyboard.press('Control+z'); // in the page: it is the editor's
  await until('the first is undone', async () => /reload, patrol\]/.test(await textOfEditor()));
  await page.keyboard.press('Control+z'); // the text has the keys by now
  await host.goToLine(host.lineOf('guard/guard.ishi.yaml', 'doc: what a guard does when it needs nothing'));
  await until('the page has the name of now', async () => await name.inputValue() === 'patrol');
  await until('both are undone', async () => /score: 0\.05/.test(await textOfEditor()) && /reload, patrol\]/.test(await textOfEditor()));
});

test('a number that is dragged follows the mouse, and is one undo', async () => {
  const map = await host.studio('', 'section.behaviour-map svg [data-part]');
  await map.getByRole('tab', { name: 'A moment' }).click();
  const number = map.locator('label.number', { hasText: 'inertia' }).locator('.drag');
  await number.waitFor();
  await number.scrollIntoViewIfNeeded();
  const before = await textOfEditor(), { x, y, width, height } = await number.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 40, y + height / 2, { steps: 12 });
  await page.mouse.up();
  await host.picture('10-dragged');
  await page.locator('.editor-group-container .view-lines').first().click();
  await host.goToLine(host.lineOf('guard/guard.ishi.yaml', 'inertia:'));
  await until('the text follows', async () => /inertia: /.test(await textOfEditor()) && (await textOfEditor()) !== before);
  const after = await textOfEditor();
  await page.locator('.editor-group-container .view-lines').first().click();
  await page.keyboard.press('Control+z');
  await until('one undo takes all of it back', async () => {
    const text = await textOfEditor();
    return text !== after && text.includes(/inertia: \S+/.exec(fs.readFileSync(path.join(host.game, 'guard/guard.ishi.yaml'), 'utf8'))[0]);
  });
  await host.command('File: Revert File');
  await host.command('View: Close All Editors');
});

test('a run is watched beside the text: it plays, says why, and its actions lead to the text', async () => {
  await host.openFile('watch.ishi.yaml');
  await host.command('Ishi: Watch a Run of this File');
  const run = await host.studio('', 'section.run canvas');
  await run.getByRole('button', { name: 'Play', exact: true }).click();
  const time = run.locator('input[type=range]').first();
  await until('time goes on', async () => Number(await time.inputValue()) > 1);
  await run.getByRole('button', { name: 'Pause', exact: true }).click();
  await run.locator('.beside h2.who').waitFor();
  await run.locator('.beside ol.options li, .beside .options li').first().waitFor();
  await host.picture('10-run', 'run');
  await run.getByRole('tab', { name: 'Map' }).click();
  await run.locator('section.behaviour-map svg [data-part]').first().waitFor();
  assert.equal(await run.getByRole('combobox', { name: 'Show over it' }).inputValue(), 'run');
  await host.picture('10-run-map');
  await host.command('View: Close All Editors');
});

test('the lens of a test that takes time plays it beside the text', async () => {
  await host.openFile('watch.ishi.yaml');
  const text = fs.readFileSync(path.join(host.game, 'watch/watch.ishi.yaml'), 'utf8').split('\n');
  const at = text.findIndex((line, i) => i > text.indexOf('tests:') && /^ {2}\S.*:/.test(line) && /scene:|run:/.test(`${line}${text[i + 1]}${text[i + 2]}`));
  await host.goToLine(at + 1);
  await host.command('Ishi: Play the Test under the Cursor, Step by Step');
  const run = await host.studio('', 'section.run canvas');
  assert.ok((await run.getByRole('combobox', { name: 'Play' }).inputValue()).startsWith('test '));
  await host.picture('10-run-test');
  await host.command('View: Close All Editors');
});

test('a scene is debugged: a breakpoint is hit, stepped back from, and it goes on', async () => {
  await host.openFile('watch.ishi.yaml');
  await host.goToLine(host.lineOf('watch/watch.ishi.yaml', '- look_round'));
  await page.locator('.monaco-editor .view-lines').first().click({ position: { x: 5, y: 5 } }).catch(() => {});
  await host.goToLine(host.lineOf('watch/watch.ishi.yaml', '- look_round'));
  await host.command('Debug: Toggle Breakpoint');
  await page.locator('.codicon-debug-breakpoint').first().waitFor();
  await host.begin('Ishi: Debug a Scene of this File');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'camp' }).first().click();
  await page.locator('.debug-toolbar').waitFor();
  await host.command('View: Show Run and Debug');
  const stack = page.locator('.debug-call-stack');
  await stack.locator('.monaco-list-row', { hasText: 'ann' }).first().waitFor();
  await host.picture('11-debug-entry');
  await host.command('Debug: Continue');
  await stack.locator('.monaco-list-row', { hasText: 'look_round' }).first().waitFor();
  await page.locator('.debug-variables .monaco-list-row', { hasText: 'Keys' }).first().waitFor();
  await host.picture('12-debug-hit');
  const hit = await stack.innerText();
  await page.locator('.debug-toolbar .codicon-debug-step-back').click();
  await until('it is a step earlier', async () => (await stack.innerText()) !== hit);
  await host.picture('13-debug-back');
  await host.command('Debug: Continue');
  await stack.locator('.monaco-list-row', { hasText: 'look_round' }).first().waitFor();
});

// A key of whoever is held, by a double click on its value.
const variable = (name) => page.locator('.debug-variables .monaco-list-row', { hasText: new RegExp(`^${name}\\b`) });
async function setKey(name, value) {
  const box = page.locator('.debug-variables .monaco-inputbox input'), now = variable(name).filter({ hasText: value }).first();
  await until(`${name} is ${value}`, async () => { // the list may be drawn anew below the mouse
    await variable(name).first().dblclick();
    await box.fill(value, { timeout: 3000 }).catch(() => {});
    await page.keyboard.press('Enter');
    await box.waitFor({ state: 'hidden' });
    await now.waitFor({ timeout: 3000 }).catch(() => {});
    return now.isVisible();
  });
}

test('a changed key changes how the scene goes on', async () => {
  const keys = page.locator('.debug-variables .monaco-list-row', { hasText: 'Keys' }).first();
  await until('the keys are listed', async () => {
    if (await variable('called').count() > 0) return true;
    await page.waitForTimeout(1000); // it may be about to open them itself
    if (await keys.getAttribute('aria-expanded') === 'false') await keys.click();
    return false;
  });
  await variable('called').filter({ hasText: 'false' }).first().waitFor();
  await setKey('called', 'true');
  await variable('called').filter({ hasText: 'true' }).first().waitFor();
  await host.picture('14-debug-key', 'debug');
  await host.openFile('watch.ishi.yaml');
  await host.goToLine(host.lineOf('watch/watch.ishi.yaml', '- look_round'));
  await host.command('Debug: Toggle Breakpoint'); // away
  await host.goToLine(host.lineOf('watch/watch.ishi.yaml', '- run_to: { where: last_seen }'));
  await host.command('Debug: Toggle Breakpoint');
  await host.command('Debug: Continue');
  await page.locator('.debug-call-stack .monaco-list-row', { hasText: 'search' }).first().waitFor(); // as only an alert guard does
  await host.picture('15-debug-changed');
});

test('saving a source reloads the scene that is debugged', async () => {
  await host.openFile('watch.ishi.yaml');
  await host.goToLine(host.lineOf('watch/watch.ishi.yaml', 'doc: goes where the stranger was last seen'));
  await page.keyboard.press('End');
  await page.keyboard.type(', at a run');
  await page.keyboard.press('Control+s');
  await host.command('Debug Console: Focus on Debug Console View');
  await until('the console says so', async () => /on it is played with the sources as they are now/.test(await page.locator('.repl').innerText()));
  await host.picture('16-debug-reloaded');
  assert.ok(await page.locator('.debug-call-stack .monaco-list-row', { hasText: 'search' }).first().isVisible());
  await page.locator('.debug-toolbar .codicon-debug-stop').click();
  await page.locator('.debug-toolbar').waitFor({ state: 'detached' }).catch(() => {});
});

test('the status bar and the explorer of tests know files that were never opened', async () => {
  await page.locator('.statusbar-item.has-command', { hasText: 'Ishi' }).first().click(); // to the tests
  await page.locator('.test-explorer .monaco-list-row', { hasText: 'watch.ishi.yaml' }).first().waitFor();
  await host.picture('17-status');
});

test('starting the server again leaves nobody in the way', async () => {
  await host.openFile('guard.ishi.yaml');
  await host.goToLine(host.lineOf('guard/guard.ishi.yaml', 'a healthy guard shoots'));
  await page.locator('.monaco-editor .view-lines').first().click();
  await host.command('Ishi: Restart the Language Server');
  await lens('run').first().waitFor();
  await page.waitForTimeout(1000);
  assert.deepEqual(await host.notifications(), []);
});
