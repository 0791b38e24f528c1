// The village in Phaser, from above.

import { Game, WEBGL, type GameObjects, type Scene } from 'phaser';
import { canvas, colours, daylight, play } from './page.js';
import { half, houses, people, tables, type Village } from './village.js';

await play(async () => {
  const width = canvas.clientWidth, height = canvas.clientHeight;
  // The square is in the middle of the page; a metre takes so many pixels.
  const scale = Math.max(width, height) / (2 * half);
  const left = (x: number): number => width / 2 + x * scale, top = (z: number): number => height / 2 + z * scale;

  const scene = await new Promise<Scene>((resolve) => {
    new Game({
      type: WEBGL, canvas, width, height, backgroundColor: '#7d9a5b', banner: false, audio: { noAudio: true },
      scene: { create(this: Scene) { resolve(this); } },
    });
  });
  for (const [x, z] of tables) scene.add.circle(left(x), top(z), 0.6 * scale, 0x8a6a42);
  const villagers: GameObjects.Arc[] = [];
  for (let slot = 0; slot < people; ++slot) villagers.push(scene.add.circle(0, 0, 0.55 * scale, 0xffffff).setStrokeStyle(1, 0x3a3226, 0.6));
  // Roofs of four slopes, lighter where the sun is.
  const roofs = scene.add.graphics();
  for (const [x, z] of houses) {
    const side = 2.15 * scale, middle = [left(x), top(z)] as const;
    const corners = [[-side, -side], [side, -side], [side, side], [-side, side]] as const;
    corners.forEach(([x0, y0], i) => {
      const [x1, y1] = corners[(i + 1) % 4]!;
      roofs.fillStyle([0x93472f, 0xb25c41, 0xc06a4d, 0x9c4d35][i]!);
      roofs.fillTriangle(middle[0] + x0, middle[1] + y0, middle[0] + x1, middle[1] + y1, ...middle);
    });
  }
  const night = scene.add.rectangle(width / 2, height / 2, width, height, 0x10183a);
  const ring = scene.add.circle(0, 0, 0.9 * scale).setStrokeStyle(3, 0xffffff);

  const draw = (village: Village, chosen?: number): void => {
    const { positions } = village.world;
    for (let slot = 0; slot < people; ++slot) {
      const { index } = village.villagers.agentOf(slot)!;
      villagers[slot]!.setPosition(left(positions.x[index]!), top(positions.z[index]!)).setFillStyle(colours[village.doingOf(slot)]);
    }
    ring.setVisible(chosen !== undefined);
    if (chosen !== undefined) ring.setPosition(villagers[chosen]!.x, villagers[chosen]!.y);
    night.setAlpha(0.62 * (1 - daylight(village)));
  };
  const pick = (x: number, y: number): number | undefined => {
    const slot = villagers.findIndex((one) => Math.hypot(one.x - x, one.y - y) < 0.9 * scale);
    return slot < 0 ? undefined : slot;
  };
  return { draw, pick };
});
