// The tool itself behind the page, in place of the module: for tests where the module has not been built, which takes long. What
// the page says to its worker goes to an `ishi lsp`, and what that says goes to the page.

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

// In the page: a worker of another kind.
function exchangeWorker() {
  const workers = [];
  window.ishiHear = (number, message) => workers[number]?.onmessage?.({ data: message });
  window.Worker = class {
    constructor() {
      this.number = workers.push(this) - 1;
      this.last = Promise.resolve();
    }
    // One after the other, though files take a while.
    postMessage(message) {
      this.last = this.last.then(async () => {
        if (message.kind === 'put') {
          const read = await message.file.arrayBuffer().catch((error) => error.message);
          if (typeof read === 'string') {
            window.ishiHear(this.number, { kind: 'put', path: message.path, fault: read });
            return;
          }
          const bytes = new Uint8Array(read);
          let letters = '';
          for (let i = 0; i < bytes.length; i += 32768) letters += String.fromCharCode(...bytes.subarray(i, i + 32768));
          message = { ...message, file: btoa(letters) };
        }
        await window.ishiSay(this.number, message);
      });
    }
    terminate() {
      this.postMessage({ kind: 'end' });
    }
  };
}

// One `ishi lsp`, with a disk of its own. `hear` takes what it says.
class Tool {
  constructor(ishi, hear) {
    this.disk = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-bridge-'));
    this.process = spawn(ishi, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.process.stdin.on('error', () => {}); // it has ended
    let bytes = Buffer.alloc(0);
    this.process.stdout.on('data', (part) => {
      bytes = Buffer.concat([bytes, part]);
      for (;;) {
        const begin = bytes.indexOf('\r\n\r\n') + 4, length = Number(/Content-Length: (\d+)/.exec(bytes.subarray(0, begin))?.[1]);
        if (begin < 4 || bytes.length < begin + length) return;
        hear({ kind: 'message', text: bytes.subarray(begin, begin + length).toString().replaceAll(this.disk, '') });
        bytes = bytes.subarray(begin + length);
      }
    });
  }
  // Paths of the page's disk are below the folder that stands for it.
  send(text) {
    const bytes = Buffer.from(text.replaceAll('file:///', `file://${this.disk}/`).replaceAll('"/recordings/', `"${this.disk}/recordings/`));
    this.process.stdin.write(`Content-Length: ${bytes.length}\r\n\r\n`);
    this.process.stdin.write(bytes);
  }
  write(file, content) {
    const place = path.join(this.disk, file);
    fs.mkdirSync(path.dirname(place), { recursive: true });
    fs.writeFileSync(place, content);
  }
  // A text in place of what lies there; null: nothing.
  change(file, text) {
    if (text === null) fs.rmSync(path.join(this.disk, file), { force: true });
    else this.write(file, text);
  }
  end() {
    this.process.kill();
    fs.rmSync(this.disk, { recursive: true, force: true });
  }
}

// All pages of a context get the tool `ishi`.
export async function bridge(context, ishi) {
  const tools = new Map();
  const endAll = (page) => {
    for (const [key, tool] of tools) {
      if (key.page !== page && page !== null) continue;
      tool.end();
      tools.delete(key);
    }
  };
  context.on('close', () => endAll(null));
  await context.exposeBinding('ishiSay', ({ page }, number, message) => {
    const known = [...tools].find(([key]) => key.page === page && key.number === number)?.[1];
    if (message.kind === 'start') {
      if (number === 0) endAll(page); // it was loaded again
      const hear = (said) => page.evaluate(([number, said]) => window.ishiHear(number, said), [number, said]).catch(() => {});
      const tool = new Tool(ishi, hear);
      for (const [file, text] of Object.entries(message.files)) tool.write(`${message.root}/${file}`, text);
      tools.set({ page, number }, tool);
    } else if (message.kind === 'message') {
      known?.send(message.text);
    } else if (message.kind === 'write') {
      known?.change(message.path, message.text);
    } else if (message.kind === 'put') {
      known?.write(message.path, Buffer.from(message.file, 'base64'));
      return page.evaluate(([number, path]) => window.ishiHear(number, { kind: 'put', path }), [number, message.path]);
    } else {
      known?.end();
    }
    return null;
  });
  await context.addInitScript(exchangeWorker);
}
