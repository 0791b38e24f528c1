import { defineConfig } from 'vite';
import ishi from 'ishi-web/vite';

// PAGES: those that are built, if not all.
const pages = process.env.PAGES?.split(' ') ?? ['index', 'three', 'babylon', 'phaser', 'playcanvas'];

export default defineConfig({
  base: './',
  plugins: [ishi({ header: { from: 'ai', to: 'src/game.ts' } })],
  build: { target: 'es2022', chunkSizeWarningLimit: 4000, rollupOptions: { input: pages.map((name) => `${name}.html`) } },
});
