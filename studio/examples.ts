import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

interface Listed {
  name: string;
  title: string;
  heading: string;
  about: string;
  picture: string | null;
  isTemplate: boolean;
  hasAgents: boolean;
  plays: string;
  main: string;
  files: Record<string, string>;
}

// Of a README: its heading, and the first sentence or two of its first paragraph, without marks.
function aboutOf(folder: string): { heading: string; about: string } {
  const [first = '', ...parts] = readFileSync(join(folder, 'README.md'), 'utf8').split('\n\n');
  const paragraph = parts.find((part) => /^\p{Letter}/u.test(part)) ?? '';
  const plain = paragraph.replaceAll('\n', ' ').replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
  const [sentence = '', second = ''] = plain.match(/.+?[.:](?= |$)/g) ?? [plain];
  return { heading: first.replace(/^# /, ''), about: (sentence.length < 60 ? sentence + second : sentence).trim().replace(/:$/, '.') };
}
const sourcesOf = (folder: string): string[] =>
  readdirSync(folder).filter((path) => path.endsWith('.ishi.yaml') || path === 'ishi.yaml').sort();
const filesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(sourcesOf(folder).map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const foldersOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory()).map(({ name }) => name).sort();

// From what is easy to what is much; the others come behind.
const kOrder = ['smallest', 'guard', 'watch', 'household', 'thief', 'squad', 'skirmish', 'hunters', 'forager', 'lockstep', 'weapons'];
// The runs with which *Play* begins, since they show what the picture promises. Other examples begin with their first scene or test that lasts.
const kPlays: Record<string, string> = {
  forager: 'a door on the way is opened, then it walks on', guard: 'it shoots for a while and then fills the magazine', household: 'sleep takes tiredness away, and hunger hardly rises',
  hunters: 'in four seconds it has come near and goes round', lockstep: 'who is cold and wet sits down at the fire', skirmish: 'an order is forgotten in time',
  squad: 'under covering fire one goes round from rock to rock', thief: 'a bottle lures a guard away', watch: 'the stranger is smelt, seen, pursued and cut off', weapons: 'what is in the hand stays there when another is hardly better',
};
// Throws where the test has another name by now.
function playsOf(name: string, text: string): string {
  const test = kPlays[name];
  if (test === undefined) return '';
  if (!text.includes(`\n  ${test}:`)) throw new Error(`studio/examples.ts: ${name} has no test “${test}”`);
  return `test ${test}`;
}
const placeOf = (name: string): number => (kOrder.includes(name) ? kOrder.indexOf(name) : kOrder.length);

// Examples of the project, and what `ishi new` begins a project with.
function listed(examples: string, templates: string): Listed[] {
  const all = foldersOf(examples).sort((a, b) => placeOf(a) - placeOf(b)).map((name): Listed => {
    const folder = join(examples, name), files = filesOf(folder), paths = Object.keys(files);
    const main = paths.find((path) => path === `${name}.ishi.yaml`) ?? paths.find((path) => path.endsWith('.ishi.yaml')) ?? '';
    const picture = existsSync(join(folder, `${name}.svg`)) ? `examples/${name}.svg` : null;
    return { name, title: titleOf(name), ...(main === '' ? { heading: '', about: '' } : aboutOf(folder)), picture, isTemplate: false, hasAgents: /^agents:/m.test(files[main] ?? ''), plays: playsOf(name, files[main] ?? ''), main, files };
  });
  const common = filesOf(join(templates, 'common'));
  for (const name of foldersOf(templates).filter((one) => one !== 'common')) {
    const folder = join(templates, name), own = filesOf(folder);
    const main = Object.keys(own).find((path) => path.endsWith('.ishi.yaml') && path !== 'game.ishi.yaml') ?? '';
    const filled = Object.entries({ ...common, ...own })
      .map(([path, text]) => [path, text.replaceAll('@name@', name).replaceAll('@asset@', main.replace('.ishi.yaml', ''))]);
    all.push({ name: `new-${name}`, title: `New: ${name}`, ...aboutOf(folder), heading: titleOf(name), picture: null, isTemplate: true, hasAgents: true, plays: '', main, files: Object.fromEntries(filled) });
  }
  return all.filter((one) => one.main !== '');
}

// `examples.json`: sources for the gallery; `examples/`: their pictures.
export function examples(folder: string, templates: string): Plugin {
  return {
    name: 'ishi-examples',
    configureServer(server) {
      server.middlewares.use('/examples.json', (_, response) => response.end(JSON.stringify(listed(folder, templates))));
      server.middlewares.use('/examples/', (request, response) => {
        const name = /^\/([a-z]+)\.svg$/.exec(request.url ?? '')?.[1];
        response.setHeader('Content-Type', 'image/svg+xml');
        response.end(name === undefined ? '' : readFileSync(join(folder, name, `${name}.svg`)));
      });
    },
    generateBundle() {
      const all = listed(folder, templates);
      if (process.env.VILLAGE === '1') this.emitFile({ type: 'asset', fileName: 'examples/village.webp', source: readFileSync(join(folder, 'web/village.webp')) });
      this.emitFile({ type: 'asset', fileName: 'examples.json', source: JSON.stringify(all) });
      for (const { name, picture } of all) {
        if (picture !== null) this.emitFile({ type: 'asset', fileName: picture, source: readFileSync(join(folder, name, `${name}.svg`)) });
      }
    },
  };
}
