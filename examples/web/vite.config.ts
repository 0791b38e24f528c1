import { defineConfig } from 'vite';
import ishi from 'ishi-web/vite';

const engines = ['three', 'babylon', 'phaser', 'playcanvas'];

export default defineConfig({
  plugins: [ishi({ header: { from: 'ai', to: 'src/game.ts' } })],
  build: { target: 'es2022', chunkSizeWarningLimit: 4000, rollupOptions: { input: engines.map((name) => `${name}.html`) } },
});
