// Pages in headless Chromium and Firefox, with the drivers that studio/ has.

import fs from 'node:fs';
import path from 'node:path';
import { after } from 'node:test';

import { root } from './project.mjs';

const driver = async (name, file) => (await import(path.join(root, 'studio/node_modules', name, file))).default;

export async function openBrowser(name = 'chromium') {
  if (name === 'firefox') {
    const puppeteer = await driver('puppeteer-core', 'lib/esm/puppeteer/puppeteer-core.js');
    return puppeteer.launch({ browser: 'firefox', executablePath: '/usr/bin/firefox-esr', headless: !process.env.DISPLAY, extraPrefsFirefox: { 'webgl.force-enabled': true } });
  }
  const { chromium } = await driver('playwright-core', 'index.js');
  const program = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((file) => fs.existsSync(file));
  // Pictures are drawn in software: there is no graphics card.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
  return chromium.launch({ executablePath: program, args });
}

// A page of a size; what goes wrong in it goes to `faults`.
export async function newPage(browser, faults, width = 1000, height = 640) {
  const page = await browser.newPage();
  await (page.setViewportSize ?? page.setViewport).call(page, { width, height });
  page.on('pageerror', (fault) => faults.push(fault.stack ?? fault.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  return page;
}

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
// Waits until a function holds in the page, or something has gone wrong in it.
export async function until(page, holds, milliseconds = 60_000, faults = []) {
  for (const end = Date.now() + milliseconds; !(await page.evaluate(holds)); await pause(100))
    if (faults.length > 0 || Date.now() > end) throw new Error(`the page has not come to ${holds}: ${faults.join('\n')}`);
}

// A page that is closed after the tests.
export async function openPage(address, name = 'chromium') {
  const browser = await openBrowser(name);
  after(() => browser.close());
  const page = await browser.newPage();
  page.on('pageerror', (fault) => console.log(`# ${fault.stack}`));
  await page.goto(address);
  return page;
}
