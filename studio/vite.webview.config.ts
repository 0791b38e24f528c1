import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The studio's views as one script and one style for webviews of VS Code, where no file can ask for another: scripts/pack_vscode.
export default defineConfig({
  define: { __MODULE__: '""', __VILLAGE__: 'false' },
  plugins: [svelte()],
  build: {
    outDir: '../editors/vscode/out/page', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0, cssCodeSplit: false,
    lib: { entry: 'src/webview/main.ts', formats: ['iife'], name: 'ishiStudio', fileName: () => 'page.js', cssFileName: 'page' },
  },
});
