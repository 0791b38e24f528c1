// The page of the panel "Why": what `ishi why --format json` says, with bars, and a slider for each key with a range. The page is
// loaded once; afterwards it is sent what has changed, so that a slider can be dragged while answers arrive.

export interface Term {
  name: string;
  kind: 'motive' | 'consideration' | 'tactical' | 'score' | 'weight';
  input: number;
  value: number;
  contribution: number;
  weight?: number;
}
export interface Option {
  action: string;
  target: string | null;
  eligible: boolean;
  obstacle: string | null;
  score: number | null;
  inertia: number;
  combine: 'sum' | 'normalize' | 'tactical' | 'product' | 'compensated' | 'geometric' | 'min' | 'max' | 'mean';
  combine_words: string | null;
  does_not_compete: string[];
  terms: Term[];
}
export interface Decision {
  agent: string;
  importance: string | null;
  given?: Record<string, string>; // the situation's values of keys and levels, as `--set` takes them
  choice: { action: string | null; target: string | null } | null;
  note: string | null;
  options: Option[];
}
export interface Key {
  name: string;
  low: number;
  high: number;
  fallback: number;
  unit: string;
  kind: string; // "number", "whole" or another, which has no slider
  ranged: boolean;
}
// A slider: its range, its value and the words beside it.
export interface Slider {
  name: string;
  low: number;
  high: number;
  step: number;
  value: number;
  shown: string;
  isSet: boolean; // by the person
}
// From the extension to the page, each time something has changed.
export interface Shown {
  test: string;
  decision: string; // HTML
  sliders: Slider[];
}
// From the page to the extension. `ready`: it has been loaded, also after it was hidden.
export interface Said {
  ready?: boolean;
  reset?: boolean;
  key?: string;
  value?: number;
}

// `--set` of `ishi why`: "hp=20".
export function setWord(key: Key | undefined, name: string, value: number): string {
  return `${name}=${key?.kind === 'whole' ? Math.round(value) : value}${key?.unit ?? ''}`;
}

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
const rounded = (value: number) => String(Math.round(value * 1000) / 1000 || 0);

const kAdds = ['sum', 'normalize', 'tactical'];
const kMultiplies = ['product', 'compensated', 'geometric'];
const named = (term: Term, text: string) => `<span class="term${term.contribution === 0 && text.startsWith('×') ? ' none' : ''}">${escaped(term.name)} ${text}</span>`;
const signed = (value: number) => (value < 0 ? '' : '+') + rounded(value);

// The terms as they make the score: "+0.3 +0.2 × 0.4", or "× 0 × 0.963" with the smallest factor first.
export function termsOf(option: Option): string {
  const isFactor = (term: Term) => term.kind === 'weight' || (option.combine === 'tactical' && term.name === 'opportunity') || kMultiplies.includes(option.combine);
  const parts = option.terms.filter((term) => !isFactor(term))
    .filter((term) => !kAdds.includes(option.combine) || Math.abs(term.contribution) > 1e-6)
    .map((term) => named(term, kAdds.includes(option.combine) ? signed(term.contribution) : rounded(term.contribution)));
  const factors = option.terms.filter(isFactor).sort((a, b) => a.contribution - b.contribution)
    .map((term) => named(term, `× ${rounded(term.contribution)}`));
  const inertia = option.inertia !== 0 ? [`<span class="term">inertia ${signed(option.inertia)}</span>`] : [];
  return [...parts, ...factors, ...inertia].join(' ');
}

function optionRow(option: Option, most: number, isPicked: boolean): string {
  const score = option.score ?? 0;
  const width = most > 0 ? Math.max(0, (score / most) * 100) : 0;
  const notes = [option.combine_words ?? [], option.does_not_compete].flat()
    .map((one) => `<div class="note">${escaped(one)}</div>`).join('');
  const name = `${escaped(option.action)}${option.target === null ? '' : ` <small>for ${escaped(option.target)}</small>`}`;
  const beside = option.eligible ? termsOf(option) + notes : `<span class="obstacle">${escaped(option.obstacle ?? 'not eligible')}</span>`;
  return `<tr class="${isPicked ? 'picked' : ''} ${option.eligible ? '' : 'out'}"><th scope="row">${name}</th>` +
    `<td class="bar"><div style="width:${width.toFixed(1)}%"></div></td><td class="score">${option.eligible ? rounded(score) : '–'}</td><td>${beside}</td></tr>`;
}

// A text where there is no decision: the reason.
export function decisionHtml(decision: Decision | string): string {
  if (typeof decision === 'string') return `<pre>${escaped(decision)}</pre>`;
  const most = Math.max(0, ...decision.options.map((option) => (option.eligible ? option.score ?? 0 : 0)));
  const picked = decision.choice;
  const isPicked = (one: Option) => one.action === picked?.action && (one.target ?? null) === (picked.target ?? null);
  const target = picked?.target ? ` for ${escaped(picked.target)}` : '';
  return `<p><b>${escaped(decision.agent)}</b>${decision.importance === null ? '' : `, ${escaped(decision.importance)}`}: ` +
    `<b>${picked?.action ? escaped(picked.action) : 'nothing'}</b>${target}</p>` +
    (decision.note === null ? '' : `<p class="note">${escaped(decision.note)}</p>`) +
    `<table>${decision.options.map((option) => optionRow(option, most, isPicked(option))).join('')}</table>`;
}

// `set`: by the person. Other keys have the value that the situation gives, else the declared one.
export function slidersOf(keys: Key[], given: Record<string, string>, set: Map<string, number>): Slider[] {
  return keys.map((key) => {
    const found = given[key.name] === undefined ? NaN : parseFloat(given[key.name]);
    const value = set.get(key.name) ?? (Number.isNaN(found) ? key.fallback : found);
    return { name: key.name, low: key.low, high: key.high, step: key.kind === 'whole' ? 1 : (key.high - key.low) / 200,
      value, shown: `${rounded(value)}${key.unit}`, isSet: set.has(key.name) };
  });
}

const kStyle = `body{font-family:var(--vscode-font-family);color:var(--vscode-foreground)}table{border-collapse:collapse;width:100%}
th{text-align:left;font-weight:normal;padding:2px 8px 2px 0;white-space:nowrap;vertical-align:top}td{vertical-align:top}.picked th{font-weight:bold}.out{opacity:.7}.bar{width:30%}
.bar div{height:.8em;margin-top:.25em;background:var(--vscode-charts-blue)}.picked .bar div{background:var(--vscode-charts-green)}
.score{padding:0 8px;text-align:right}.term{margin-right:.8em;white-space:nowrap}.none{color:var(--vscode-charts-red);font-weight:bold}.obstacle,.note{font-style:italic}.note{opacity:.8}
label{display:flex;gap:8px;align-items:center}label span{width:9em;overflow:hidden;text-overflow:ellipsis}label input{flex:1}label output{width:6em}label.set{font-weight:bold}`;

// The slider that is held keeps its place: the answer belongs to where it was.
const kScript = `const vscode = acquireVsCodeApi(), sliders = document.getElementById('sliders');
let held = null;
addEventListener('pointerup', () => { held = null; });
function row(one) {
  const label = document.createElement('label'), name = document.createElement('span'), input = document.createElement('input');
  name.textContent = name.title = one.name;
  input.type = 'range';
  input.dataset.key = one.name;
  input.min = one.low; input.max = one.high; input.step = one.step;
  input.addEventListener('pointerdown', () => { held = input; });
  input.addEventListener('input', () => vscode.postMessage({ key: one.name, value: Number(input.value) }));
  label.append(name, input, document.createElement('output'));
  return label;
}
addEventListener('message', ({ data }) => {
  document.querySelector('h3').textContent = data.test;
  document.getElementById('decision').innerHTML = data.decision;
  document.getElementById('reset').disabled = !data.sliders.some((one) => one.isSet);
  const listed = JSON.stringify([data.test, data.sliders.map((one) => [one.name, one.low, one.high, one.step])]);
  if (sliders.dataset.listed !== listed) {
    sliders.dataset.listed = listed;
    sliders.replaceChildren(...data.sliders.map(row));
  }
  data.sliders.forEach((one, i) => {
    const label = sliders.children[i], input = label.querySelector('input');
    if (input !== held) input.value = one.value;
    label.className = one.isSet ? 'set' : '';
    label.querySelector('output').textContent = one.shown;
  });
});
document.getElementById('reset').addEventListener('click', () => vscode.postMessage({ reset: true }));
vscode.postMessage({ ready: true });`;

// `nonce`: for the one script of the page.
export function whyPage(nonce: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" ` +
    `content="default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'"><style>${kStyle}</style></head><body>` +
    `<h3>Put the cursor into a test</h3><div id="decision" aria-live="polite"></div><h4>What if… <button id="reset" disabled>as given</button></h4><div id="sliders"></div>` +
    `<script nonce="${nonce}">${kScript}</script></body></html>`;
}
