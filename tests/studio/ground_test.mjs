// What the ground of a run draws, and that all fits into the window, in a real browser. scripts/studio --test runs it; ISHI and the other settings: browser.mjs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { close, example, open, view } from './browser.mjs';

test('the ground shows senses, ways, sounds, steering and whom somebody remembers, each where one wants it', async () => {
  const page = await open();
  const left = new Set(['Senses', 'Paths', 'Sounds', 'Steering', 'Memory']);
  const drawn = () => page.locator('.ground canvas').evaluate((canvas) => canvas.toDataURL());
  for (const [name, what, who] of [['watch', 'scene camp', 'ann'], ['hunters', 'test in four seconds it has come near and goes round', null], ['thief', 'test', null]]) {
    await example(page, name);
    await view(page, 'A run');
    const picker = page.locator('.run .choices select');
    await picker.locator('option').first().waitFor({ state: 'attached' });
    const ids = await picker.locator('option').evaluateAll((all) => all.map((one) => one.value));
    for (const id of ids.filter((one) => one.startsWith(what))) {
      await picker.selectOption(id);
      await page.locator('.ground').waitFor();
      await page.locator('.why h2').first().waitFor(); // with it the ground has the width that it keeps
      if (who !== null) await page.getByRole('button', { name: who, exact: true }).click();
      for (let seconds = 0.25; seconds < 10 && left.size > 0; seconds += 0.5) {
        await page.getByLabel('Time').fill(String(seconds));
        for (const layer of left) {
          const button = page.locator('.ground .tools').getByRole('button', { name: layer, exact: true });
          if ((await button.count()) === 0) continue;
          const before = await drawn();
          await button.click();
          await page.locator('.ground .tools').getByRole('button', { name: layer, pressed: false }).waitFor();
          const isOther = (await drawn()) !== before; // it may be too short to be seen
          await button.click();
          await page.locator('.ground .tools').getByRole('button', { name: layer, pressed: true }).waitFor();
          assert.ok((await drawn()) === before, layer);
          if (isOther) left.delete(layer);
        }
      }
    }
  }
  assert.deepEqual([...left], []);
  await close(page);
});

test('nothing is wider than the page, at 200 % zoom, too', async () => {
  for (const [width, height] of [[1280, 800], [640, 450]]) {
    const page = await open({ options: { viewport: { width, height } } });
    const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth || (document.querySelector('#view')?.scrollWidth ?? 0) > (document.querySelector('#view')?.clientWidth ?? 0));
    assert.ok(!(await isWide()), `the gallery, ${width}`);
    await example(page, 'household');
    for (const [name, shown] of [['A moment', '.options li'], ['A run', '.strips .stretch'], ['A recording', '.nothing'], ['Tests', '.tests li']]) {
      await view(page, name);
      await page.locator(shown).first().waitFor();
      assert.ok(!(await isWide()), `${name}, ${width}`);
    }
    await close(page);
  }
});
