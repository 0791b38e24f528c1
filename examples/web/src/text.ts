// Shows the behaviour's text beside the village. Its numbers can be dragged, and the village goes on with the new behaviour.

import fileText from '../ai/village.ishi.yaml?raw';
import projectText from '../ai/ishi.yaml?raw';
import source from '../ai/village.ishi.yaml';
import { Compiler } from './compiler.js';
import { moved, numbersOf } from './numbers.js';

const pixelsPerStep = 4;

/** Shows the text in an element. `explained` events of the window say which action is marked. */
export function showText(place: HTMLElement): void {
  const original = fileText.split('\n');
  const lines = [...original];
  place.innerHTML = `<header><h1>A village of five hundred</h1>
<p>This is all that they are told. Drag a number: they go on with it at once.</p>
<p><button type="button" disabled>Put all numbers back</button></p><p id="notice" role="status"></p></header><pre></pre>`;
  const back = place.querySelector('button')!, notice = place.querySelector('#notice')!, text = place.querySelector('pre')!;

  const tell = (said: string, isRefused = false): void => {
    notice.textContent = said;
    notice.classList.toggle('refused', isRefused);
  };
  source.onRefusal = (fault) => tell(`The village goes on as before: ${fault.message}`, true);
  const compiler = new Compiler((answer) => {
    if ('refused' in answer) return tell(`The village goes on as before.\n${answer.refused}`, true);
    const changed = lines.filter((line, i) => line !== original[i]).length;
    tell(changed === 0 ? 'All numbers are as they were.' : `The village lives by your numbers (${changed} ${changed === 1 ? 'line' : 'lines'}).`);
    source.update(answer.blob); // tells if the game refuses it
  });
  const compile = (): void => {
    if (notice.classList.contains('refused')) tell('Compiling …'); // what was refused is not there any more
    back.disabled = lines.every((line, i) => line === original[i]);
    compiler.compile({ files: { 'village.ishi.yaml': lines.join('\n'), 'ishi.yaml': projectText }, file: 'village.ishi.yaml' });
  };

  // A line as elements. A number keeps its place among those of its line while it is dragged.
  function fill(row: HTMLElement, index: number): void {
    const line = lines[index]!;
    row.replaceChildren();
    let at = 0;
    numbersOf(line).forEach(({ begin, end }, nth) => {
      row.append(line.slice(at, begin), number(row, index, nth, line.slice(begin, end)));
      at = end;
    });
    const rest = line.slice(at), remark = /(^|\s)#.*/.exec(rest);
    row.append(remark === null ? rest : rest.slice(0, remark.index));
    if (remark !== null) row.append(Object.assign(document.createElement('span'), { className: 'remark', textContent: remark[0] }));
  }
  const nameOf = (line: string): string => /^\s*([\w.]+):/.exec(line)?.[1] ?? 'the line';

  function number(row: HTMLElement, index: number, nth: number, written: string): HTMLElement {
    const element = Object.assign(document.createElement('span'), { className: 'number', textContent: written, tabIndex: 0 });
    const span = numbersOf(original[index]!)[nth]!, first = original[index]!.slice(span.begin, span.end);
    const put = (next: string): void => {
      const { begin, end } = numbersOf(lines[index]!)[nth]!;
      lines[index] = lines[index]!.slice(0, begin) + next + lines[index]!.slice(end);
      element.textContent = next;
      element.setAttribute('aria-valuenow', String(Number(next)));
      element.classList.toggle('changed', first !== next);
      compile();
    };
    element.setAttribute('role', 'slider');
    element.setAttribute('aria-label', `${nameOf(lines[index]!)}, number ${nth + 1}`);
    element.setAttribute('aria-valuenow', String(Number(written)));
    element.addEventListener('pointerdown', (down) => {
      const from = element.textContent!;
      down.preventDefault();
      element.focus();
      element.setPointerCapture(down.pointerId);
      const move = ({ clientX }: PointerEvent): void => {
        const next = moved(from, Math.trunc((clientX - down.clientX) / pixelsPerStep), first);
        if (next !== element.textContent) put(next);
      };
      element.addEventListener('pointermove', move);
      element.addEventListener('lostpointercapture', () => element.removeEventListener('pointermove', move), { once: true });
    });
    element.addEventListener('keydown', (event) => {
      const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
      if (steps === undefined) return;
      event.preventDefault();
      put(moved(element.textContent!, steps, first));
    });
    return element;
  }

  const rows = lines.map((_, index) => {
    const row = Object.assign(document.createElement('span'), { className: 'line' });
    fill(row, index);
    row.hidden = lines[index]!.startsWith('# yaml-language-server'); // is for editors
    return row;
  });
  text.append(...rows);
  back.addEventListener('click', () => {
    original.forEach((line, index) => {
      if (lines[index] === line) return;
      lines[index] = line;
      fill(rows[index]!, index);
    });
    compile();
  });

  // The lines of each action.
  const begin = lines.indexOf('actions:');
  const linesOf = (action: string): HTMLElement[] => {
    const first = lines.findIndex((line, i) => i > begin && line.startsWith(`  ${action}:`));
    const end = lines.findIndex((line, i) => i > first && !/^ {3}/.test(line));
    return first < 0 ? [] : rows.slice(first, end);
  };
  const mark = (action: string): HTMLElement | undefined => {
    const found = linesOf(action);
    for (const row of rows) row.classList.toggle('does', found.includes(row));
    return found[0];
  };
  let marked = ''; // the villager's action
  window.addEventListener('explained', (event) => {
    const { detail } = event as CustomEvent<string>;
    if (detail !== marked) mark((marked = detail));
  });
  document.querySelector('#panel')!.addEventListener('click', (event) => {
    const action = (event.target as HTMLElement).closest('button')?.textContent;
    if (action) mark(action)?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  });
}
