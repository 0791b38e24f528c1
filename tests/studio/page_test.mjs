// The page in a real browser: as the playground, from files alone. ISHI: the tool (default: the development build's).
// scripts/studio --test runs it, which builds the page before.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { close, example, ishi, isInView, linkOf, open, sources, typeAtEnd, view } from './browser.mjs';

const picked = (page) => page.locator('.moment h2 strong').first();
test('a fault is said as it is typed, and is gone when it is mended', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.getByText('Nothing is wrong.').waitFor();
  await typeAtEnd(page, '\ncurves: { wrong: { linaer: { from: 0, to: 1 } } }\n');
  await page.locator('.problems .error').first().waitFor();
  assert.match(await page.locator('.problems').innerText(), /IS\d{3}/);
  await page.keyboard.press('Control+z');
  await page.getByText('Nothing is wrong.').waitFor();
  await close(page);
});

test('sliders change what is decided, and where it flips is marked', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.getByLabel('threat', { exact: true }).selectOption('someone');
  await page.locator('.options .picked', { hasText: 'shoot' }).waitFor();
  await page.getByLabel('hp', { exact: true }).fill('10');
  await page.locator('.options .picked', { hasText: 'flee' }).waitFor();
  assert.equal(await picked(page).innerText(), 'flee');
  await page.locator('.flip').first().waitFor();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.locator('.options .picked', { hasText: 'patrol' }).waitFor();
  await close(page);
});

test('a sweep shows each profile along a key', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.getByLabel('threat', { exact: true }).selectOption('someone');
  await page.getByRole('button', { name: 'Sweep hp' }).click();
  await page.locator('.sweep .stretch', { hasText: 'flee' }).first().waitFor();
  assert.ok((await page.locator('.sweep .name').allInnerTexts()).some((names) => names.includes('coward')));
  // Inertia is a band between the places where the tool says that what runs gives way.
  const told = JSON.parse(execFileSync(ishi, ['sweep', path.join(sources, 'examples/guard/guard.ishi.yaml'), '--over', 'hp', '--set', 'threat=someone', '--format', 'json'], { encoding: 'utf8' }));
  assert.deepEqual(await page.locator('.strip .band').evaluateAll((bands) => bands.map((band) => parseFloat(band.style.left).toFixed(2))),
    told.profiles.map(({ falling }) => falling[0].at.toFixed(2))); // hp is 0 to 100: its values are percent
  assert.match(await page.locator('.strip .band').first().getAttribute('title'), /^44\.0\d* to 47\.6\d*: what is done already goes on, flee or shoot$/);
  await page.getByText('Inertia: here an agent goes on').waitFor();
  await close(page);
});

test('a run shows where everybody is and what they do, and can be walked through', async () => {
  const page = await open();
  await example(page, 'watch');
  await view(page, 'A run');
  await page.locator('.strips .stretch').first().waitFor();
  assert.ok((await page.locator('.strips button.name').count()) >= 5);
  await page.getByLabel('Time').fill('4.5');
  await page.locator('.clock', { hasText: '4.50s' }).waitFor();
  await page.getByRole('button', { name: 'eve' }).click();
  await page.getByRole('button', { name: 'Next decision' }).click();
  await page.locator('.events .now').first().waitFor();
  // Why, levels, the body with the step at work.
  await page.locator('.why .options .picked').waitFor();
  await page.locator('.tree .active').first().waitFor();
  await page.locator('.lines', { hasText: 'tired' }).waitFor();
  // The ground is drawn: not all of it has one colour.
  const shades = await page.locator('.ground canvas').evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Set(Array.from({ length: data.length / 4 }, (_, i) => data.slice(4 * i, 4 * i + 3).join())).size;
  });
  assert.ok(shades > 5, String(shades));
  await close(page);
});

test('a run says why from its first moment on', async () => {
  const page = await open();
  await example(page, 'guard');
  await view(page, 'A run');
  await page.locator('.why .options .picked').waitFor();
  assert.equal(await page.locator('.clock').innerText(), '0.00s');
  await close(page);
});

test('at each decision of a run that very decision is explained, and made a test', async () => {
  const page = await open();
  await example(page, 'guard');
  await view(page, 'A run');
  await page.locator('.run .choices select').selectOption('test it shoots for a while and then fills the magazine');
  await page.locator('.strips .stretch').nth(3).waitFor();
  const decisions = await page.locator('.strips .stretch').count(), times = [];
  const why = () => page.locator('.why h2 strong').innerText(), does = () => page.locator('.mind h3 strong').first().innerText();
  for (let i = 1; i < decisions; ++i) {
    await page.getByRole('button', { name: 'Next decision' }).click();
    await page.waitForTimeout(1200);
    times.push(await page.locator('.clock').innerText());
    assert.equal(await why(), await does(), times.at(-1));
    // A frame before it is the one before.
    await page.getByRole('button', { name: 'One frame back' }).click();
    await page.getByRole('button', { name: 'One frame on' }).click();
    await page.waitForTimeout(1200);
    assert.equal(await page.locator('.clock').innerText(), times.at(-1));
    assert.equal(await why(), await does(), times.at(-1));
  }
  assert.equal(new Set(times).size, decisions - 1, times.join());
  await page.locator('.why').getByRole('button', { name: 'Make it a test' }).click();
  await page.getByText('The test stands in the text.').waitFor();
  await page.locator('.cm-line', { hasText: `guard picks ${await why()} at ${parseFloat(times.at(-1))}` }).first().waitFor();
  await close(page);
});

test('tests run as one types', async () => {
  const page = await open();
  await example(page, 'guard');
  await view(page, 'Tests');
  await page.getByText(/^(\d+) of \1 tests pass\.$/).waitFor();
  await close(page);
});

test('a fix is offered below what is wrong, and taken', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.getByText('Nothing is wrong.').waitFor();
  await typeAtEnd(page, '\nvalues: { armed: amo > 0 }\n');
  await page.locator('.problems .fix').first().click();
  await page.locator('.cm-line', { hasText: 'armed: ammo > 0' }).waitFor();
  await page.locator('.problems', { hasText: 'amo' }).waitFor({ state: 'detached' });
  await close(page);
});

test('a test leads to its text, and to the moment or the run that it is of', async () => {
  const page = await open();
  await example(page, 'guard');
  await view(page, 'Tests');
  await page.getByRole('button', { name: 'a dying guard flees', exact: true }).click();
  await page.locator('.cm-activeLine', { hasText: 'a dying guard flees:' }).waitFor();
  await isInView(page, 'expect: { picks: flee, order: [flee, shoot] }'); // all of it
  await page.getByRole('button', { name: 'Look at a dying guard flees' }).click();
  await page.locator('.options .picked', { hasText: 'flee' }).waitFor();
  assert.equal(await page.getByLabel('Situation of').inputValue(), 'a dying guard flees');
  await view(page, 'Tests');
  await page.getByRole('button', { name: 'Watch who cannot aim tries again' }).click();
  await page.locator('.strips .stretch').first().waitFor();
  assert.equal(await page.locator('.run select').first().inputValue(), 'test who cannot aim tries again');
  await close(page);
});

test('the text is kept as a file', async () => {
  const page = await open();
  await example(page, 'guard');
  await typeAtEnd(page, '\n# 意思\n');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
  assert.equal(download.suggestedFilename(), 'guard.ishi.yaml');
  await page.getByText('guard.ishi.yaml is kept, without the other files.').waitFor();
  assert.match(fs.readFileSync(await download.path(), 'utf8'), /^# yaml-language-server[^]*\n# 意思\n$/);
  await close(page);
});

test('a moment becomes a test in the text, which passes', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.getByLabel('threat', { exact: true }).selectOption('someone');
  await page.locator('.options .picked', { hasText: 'shoot' }).waitFor();
  await view(page, 'Tests');
  const before = await page.getByText(/tests pass\.$/).innerText();
  await view(page, 'A moment'); // as it was left
  await page.locator('.options .picked', { hasText: 'shoot' }).waitFor();
  await page.getByRole('button', { name: 'Make it a test' }).click();
  await page.getByText('The test stands in the text.').waitFor();
  await isInView(page, '  guard picks shoot:');
  await view(page, 'Tests');
  const count = Number(/of (\d+)/.exec(before)[1]) + 1;
  await page.getByText(`${count} of ${count} tests pass.`).waitFor();
  await close(page);
});

test('a link holds text and view: what is set and swept in a moment, when and whom one looks at in a run', async () => {
  const page = await open();
  await example(page, 'guard');
  await page.getByText('Nothing is wrong.').waitFor();
  await page.waitForURL((url) => url.hash.length > 40);
  const { hash } = new URL(page.url());
  await typeAtEnd(page, '\n# 意思\n');
  await page.waitForURL((url) => url.hash !== hash); // the address follows by itself
  await page.getByLabel('Profile').selectOption('coward');
  await page.getByLabel('threat', { exact: true }).selectOption('someone');
  await page.getByLabel('hp', { exact: true }).fill('38');
  await page.getByRole('button', { name: 'Sweep hp' }).click();
  await page.locator('.sweep .stretch').first().waitFor();
  const moment = await open({ hash: await linkOf(page) });
  await moment.locator('.sweep .stretch').first().waitFor();
  assert.equal(await moment.getByLabel('hp', { exact: true }).inputValue(), '38');
  assert.equal(await moment.getByLabel('Profile').inputValue(), 'coward');
  await moment.locator('.cm-content').click();
  await moment.keyboard.press('Control+End');
  assert.match(await moment.locator('.cm-content').innerText(), /# 意思/);
  await close(moment);

  await close(page);
  const run = await open();
  await example(run, 'watch');
  await view(run, 'A run');
  await run.getByRole('button', { name: 'eve' }).click();
  await run.getByLabel('Time').fill('4.5');
  const again = await open({ hash: await linkOf(run) });
  await close(run);
  await again.locator('.clock', { hasText: '4.50s' }).waitFor();
  assert.equal(await again.getByRole('tab', { name: 'A run' }).getAttribute('aria-selected'), 'true');
  assert.equal(await again.getByRole('button', { name: 'eve' }).getAttribute('aria-pressed'), 'true');
  await close(again);
});

test('the gallery shows each example with its picture; one is opened, played, or begun with, and Back comes back', async () => {
  const page = await open();
  const cards = page.getByRole('list', { name: 'Examples' }).getByRole('listitem');
  assert.ok((await cards.count()) >= 11);
  for (const picture of await page.locator('.card img').all()) {
    await picture.scrollIntoViewIfNeeded();
    const source = await picture.getAttribute('src');
    assert.ok(await picture.evaluate((image) => image.decode().then(() => image.naturalWidth > 0, () => false)), source);
    // As it lies beside its example.
    const name = /^examples\/(\w+)\.svg$/.exec(source)[1];
    assert.equal(await page.evaluate((one) => fetch(one).then((answer) => answer.text()), source), fs.readFileSync(path.join(sources, 'examples', name, `${name}.svg`), 'utf8'));
  }
  await page.getByRole('button', { name: 'Play Watch' }).click();
  await page.locator('.strips .stretch').first().waitFor();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Open Household' }).click();
  await page.locator('.options li').first().waitFor();
  await page.getByRole('button', { name: 'Examples' }).click();
  await page.getByRole('button', { name: 'Begin one of your own' }).click();
  await page.getByRole('button', { name: 'Begin with Guard' }).waitFor();
  await page.waitForFunction(() => document.querySelector('.cards.small').getBoundingClientRect().top < innerHeight / 2);
  await page.keyboard.press('Tab');
  assert.match(await page.locator(':focus').innerText(), /^Begin with /);
  await page.getByRole('button', { name: 'Begin with Guard' }).click();
  await view(page, 'Tests');
  await page.getByText(/^(\d+) of \1 tests pass\.$/).waitFor();
  await close(page);
});
