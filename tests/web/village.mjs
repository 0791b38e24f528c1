// The village of examples/web, compiled for Node: its sources are TypeScript, for a bundler.

import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { built, folder, root, run, tool, web, blobOf } from './project.mjs';

const examples = path.join(root, 'examples/web');

export async function village() {
  const made = folder();
  fs.mkdirSync(path.join(made, 'node_modules'));
  fs.symlinkSync(path.join(built, 'package'), path.join(made, 'node_modules/ishi-web'));
  fs.writeFileSync(path.join(made, 'package.json'), '{"type":"module"}');
  fs.copyFileSync(path.join(examples, 'src/village.ts'), path.join(made, 'village.ts'));
  const header = run(tool, ['header', path.join(examples, 'ai'), '--language', 'typescript', '-o', path.join(made, 'game.ts')]);
  if (header.status !== 0) throw new Error(header.stderr);
  const { default: typescript } = await import(pathToFileURL(path.join(root, 'studio/node_modules/typescript/lib/typescript.js')));
  for (const name of ['village', 'game']) {
    const text = fs.readFileSync(path.join(made, `${name}.ts`), 'utf8');
    fs.writeFileSync(path.join(made, `${name}.js`), typescript.transpile(text, { module: 'esnext', target: 'es2022' }));
  }
  const { Village } = await import(pathToFileURL(path.join(made, 'village.js')));
  const ishi = await web.Ishi.load();
  return new Village(ishi, ishi.loadAsset(blobOf(path.join(examples, 'ai/village.ishi.yaml'))));
}
