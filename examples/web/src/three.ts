// The village in three.js.

import * as three from 'three';
import { canvas, colours, daylight, play } from './page.js';
import { half, houses, people, tables, type Village } from './village.js';

await play((village) => {
  const renderer = new three.WebGLRenderer({ canvas, antialias: true });
  const scene = new three.Scene();
  const camera = new three.PerspectiveCamera(40, 1, 1, 400);
  camera.position.set(0, 62, 72);
  camera.lookAt(0, 0, 6);
  const sun = new three.DirectionalLight(0xfff1d6, 2.4);
  const sky = new three.HemisphereLight(0xcfe3ff, 0x7a8c58, 1.6);
  scene.add(sun, sky);

  const place = new three.Object3D();
  const boxes = (count: number, shape: three.BufferGeometry, colour: number): three.InstancedMesh => {
    const made = new three.InstancedMesh(shape, new three.MeshLambertMaterial({ color: colour }), count);
    made.frustumCulled = false;
    scene.add(made);
    return made;
  };
  const stand = (mesh: three.InstancedMesh, index: number, x: number, y: number, z: number, angle = 0): void => {
    place.position.set(x, y, z);
    place.rotation.y = angle;
    place.updateMatrix();
    mesh.setMatrixAt(index, place.matrix);
  };

  const ground = new three.Mesh(new three.PlaneGeometry(2 * half, 2 * half), new three.MeshLambertMaterial({ color: 0x7d9a5b }));
  ground.rotation.x = -Math.PI / 2;
  scene.add(ground);
  const walls = boxes(houses.length, new three.BoxGeometry(4, 2.6, 4), 0xe2d3b5);
  const roofs = boxes(houses.length, new three.ConeGeometry(3.3, 1.9, 4), 0xa5533a);
  houses.forEach(([x, z], i) => {
    stand(walls, i, x, 1.3, z);
    stand(roofs, i, x, 3.5, z, Math.PI / 4);
  });
  const tops = boxes(tables.length, new three.CylinderGeometry(0.5, 0.4, 0.7, 12), 0x8a6a42);
  tables.forEach(([x, z], i) => stand(tops, i, x, 0.35, z));
  const bodies = boxes(people, new three.CapsuleGeometry(0.38, 0.9, 2, 8), 0xffffff);
  const colour = new three.Color();

  const sign = new three.Mesh(new three.ConeGeometry(0.7, 1.8, 4), new three.MeshBasicMaterial({ color: 0xffffff }));
  sign.rotation.x = Math.PI;
  scene.add(sign);

  const draw = (village: Village, chosen?: number): void => {
    const { world, villagers } = village;
    const { clientWidth, clientHeight } = canvas;
    if (canvas.width !== clientWidth || canvas.height !== clientHeight) {
      renderer.setSize(clientWidth, clientHeight, false);
      camera.aspect = clientWidth / clientHeight;
      camera.updateProjectionMatrix();
    }
    const { positions, facings } = world;
    for (let slot = 0; slot < people; ++slot) {
      const { index } = villagers.agentOf(slot)!;
      stand(bodies, slot, positions.x[index]!, 0.83, positions.z[index]!, Math.atan2(facings.x[index]!, facings.z[index]!));
      bodies.setColorAt(slot, colour.set(colours[village.doingOf(slot)]));
    }
    sign.visible = chosen !== undefined;
    if (chosen !== undefined) {
      const { index } = villagers.agentOf(chosen)!;
      sign.position.set(positions.x[index]!, 3.4, positions.z[index]!);
    }
    bodies.instanceMatrix.needsUpdate = true;
    bodies.instanceColor!.needsUpdate = true;
    const light = daylight(village);
    const angle = ((village.hour - 6) / 12) * Math.PI;
    sun.position.set(60 * Math.cos(angle), 20 + 50 * Math.sin(angle), 30);
    sun.intensity = 2.4 * light;
    sky.intensity = 0.4 + 1.2 * light;
    scene.background = colour.setHSL(0.6, 0.4, 0.08 + 0.62 * light).clone();
    renderer.render(scene, camera);
  };

  const ray = new three.Raycaster();
  const pick = (x: number, y: number): number | undefined => {
    ray.setFromCamera(new three.Vector2((2 * x) / canvas.clientWidth - 1, 1 - (2 * y) / canvas.clientHeight), camera);
    bodies.computeBoundingSphere();
    return ray.intersectObject(bodies)[0]?.instanceId;
  };
  return { draw, pick };
});
