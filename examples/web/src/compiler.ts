// The compiler in a worker of its own: the same `ishi build` as on a desk, as WebAssembly. It is fetched when it is first asked.

/** A message to the worker: the files of a project, and the one to compile. */
export interface Question { files: Record<string, string>; file: string }
/** The worker's answer. */
export type Answer = { blob: Uint8Array } | { refused: string };

export class Compiler {
  #worker: Worker | undefined;
  #waiting: Question | undefined;
  #isBusy = false;

  constructor(private readonly answered: (answer: Answer) => void) {}

  /** Compiles these files. While one version is compiled only the newest of those that come waits. */
  compile(question: Question): void {
    this.#waiting = question;
    if (this.#isBusy) return;
    this.#worker ??= this.#started();
    this.#next();
  }

  #started(): Worker {
    const worker = new Worker(new URL('./compiler_worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#took(data);
    worker.onerror = ({ message }) => {
      this.#worker = undefined;
      this.#took({ refused: `The compiler could not be started: ${message}` });
    };
    return worker;
  }
  #took(answer: Answer): void {
    this.#isBusy = false;
    // An answer about an older text still shows the effect of the number.
    this.answered(answer);
    if (this.#worker !== undefined) this.#next();
  }
  #next(): void {
    if (this.#waiting === undefined) return;
    this.#isBusy = true;
    this.#worker!.postMessage(this.#waiting);
    this.#waiting = undefined;
  }
}
