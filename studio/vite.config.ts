import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { examples } from './examples';

// Everything is in files of our own beside the page: no address elsewhere is asked.
// MODULE: the SHA-256 of the module that scripts/studio lays beside it.
export default defineConfig({
  define: { __MODULE__: JSON.stringify(process.env.MODULE ?? '') },
  base: './',
  plugins: [svelte(), examples('../examples', '../compiler/cli/template')],
  build: { outDir: '../build/studio', emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 1000 },
  worker: { format: 'es' },
});
