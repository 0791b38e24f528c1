// The village in PlayCanvas.

import { Application, Color, Entity, FILLMODE_NONE, RESOLUTION_FIXED, StandardMaterial, Vec3 } from 'playcanvas';
import { canvas, colours, daylight, play } from './page.js';
import { half, houses, people, tables, type Village } from './village.js';

await play(() => {
  const app = new Application(canvas, {});
  app.setCanvasFillMode(FILLMODE_NONE);
  app.setCanvasResolution(RESOLUTION_FIXED, canvas.clientWidth, canvas.clientHeight);
  app.autoRender = false;
  const camera = new Entity('camera');
  camera.addComponent('camera', { fov: 40, farClip: 400, clearColor: new Color(0.6, 0.7, 0.9) });
  camera.setPosition(0, 62, 72);
  camera.lookAt(0, 0, 6);
  app.root.addChild(camera);
  const sun = new Entity('sun');
  sun.addComponent('light', { type: 'directional', color: new Color(1, 0.95, 0.85) });
  app.root.addChild(sun);

  const materialOf = (colour: number): StandardMaterial => {
    const material = new StandardMaterial();
    material.diffuse = new Color((colour >> 16) / 255, ((colour >> 8) & 255) / 255, (colour & 255) / 255);
    material.useMetalness = false;
    material.specular = new Color(0, 0, 0);
    material.update();
    return material;
  };
  const add = (type: 'box' | 'capsule' | 'cone' | 'cylinder' | 'plane', material: StandardMaterial, x: number, y: number, z: number, size: readonly [number, number, number], angle = 0): Entity => {
    const made = new Entity();
    made.addComponent('render', { type, material, castShadows: false });
    made.setPosition(x, y, z);
    made.setLocalScale(...size);
    made.setEulerAngles(0, angle, 0);
    app.root.addChild(made);
    return made;
  };
  const wall = materialOf(0xe2d3b5), roof = materialOf(0xa5533a), wood = materialOf(0x8a6a42);
  add('plane', materialOf(0x7d9a5b), 0, 0, 0, [2 * half, 1, 2 * half]);
  for (const [x, z] of houses) {
    add('box', wall, x, 1.3, z, [4, 2.6, 4]);
    add('box', roof, x, 2.9, z, [4.6, 0.5, 4.6]);
    add('box', roof, x, 3.3, z, [3.2, 0.5, 3.2]);
  }
  for (const [x, z] of tables) add('cylinder', wood, x, 0.35, z, [1, 0.7, 1]);
  const materials = Object.fromEntries(Object.entries(colours).map(([doing, colour]) => [doing, materialOf(colour)]));
  const bodies = Array.from({ length: people }, () => add('capsule', materials.walk!, 0, 0, 0, [0.76, 0.83, 0.76]));
  const white = materialOf(0xffffff);
  white.emissive = new Color(1, 1, 1);
  white.update();
  const sign = add('cone', white, 0, 3.4, 0, [1.4, 1.8, 1.4]);
  sign.setEulerAngles(180, 0, 0);
  app.start();

  const draw = (village: Village, chosen?: number): void => {
    const { positions, facings } = village.world;
    for (let slot = 0; slot < people; ++slot) {
      const { index } = village.villagers.agentOf(slot)!;
      const body = bodies[slot]!;
      body.setPosition(positions.x[index]!, 0.83, positions.z[index]!);
      body.setEulerAngles(0, (Math.atan2(facings.x[index]!, facings.z[index]!) * 180) / Math.PI, 0);
      body.render!.material = materials[village.doingOf(slot)]!;
    }
    sign.enabled = chosen !== undefined;
    if (chosen !== undefined) {
      const { x, z } = bodies[chosen]!.getPosition();
      sign.setPosition(x, 3.4, z);
    }
    const light = daylight(village);
    sun.setEulerAngles(30, 0, 9 * (12 - village.hour)); // it shines down, and leans
    sun.light!.intensity = 1.1 * light;
    app.scene.ambientLight = new Color(0.12 + 0.35 * light, 0.13 + 0.36 * light, 0.2 + 0.36 * light);
    camera.camera!.clearColor = new Color(0.45 * light, 0.55 * light, 0.75 * light + 0.08);
    app.renderNextFrame = true;
  };
  const pick = (x: number, y: number): number | undefined => {
    const seen = new Vec3();
    const slot = bodies.findIndex((body) => {
      camera.camera!.worldToScreen(body.getPosition(), seen);
      return Math.hypot(seen.x - x, seen.y - y) < 6;
    });
    return slot < 0 ? undefined : slot;
  };
  return { draw, pick };
});
