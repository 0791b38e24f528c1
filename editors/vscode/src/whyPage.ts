// The page of the panel "Why": what `ishi why --format json` says, with bars, and a slider for each key of a range.

export interface Term {
  name: string;
  value: number;
  contribution: number;
  weight: number;
}
export interface Option {
  action: string;
  target: string | null;
  eligible: boolean;
  obstacle: string | null;
  score: number | null;
  inertia: number;
  terms: Term[];
}
export interface Decision {
  agent: string;
  importance: string | null;
  choice: { action: string | null; target: string | null } | null;
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

// `--set` of `ishi why`: "hp=20".
export function setWord(key: Key | undefined, name: string, value: number): string {
  return `${name}=${key?.kind === 'whole' ? Math.round(value) : value}${key?.unit ?? ''}`;
}

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
const rounded = (value: number) => String(Math.round(value * 1000) / 1000);

function optionRow(option: Option, most: number, isPicked: boolean): string {
  const score = option.score ?? 0;
  const width = most > 0 ? Math.max(0, (score / most) * 100) : 0;
  const terms = option.terms
    .filter((term) => Math.abs(term.contribution) > 1e-6)
    .map((term) => `<span class="term">${escaped(term.name)} ${term.contribution > 0 ? '+' : ''}${rounded(term.contribution)}</span>`)
    .join(' ');
  const name = `${escaped(option.action)}${option.target === null ? '' : ` <small>for ${escaped(option.target)}</small>`}`;
  const beside = option.eligible ? terms : `<span class="obstacle">${escaped(option.obstacle ?? 'not eligible')}</span>`;
  return `<tr class="${isPicked ? 'picked' : ''} ${option.eligible ? '' : 'out'}"><th>${name}</th>` +
    `<td class="bar"><div style="width:${width.toFixed(1)}%"></div></td><td class="score">${option.eligible ? rounded(score) : '–'}</td><td>${beside}</td></tr>`;
}

function slider(key: Key, set: Map<string, number>): string {
  const value = set.get(key.name);
  const step = key.kind === 'whole' ? 1 : (key.high - key.low) / 200;
  const shown = value === undefined ? 'as given' : `${rounded(value)}${escaped(key.unit)}`;
  return `<label><span>${escaped(key.name)}</span><input type="range" data-key="${escaped(key.name)}" min="${key.low}" max="${key.high}" ` +
    `step="${step}" value="${value ?? key.fallback}"><output>${shown}</output></label>`;
}

// `nonce`: for the one script of the page.
export function whyPage(test: string, decision: Decision | string, keys: Key[], set: Map<string, number>, nonce: string): string {
  let body: string;
  if (typeof decision === 'string') {
    body = `<pre>${escaped(decision)}</pre>`;
  } else {
    const most = Math.max(0, ...decision.options.map((option) => (option.eligible ? option.score ?? 0 : 0)));
    const picked = decision.choice?.action ?? null;
    body = `<p><b>${escaped(decision.agent)}</b>${decision.importance === null ? '' : `, ${escaped(decision.importance)}`}: ` +
      `<b>${picked === null ? 'nothing' : escaped(picked)}</b></p><table>` +
      decision.options.map((option) => optionRow(option, most, option.action === picked)).join('') + '</table>';
  }
  const style = `body{font-family:var(--vscode-font-family);color:var(--vscode-foreground)}table{border-collapse:collapse;width:100%}
th{text-align:left;font-weight:normal;padding:2px 8px 2px 0;white-space:nowrap}.picked th{font-weight:bold}.out{opacity:.6}.bar{width:30%}
.bar div{height:.8em;background:var(--vscode-charts-blue)}.picked .bar div{background:var(--vscode-charts-green)}
.score{padding:0 8px;text-align:right}.term{margin-right:.8em}.obstacle{font-style:italic}
label{display:flex;gap:8px;align-items:center}label span{width:9em;overflow:hidden;text-overflow:ellipsis}label input{flex:1}label output{width:6em}`;
  const script = `const vscode = acquireVsCodeApi();
document.querySelectorAll('input[type=range]').forEach((input) => input.addEventListener('input', () =>
  vscode.postMessage({ key: input.dataset.key, value: Number(input.value) })));
document.getElementById('reset').addEventListener('click', () => vscode.postMessage({ reset: true }));`;
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" ` +
    `content="default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'"><style>${style}</style></head><body>` +
    `<h3>${escaped(test)}</h3>${body}<h4>What if… <button id="reset">as given</button></h4>${keys.map((key) => slider(key, set)).join('')}` +
    `<script nonce="${nonce}">${script}</script></body></html>`;
}
