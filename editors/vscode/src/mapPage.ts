// The page of a map: the picture that the server draws, whose boxes lead to their lines, and beneath it the part that was clicked,
// to be edited. The page is loaded once; afterwards it is sent pictures, so that it keeps its place while somebody types.

import { Part } from './parts';

export type EditedPart = Pick<Part, 'path' | 'at' | 'name' | 'number'>;

// From the extension to the page.
export interface ShownMap {
  svg: string; // of the server; empty: there is nothing to draw
  words: string; // in its place
  // The part that is edited, with all parts of its file, and the states of its agent that it may turn to; null: none is.
  edited?: { part: Part; parts: Part[]; states: string[] } | null;
  said?: string; // what came of the last edit
  isRefusal?: boolean; // that it was not done
}
// From the page to the extension. `ready`: it has been loaded, also after it was hidden; `address`: what a box is linked to, with
// the kind and the name of the box and the agent whose map it is on.
export interface SaidOfMap {
  ready?: boolean;
  address?: string;
  kind?: string;
  name?: string;
  agent?: string;
  close?: boolean; // the part is not edited any more
  // An edit of a part; null: of the file of the agent.
  edit?: { of: EditedPart | null; what: Record<string, unknown> };
}

// `file:///…/guard.ishi.yaml#L12`: the file and the line, counted from 0.
export function placeOf(address: string): { uri: string; line: number } | undefined {
  const found = /^([^#]+)#L(\d+)$/.exec(address);
  return found === null ? undefined : { uri: found[1], line: Math.max(0, Number(found[2]) - 1) };
}

export function mapPage(nonce: string): string {
  return `<!DOCTYPE html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'">
<style>
html, body { height: 100% }
body { padding: 0; margin: 0; display: flex; flex-direction: column; overflow: hidden; font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); color: var(--vscode-foreground) }
#map { flex: 1; min-height: 0; overflow: auto }
#map svg { background: transparent; color-scheme: light dark; max-width: none }
#map [data-part] { cursor: pointer } #map .chosen .box { stroke-width: 3.4 }
body.vscode-dark #map svg, body.vscode-high-contrast #map svg { --ink: #e8eaed; --faint: #a2acb8; --paper: #1f242a; --sense: #6db3f2; --event: #b794f4;
  --memory: #4fd1c5; --need: #f6ad55; --drive: #f687b3; --choice: #a0aec0; --state: #7bd389; --action: #8fb0ff; --goal: #e0b04c }
body.vscode-light #map svg { --ink: #1a1d21; --faint: #5b6470; --paper: #fff; --sense: #1f6fb2; --event: #7a4bc0;
  --memory: #0f766e; --need: #b45309; --drive: #b0246f; --choice: #4b5563; --state: #2f7d32; --action: #1e3a8a; --goal: #8a5a00 }
#words { padding: 1em }
#edit { border-top: 1px solid var(--vscode-panel-border, #8884); padding: 6px 10px; max-height: 45%; overflow: auto }
#edit .row { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; margin: 3px 0 }
#edit .gap { flex: 1 } #edit ul { list-style: none; margin: 2px 0; padding: 0 }
#edit input, #edit select { background: var(--vscode-input-background); color: var(--vscode-input-foreground); border: 1px solid var(--vscode-input-border, #8886); font: inherit; padding: 1px 4px }
#edit input[type=number] { width: 5.5em } #edit input.condition { flex: 1; min-width: 8em }
#edit button { background: var(--vscode-button-secondaryBackground, #8883); color: var(--vscode-button-secondaryForeground, inherit); border: 0; font: inherit; padding: 2px 7px; cursor: pointer }
#edit button.plain { background: none; color: var(--vscode-textLink-foreground); padding: 2px 0 }
#edit button:disabled { opacity: 0.4; cursor: default }
#said { padding: 4px 10px } #said.refusal { color: var(--vscode-errorForeground) }
</style></head><body><div id="words" role="status"></div><div id="map"></div><section id="edit" hidden></section><div id="said" role="status" hidden></div>
<script nonce="${nonce}">
const editor = acquireVsCodeApi(), map = document.getElementById('map'), words = document.getElementById('words');
const box = document.getElementById('edit'), said = document.getElementById('said');
let edited = null, agent = '', isShowing = false;

const isWithin = (a, b) => a.length > b.length && b.every((one, i) => one === a[i]);
const isSame = (a, b) => a.length === b.length && a.every((one, i) => one === b[i]);
function made(name, properties = {}, ...inside) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...inside);
  return element;
}
const input = (properties) => made('input', { ...properties, defaultValue: properties.value ?? '', oninput: (event) => { event.target.isTyped = true; } });
const make = (part, what) => {
  if (document.activeElement !== null) document.activeElement.isTyped = false;
  editor.postMessage({ edit: { of: part === null ? null : { path: part.path, at: part.at, name: part.name, number: part.number }, what: { ...what, agent } } });
};
const button = (label, title, does, isOff = false) => {
  const one = made('button', { textContent: label, title, disabled: isOff, onclick: does });
  one.setAttribute('aria-label', title);
  return one;
};
// Where it stands among its neighbours.
const beside = (part) => edited.parts.filter((one) => one.path === part.path && one.of === part.of && isSame(one.at.slice(0, -1), part.at.slice(0, -1)));
function order(part) {
  const all = beside(part), at = all.findIndex((one) => isSame(one.at, part.at));
  return [button('↑', 'Move ' + part.name + ' up', () => make(part, { do: 'move', by: -1 }), at <= 0),
    button('↓', 'Move ' + part.name + ' down', () => make(part, { do: 'move', by: 1 }), at < 0 || at === all.length - 1)];
}
const more = (part) => [...(part.of === 'transition' ? [] : [button('Copy', 'Copy ' + part.name + ': the same once more, right behind it', () => make(part, { do: 'duplicate' }))]),
  button('✕', 'Remove ' + part.name + ' from the text', () => make(part, { do: 'remove' }))];
// A number of the text.
function number(part, label) {
  const field = input({ type: 'number', value: part.value });
  field.step = part.whole ? 1 : 10 ** (Math.floor(Math.log10(Math.max(0.01, Math.abs(part.value)))) - 1);
  if (part.low !== null && part.low !== undefined) field.min = part.low;
  if (part.high !== null && part.high !== undefined) field.max = part.high;
  field.setAttribute('aria-label', label);
  field.onchange = () => { if (field.value !== '' && Number(field.value) !== part.value) make(part, { do: 'setNumber', value: Number(field.value) }); };
  return made('label', {}, part.at.filter((step) => !/^\\d+$/.test(step)).at(-1) + ' ', field, part.unit ?? '');
}
function show() {
  if (edited === null) {
    box.replaceChildren();
    box.hidden = true;
    return;
  }
  const typed = typing();
  const { part, parts, states } = edited, inside = parts.filter((one) => one.path === part.path && isWithin(one.at, part.at));
  const rows = inside.filter((one) => ['step', 'method', 'transition'].includes(one.of));
  const isOf = (one, row) => isWithin(one.at, row.at) || isSame(one.at, row.at);
  const numbers = inside.filter((one) => one.of === 'number' && one.alone && !rows.some((row) => isOf(one, row)));
  const name = input({ type: 'text', value: part.name, size: Math.max(8, part.name.length + 1), spellcheck: false });
  name.setAttribute('aria-label', 'Name');
  let asked = part.name;
  const rename = () => { if (name.value.trim() !== asked) make(part, { do: 'rename', name: (asked = name.value.trim()) }); };
  name.onkeydown = (event) => { if (event.key === 'Enter') rename(); if (event.key === 'Escape') name.value = part.name; };
  name.onblur = () => { if (!isShowing) rename(); }; // it is not left when all is made anew
  // In the list of an agent's actions the order decides between equals; where it stands among all actions decides nothing.
  const listed = part.of === 'action' ? parts.find((one) => one.of === 'listed' && one.at[1] === agent && one.name.replace(/^[+-]/, '') === part.name) : undefined;
  box.replaceChildren(made('div', { className: 'row' }, made('strong', { textContent: part.noun }), name, ...order(listed ?? part), ...more(part),
    ...numbers.map((one) => number(one, part.name + ' ' + one.at.slice(part.at.length).join(' '))), made('span', { className: 'gap' }),
    button('Close', 'Close; the text stays as it is', () => editor.postMessage({ close: true }))));
  const list = made('ul');
  for (const row of rows) {
    const line = made('li', { className: 'row' });
    line.style.paddingLeft = rows.filter((one) => isWithin(row.at, one.at)).length + 'em';
    line.append(made('button', { className: 'plain', textContent: (row.of === 'transition' ? 'to ' : '') + row.name, title: row.noun + ': to its text',
      onclick: () => editor.postMessage({ address: row.path + '#L' + (row.nameRange.start.line + 1) }) }));
    if (row.of === 'transition') {
      const condition = input({ type: 'text', className: 'condition', value: row.text, spellcheck: false });
      condition.setAttribute('aria-label', 'Condition of the transition to ' + row.name);
      condition.onchange = () => make(row, { do: 'setText', text: condition.value });
      line.append(condition);
    }
    line.append(...inside.filter((one) => one.of === 'number' && one.alone && isOf(one, row) && !rows.some((deeper) => isWithin(deeper.at, row.at) && isOf(one, deeper)))
      .map((one) => number(one, row.name + ' ' + one.at.at(-1))), made('span', { className: 'gap' }), ...order(row), ...more(row));
    if (row.of === 'step' || row.of === 'method') line.append(button('+', 'Add a ' + row.of + ' behind ' + row.name, () => make(row, { do: 'add', of: row.of })));
    list.append(line);
  }
  if (rows.length > 0) box.append(list);
  if (part.of === 'state') {
    const free = states.filter((one) => one !== part.name && !rows.some((row) => row.of === 'transition' && row.name === one));
    const target = made('select', {}, made('option', { value: '', textContent: '…' }), ...free.map((one) => made('option', { textContent: one })));
    target.setAttribute('aria-label', 'State that it turns to');
    const condition = input({ type: 'text', className: 'condition', placeholder: 'elapsed > 5s', spellcheck: false });
    condition.setAttribute('aria-label', 'Condition of the new transition');
    box.append(made('div', { className: 'row' }, 'turns to ', target, ' when ', condition,
      button('Draw the transition', 'Draw the transition', () => { if (target.value !== '') make(part, { do: 'connect', name: target.value, text: condition.value.trim() }); })));
  } else if (part.of === 'action' && !rows.some((row) => row.of === 'step')) {
    box.append(made('div', { className: 'row' }, button('Add a step', 'Add a step', () => make(part, { do: 'add', of: 'step' }))));
  }
  box.append(made('div', { className: 'row' }, button('Add an action', 'Add an action to ' + agent, () => make(null, { do: 'add', of: 'action' })),
    button('Add a state', 'Add a state to ' + agent, () => make(null, { do: 'add', of: 'state' }))));
  box.hidden = false;
  typed?.();
}
// The field that somebody is typing into stays what it is when the text behind it changes: call what this gives once it is made anew.
function typing() {
  const before = document.activeElement, label = before?.getAttribute('aria-label');
  if (!box.contains(before) || label === null) return null;
  const { value, defaultValue, selectionStart, selectionEnd } = before;
  return () => {
    const field = [...box.querySelectorAll('[aria-label]')].find((one) => one.getAttribute('aria-label') === label);
    if (field === undefined) return;
    field.focus();
    if (field.tagName !== 'INPUT') return;
    if (value !== defaultValue && before.isTyped) [field.value, field.isTyped] = [value, true];
    if (field.type === 'text') field.setSelectionRange(selectionStart, selectionEnd);
  };
}
function mark() {
  for (const one of map.querySelectorAll('.chosen')) one.classList.remove('chosen');
  if (edited === null) return;
  for (const one of map.querySelectorAll('[data-part]')) {
    if (one.dataset.name === edited.part.name && one.dataset.kind === edited.part.noun && (one.closest('[data-agent]')?.dataset.agent ?? agent) === agent) one.classList.add('chosen');
  }
}
window.addEventListener('message', ({ data }) => {
  words.textContent = data.words;
  words.hidden = data.words === '';
  if (data.svg !== '' || data.words !== '') map.innerHTML = data.svg;
  if (data.edited !== undefined) {
    edited = data.edited;
    isShowing = true;
    show();
    isShowing = false;
  }
  mark();
  said.textContent = data.said ?? '';
  said.hidden = (data.said ?? '') === '';
  said.className = data.isRefusal ? 'refusal' : '';
});
map.addEventListener('click', (event) => {
  const link = event.target.closest('a');
  if (link === null) return;
  event.preventDefault();
  const part = event.target.closest('[data-part]');
  agent = part?.closest('[data-agent]')?.dataset.agent ?? agent;
  editor.postMessage({ address: link.getAttribute('href'), kind: part?.dataset.kind, name: part?.dataset.name, agent });
});
editor.postMessage({ ready: true });
</script></body></html>`;
}
