import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { examples } from './examples';

// The page itself is fetched beside what begins the engine, not after it.
function early(): Plugin {
  return {
    name: 'ishi-early',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) => Object.values(bundle ?? {})
        .filter((one) => one.type === 'chunk' && one.isDynamicEntry)
        .map(({ fileName }) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `./${fileName}` }, injectTo: 'head' as const })),
    },
  };
}

// Everything is in files of our own beside the page: no address elsewhere is asked.
// MODULE: the SHA-256 of the module that scripts/studio lays beside it. VILLAGE: 1 where the running village lies beside it, too.
export default defineConfig({
  define: { __MODULE__: JSON.stringify(process.env.MODULE ?? ''), __VILLAGE__: JSON.stringify(process.env.VILLAGE === '1') },
  base: './',
  plugins: [svelte(), examples('../examples', '../compiler/cli/template'), early()],
  build: { outDir: '../build/studio', emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 1000 },
  worker: { format: 'es' },
});
