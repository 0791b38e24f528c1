// Pages in headless Chromium, with the driver that studio/ has.

import fs from 'node:fs';
import path from 'node:path';
import { after } from 'node:test';

import { root } from './project.mjs';

export async function openBrowser() {
  const { chromium } = (await import(path.join(root, 'studio/node_modules/playwright-core/index.js'))).default;
  const program = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((file) => fs.existsSync(file));
  // Pictures are drawn in software: there is no graphics card.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
  return chromium.launch({ executablePath: program, args });
}

// A page that is closed after the tests.
export async function openPage(address) {
  const browser = await openBrowser();
  after(() => browser.close());
  const page = await browser.newPage();
  page.on('pageerror', (fault) => console.log(`# ${fault.stack}`));
  await page.goto(address);
  return page;
}
