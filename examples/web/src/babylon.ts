// The village in Babylon.js.

import { Engine } from '@babylonjs/core/Engines/engine.js';
import { Scene } from '@babylonjs/core/scene.js';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { DirectionalLight } from '@babylonjs/core/Lights/directionalLight.js';
import { HemisphericLight } from '@babylonjs/core/Lights/hemisphericLight.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3, Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Matrix, Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { MeshBuilder } from '@babylonjs/core/Meshes/meshBuilder.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import '@babylonjs/core/Meshes/thinInstanceMesh.js';
import '@babylonjs/core/Culling/ray.js';
import { canvas, colours, daylight, play } from './page.js';
import { half, houses, people, tables, type Village } from './village.js';

await play(() => {
  const engine = new Engine(canvas, true);
  const scene = new Scene(engine);
  scene.useRightHandedSystem = true;
  const camera = new FreeCamera('camera', new Vector3(0, 62, 72), scene);
  camera.fov = (40 * Math.PI) / 180;
  camera.setTarget(new Vector3(0, 0, 6));
  const sun = new DirectionalLight('sun', new Vector3(0, -1, 0), scene);
  const sky = new HemisphericLight('sky', new Vector3(0, 1, 0), scene);

  const paint = (mesh: Mesh, colour: number): Mesh => {
    const material = new StandardMaterial('', scene);
    material.diffuseColor = colourOf(colour);
    material.specularColor = Color3.Black();
    mesh.material = material;
    return mesh;
  };
  const up = new Vector3(0, 1, 0), size = new Vector3(1, 1, 1), at = new Vector3(), turn = new Quaternion(), matrix = new Matrix();
  const stand = (places: Float32Array, index: number, x: number, y: number, z: number, angle = 0): void => {
    Quaternion.RotationAxisToRef(up, angle, turn);
    Matrix.ComposeToRef(size, turn, at.set(x, y, z), matrix);
    matrix.copyToArray(places, 16 * index);
  };
  const copies = (mesh: Mesh, all: readonly (readonly [number, number])[], y: number, angle = 0): void => {
    const places = new Float32Array(16 * all.length);
    all.forEach(([x, z], i) => stand(places, i, x, y, z, angle));
    mesh.thinInstanceSetBuffer('matrix', places, 16, true);
  };

  paint(MeshBuilder.CreateGround('ground', { width: 2 * half, height: 2 * half }, scene), 0x7d9a5b);
  const walls = MeshBuilder.CreateBox('walls', { width: 4, height: 2.6, depth: 4 }, scene);
  const roofs = MeshBuilder.CreateCylinder('roofs', { diameterTop: 0, diameterBottom: 6.6, height: 1.9, tessellation: 4 }, scene);
  const tops = MeshBuilder.CreateCylinder('tables', { diameterTop: 1, diameterBottom: 0.8, height: 0.7, tessellation: 12 }, scene);
  copies(paint(walls, 0xe2d3b5), houses, 1.3);
  copies(paint(roofs, 0xa5533a), houses, 3.5, Math.PI / 4);
  copies(paint(tops, 0x8a6a42), tables, 0.35);
  const bodies = paint(MeshBuilder.CreateCapsule('bodies', { radius: 0.38, height: 1.66, tessellation: 8 }, scene), 0xffffff);
  const places = new Float32Array(16 * people), tints = new Float32Array(4 * people).fill(1);
  for (let slot = 0; slot < people; ++slot) Matrix.IdentityReadOnly.copyToArray(places, 16 * slot);
  bodies.thinInstanceSetBuffer('matrix', places, 16, false);
  bodies.thinInstanceSetBuffer('color', tints, 4, false);
  bodies.thinInstanceEnablePicking = true;
  const tint = Object.fromEntries(Object.entries(colours).map(([doing, colour]) => [doing, colourOf(colour)]));
  const sign = paint(MeshBuilder.CreateCylinder('sign', { diameterTop: 1.4, diameterBottom: 0, height: 1.8, tessellation: 4 }, scene), 0xffffff);
  (sign.material as StandardMaterial).emissiveColor = Color3.White();

  const draw = (village: Village, chosen?: number): void => {
    if (canvas.width !== canvas.clientWidth || canvas.height !== canvas.clientHeight) engine.resize();
    const { positions, facings } = village.world;
    for (let slot = 0; slot < people; ++slot) {
      const { index } = village.villagers.agentOf(slot)!;
      stand(places, slot, positions.x[index]!, 0.83, positions.z[index]!, Math.atan2(facings.x[index]!, facings.z[index]!));
      tint[village.doingOf(slot)]!.toArray(tints, 4 * slot);
    }
    sign.isVisible = chosen !== undefined;
    if (chosen !== undefined) {
      const { index } = village.villagers.agentOf(chosen)!;
      sign.position.set(positions.x[index]!, 3.4, positions.z[index]!);
    }
    bodies.thinInstanceBufferUpdated('matrix');
    bodies.thinInstanceBufferUpdated('color');
    const light = daylight(village);
    const angle = ((village.hour - 6) / 12) * Math.PI;
    sun.direction.set(-Math.cos(angle), -0.4 - Math.sin(angle), -0.5);
    sun.intensity = 0.6 * light;
    sky.intensity = 0.12 + 0.4 * light;
    scene.clearColor = new Color4(0.62 * light, 0.72 * light + 0.02, 0.88 * light + 0.06, 1);
    scene.render();
  };
  const pick = (x: number, y: number): number | undefined => {
    bodies.thinInstanceRefreshBoundingInfo(true);
    const found = scene.pick(x, y, (mesh) => mesh === bodies);
    return found.hit ? found.thinInstanceIndex : undefined;
  };
  return { draw, pick };
});

function colourOf(colour: number): Color3 {
  return new Color3((colour >> 16) / 255, ((colour >> 8) & 255) / 255, (colour & 255) / 255);
}
