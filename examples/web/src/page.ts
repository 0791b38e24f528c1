// What the pages share, whatever engine draws them: loading, time, and the panel that says why a villager does what it does.

import { Ishi } from 'ishi-web';
import source from '../ai/village.ishi.yaml';
import { people, Village } from './village.js';

/** What an engine does for the page. */
export interface Drawing {
  /** Shows the village as it is now. */
  draw(village: Village): void;
  /** The slot of the villager at a place of the page, if there is one. */
  pick(x: number, y: number): number | undefined;
}

export const canvas = document.querySelector<HTMLCanvasElement>('#view')!;
const panel = document.querySelector('#panel')!;
const secondsPerFrame = 1 / 60, mostFrames = 8;

/** The colour of a villager by what it does. */
export const colours = { walk: 0xf2e6c9, sleep: 0x6f7fb5, toil: 0xc2662d, eat: 0x8fb339, chat: 0xd9549a, look: 0xe8c547 };
/** How bright it is, 0 to 1. */
export const daylight = (village: Village): number => Math.max(0.18, Math.min(1, 1.9 * Math.sin((Math.PI * (village.hour - 5)) / 17)));

/**
 * Loads the village and plays it, 60 frames a second. With `?frames=36000` it plays so many frames as fast as it can and leaves the
 * hashes of its states, one for each tenth, in `window.hashes`: those of native/village.cpp.
 */
export async function play(make: (village: Village) => Drawing | Promise<Drawing>): Promise<void> {
  const ishi = await Ishi.load();
  const village = new Village(ishi, ishi.loadAsset(source));
  const drawing = await make(village);
  Object.assign(window, { village, drawing });
  let chosen: number | undefined;
  canvas.addEventListener('click', ({ clientX, clientY }) => (chosen = drawing.pick(clientX, clientY)));
  const query = new URLSearchParams(location.search);
  for (let frame = 0; frame < Number(query.get('from') ?? 0); ++frame) village.step();

  const all = Number(query.get('frames') ?? 0);
  if (all > 0) return measure(village, drawing, all);
  let last = performance.now(), owed = 0, shown = 0;
  const tick = (now: number): void => {
    owed = Math.min(owed + (now - last) / 1000, mostFrames * secondsPerFrame);
    last = now;
    for (; owed >= secondsPerFrame; owed -= secondsPerFrame) village.step();
    drawing.draw(village);
    if (chosen !== undefined && now - shown > 200) {
      shown = now;
      explain(village, chosen);
    }
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

async function measure(village: Village, drawing: Drawing, all: number): Promise<void> {
  const hashes: string[] = [];
  let milliseconds = 0;
  for (let frame = 0; frame < all; ) {
    const begin = performance.now();
    for (const end = frame + all / 10; frame < end; ++frame) village.step();
    milliseconds += performance.now() - begin;
    hashes.push(village.world.stateHash().toString(16).padStart(16, '0'));
    drawing.draw(village);
    await new Promise(requestAnimationFrame);
  }
  Object.assign(window, { hashes, millisecondsPerFrame: milliseconds / all });
}

// The options of a villager with their scores, the best one first.
function explain(village: Village, slot: number): void {
  const agent = village.villagers.agentOf(slot);
  if (agent === null) return;
  const rows = village.villagers.why(agent).map(({ action, score, isRunning }) => {
    const width = Number.isFinite(score) ? Math.max(0, Math.min(1, score)) : 0;
    const text = Number.isFinite(score) ? score.toFixed(2) : '–';
    return `<tr class="${isRunning ? 'runs' : ''}"><td>${action}</td><td>${text}</td><td class="bar"><div style="width:${100 * width}%"></div></td></tr>`;
  });
  const clock = `${Math.floor(village.hour)}:${String(Math.floor((village.hour % 1) * 60)).padStart(2, '0')}`;
  panel.innerHTML = `<h1>Villager ${slot + 1} of ${people}, ${clock}</h1><table>${rows.join('')}</table>`;
}
