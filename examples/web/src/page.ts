// What the pages share, whatever engine draws them: loading, time, and the panel that says why a villager does what it does.

import { Ishi } from 'ishi-web';
import source from '../ai/village.ishi.yaml';
import { people, Village } from './village.js';

/** What an engine does for the page. */
export interface Drawing {
  /** Shows the village as it is now; `chosen`: the slot of the villager that is asked. */
  draw(village: Village, chosen?: number): void;
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
  // Beside its text (index.html) the page explains somebody from the beginning.
  let chosen = document.querySelector('#text') === null ? undefined : 0;
  canvas.addEventListener('click', ({ clientX, clientY }) => (chosen = drawing.pick(clientX, clientY) ?? chosen));
  const query = new URLSearchParams(location.search);
  for (let frame = 0; frame < Number(query.get('from') ?? 0); ++frame) village.step();

  const all = Number(query.get('frames') ?? 0);
  if (all > 0) return measure(village, drawing, all);
  let last = performance.now(), owed = 0, shown = 0;
  const tick = (now: number): void => {
    owed = Math.min(owed + (now - last) / 1000, mostFrames * secondsPerFrame);
    last = now;
    for (; owed >= secondsPerFrame; owed -= secondsPerFrame) village.step();
    drawing.draw(village, chosen);
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

const doesNow = { walk: 'on the way', sleep: 'asleep', toil: 'at work', eat: 'at a table of the inn', chat: 'in talk with somebody', look: 'looking about' };

// Shows a villager's action, and its options with their scores, the best one first. Elements stay while numbers change, so that
// they can be clicked.
const heading = document.createElement('h1'), said = document.createElement('p'), reason = document.createElement('p'), table = document.createElement('table');
const rows = new Map<string, HTMLTableRowElement>();

function rowOf(action: string): HTMLTableRowElement {
  const row = rows.get(action) ?? document.createElement('tr');
  if (!rows.has(action)) {
    rows.set(action, row);
    row.innerHTML = '<td><button type="button"></button></td><td></td><td class="bar"><div></div></td>';
    row.querySelector('button')!.textContent = action;
  }
  return row;
}
function explain(village: Village, slot: number): void {
  const agent = village.villagers.agentOf(slot);
  if (agent === null) return;
  if (!panel.contains(table)) panel.replaceChildren(heading, said, table, reason);
  let running = '', best = '';
  const shown = village.villagers.why(agent).map(({ action, score, isRunning }) => {
    const row = rowOf(action), [, number, bar] = row.cells;
    if (isRunning) running = action;
    if (best === '') best = action;
    row.className = isRunning ? 'runs' : '';
    number!.textContent = Number.isFinite(score) ? score.toFixed(2) : '–';
    bar!.querySelector('div')!.style.width = `${Number.isFinite(score) ? 100 * Math.max(0, Math.min(1, score)) : 0}%`;
    return row;
  });
  if (shown.length !== table.rows.length || shown.some((row, i) => row !== table.rows[i])) table.replaceChildren(...shown);
  heading.textContent = `Villager ${slot + 1} of ${people}, ${Math.floor(village.hour)}:${String(Math.floor((village.hour % 1) * 60)).padStart(2, '0')}`;
  said.textContent = running === '' ? 'It does nothing yet.' : `Its action is ${running}; it is ${doesNow[village.doingOf(slot)]}. Its options, as they score now:`;
  // The best one may have to wait.
  reason.hidden = best === running || running === '';
  if (!reason.hidden) reason.textContent = best === 'eat' && village.freeSeats === 0 ? 'eat has to wait: all seats at the inn are taken.' : `${best} comes next, if it still scores best when the villager thinks again.`;
  window.dispatchEvent(new CustomEvent('explained', { detail: running }));
}
