import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

// `examples.json`: the sources of the project's examples, for the gallery.
export function examples(folder: string): Plugin {
  const read = (): string => JSON.stringify(readdirSync(folder, { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => {
      const paths = readdirSync(join(folder, name)).filter((path) => path.endsWith('.ishi.yaml') || path === 'ishi.yaml').sort();
      const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, name, path), 'utf8')]));
      const main = paths.find((path) => path === `${name}.ishi.yaml`) ?? paths.find((path) => path.endsWith('.ishi.yaml'));
      return { name, title: name.charAt(0).toUpperCase() + name.slice(1), main, files };
    })
    .filter((one) => one.main !== undefined));
  return {
    name: 'ishi-examples',
    configureServer(server) {
      server.middlewares.use('/examples.json', (_, response) => response.end(read()));
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'examples.json', source: read() });
    },
  };
}
