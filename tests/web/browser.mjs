// Pages in headless Chromium, with the driver that studio/ has.

import fs from 'node:fs';
import path from 'node:path';
import { after } from 'node:test';

import { root } from './project.mjs';

export async function openPage(address, options = {}) {
  const { chromium } = (await import(path.join(root, 'studio/node_modules/playwright-core/index.js'))).default;
  const program = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((file) => fs.existsSync(file));
  // Pictures are drawn in software: there is no graphics card.
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-dev-shm-usage', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'] });
  after(() => browser.close());
  const page = await browser.newPage(options);
  page.on('pageerror', (fault) => console.log(`# ${fault.stack}`));
  await page.goto(address);
  return page;
}
