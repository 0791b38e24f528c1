// The page of a map: the picture that the server draws, whose boxes lead to their lines. The page is loaded once; afterwards it is
// sent pictures, so that it keeps its place while somebody types.

// From the extension to the page.
export interface ShownMap {
  svg: string; // of the server; empty: there is nothing to draw
  words: string; // in its place
}
// From the page to the extension. `ready`: it has been loaded, also after it was hidden; `address`: what a box is linked to.
export interface SaidOfMap {
  ready?: boolean;
  address?: string;
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
body { padding: 0; margin: 0; overflow: auto }
#map svg { background: transparent; color-scheme: light dark; max-width: none }
body.vscode-dark #map svg, body.vscode-high-contrast #map svg { --ink: #e8eaed; --faint: #a2acb8; --paper: #1f242a; --sense: #6db3f2; --event: #b794f4;
  --memory: #4fd1c5; --need: #f6ad55; --drive: #f687b3; --choice: #a0aec0; --state: #7bd389; --action: #8fb0ff; --goal: #e0b04c }
body.vscode-light #map svg { --ink: #1a1d21; --faint: #5b6470; --paper: #fff; --sense: #1f6fb2; --event: #7a4bc0;
  --memory: #0f766e; --need: #b45309; --drive: #b0246f; --choice: #4b5563; --state: #2f7d32; --action: #1e3a8a; --goal: #8a5a00 }
#words { padding: 1em; font-family: var(--vscode-font-family) }
</style></head><body><div id="words" role="status"></div><div id="map"></div>
<script nonce="${nonce}">
const editor = acquireVsCodeApi(), map = document.getElementById('map'), words = document.getElementById('words');
window.addEventListener('message', ({ data }) => {
  words.textContent = data.words;
  words.hidden = data.words === '';
  if (data.svg !== '' || data.words !== '') map.innerHTML = data.svg;
});
map.addEventListener('click', (event) => {
  const link = event.target.closest('a');
  if (link === null) return;
  event.preventDefault();
  editor.postMessage({ address: link.getAttribute('href') });
});
editor.postMessage({ ready: true });
</script></body></html>`;
}
