// Counts the clicks that a designer's tasks take on the page, in a real browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { close, example, open, view } from './browser.mjs';

// Opens a page that counts its clicks. Those before `begin` do not count.
async function counting() {
  const page = await open();
  await page.evaluate(() => {
    window.clicks = 0;
    window.addEventListener('pointerdown', () => (window.clicks += 1), true);
  });
  const begin = () => page.evaluate(() => (window.clicks = 0));
  const took = async (most, task) => assert.equal(await page.evaluate(() => window.clicks), most, `${task} takes another number of clicks`);
  return { page, begin, took };
}
const clockOf = async (page) => parseFloat(await page.locator('.clock').innerText());

test('an example is opened by one click, on a moment with its decision', async () => {
  const { page, took } = await counting();
  await page.getByRole('button', { name: 'Open Watch' }).click();
  await page.locator('.options .picked').first().waitFor();
  await took(1, 'to open');
  await close(page);
});

test('why bob does what he does at 14 s: two clicks from the moment; a test of it: one more; his next decision: a key', async () => {
  const { page, begin, took } = await counting();
  await example(page, 'watch');
  await page.locator('.options .picked').first().waitFor();
  // A run of twenty seconds, which the page keeps while one looks elsewhere.
  const last = 20;
  await view(page, 'A run');
  await page.locator('.run .choices select').first().selectOption({ label: 'however tired they are, each has coffee once' });
  await page.locator('.strips .stretch').first().waitFor();
  await view(page, 'A moment');
  await page.locator('.options .picked').first().waitFor();
  await begin();
  await view(page, 'A run');
  const track = page.locator('.sweep', { has: page.getByRole('button', { name: 'bob', exact: true }) }).locator('.strip');
  await track.waitFor();
  const { width } = await track.boundingBox();
  await track.click({ position: { x: (width * 14) / last, y: 10 } });
  await page.locator('.who', { hasText: 'bob' }).waitFor();
  await page.getByRole('list', { name: 'Reasons' }).locator('li').first().waitFor();
  assert.ok(Math.abs(await clockOf(page) - 14) < 0.2, `at ${await clockOf(page)} s`);
  await took(2, 'why bob at 14 s');

  await begin();
  await page.locator('.why').getByRole('button', { name: 'Make it a test' }).click();
  await page.getByText('The test stands in the text.').waitFor();
  await took(1, 'a test from a moment');

  await begin();
  await page.getByRole('button', { name: 'ann', exact: true }).click();
  await page.locator('.who', { hasText: 'ann' }).waitFor();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.waitForFunction((before) => parseFloat(document.querySelector('.clock').textContent) < before, await clockOf(page) + 0.001);
  await took(1, 'to follow somebody, and the decision before');
  await close(page);
});

test('to make an agent do otherwise takes one click and an edit', async () => {
  const { page, begin, took } = await counting();
  await example(page, 'guard');
  await page.getByLabel('threat', { exact: true }).selectOption('someone');
  await page.locator('.options .picked', { hasText: 'shoot' }).waitFor();
  await begin();
  await page.locator('.options .name', { hasText: /^shoot$/ }).first().click();
  await page.waitForFunction(() => /^\s*shoot:\s*$/.test(document.querySelector('.editor .cm-activeLine')?.textContent ?? ''));
  // The text has the keys.
  await page.keyboard.press('End');
  await page.keyboard.insertText('\n    weight: 0');
  await page.waitForFunction(() => !/shoot/.test(document.querySelector('.options .picked')?.textContent ?? 'shoot'));
  await took(1, 'to make it do otherwise');
  await close(page);
});
