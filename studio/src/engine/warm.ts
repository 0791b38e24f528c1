// The worker of the first engine, begun before anybody needs it: its module is large.

let waiting: Worker | null = null;

const begun = (): Worker => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

export function warm(): void {
  const worker = (waiting = begun());
  // One that could not be loaded is nobody's: whoever needs one begins another, and hears why.
  worker.onerror = () => { if (waiting === worker) waiting = null; };
}
export function takeWorker(): Worker {
  const worker = waiting ?? begun();
  waiting = null;
  return worker;
}
