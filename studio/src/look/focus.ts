// Keys go on where they were: a button that is gone or disabled once it was pressed hands the focus to what is left around it, so
// that nobody begins at the top of the page again.

const kFocusable = 'button:not(:disabled), select:not(:disabled), input:not(:disabled), a[href], [contenteditable=true], [tabindex="0"]';
const kLooks = [50, 400, 1500]; // milliseconds after it was pressed, as an answer may take a while

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body || !document.activeElement.isConnected;

function focusNear(around: Element[]): void {
  for (const one of around) {
    if (!one.isConnected || one === document.body) continue;
    const next = [...one.querySelectorAll<HTMLElement>(kFocusable)].find((other) => other.offsetParent !== null);
    if (next === undefined) continue;
    next.focus({ preventScroll: true });
    return;
  }
}

// Call once. Returns what ends it.
export function keepFocus(): () => void {
  const listen = (event: MouseEvent) => {
    const pressed = (event.target as Element | null)?.closest('button');
    if (!pressed) return;
    const around: Element[] = [];
    for (let one = pressed.parentElement; one !== null; one = one.parentElement) around.push(one);
    for (const wait of kLooks) setTimeout(() => { if (isLost()) focusNear(around); }, wait);
  };
  document.addEventListener('click', listen, true);
  return () => document.removeEventListener('click', listen, true);
}
