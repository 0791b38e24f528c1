import type { TestResult } from '../engine/answers';
import { project } from '../project.svelte';
import { wordsOf } from '../look/words';

// The results of the file's tests. While their tab is open all of them run after each change. Else, for the count on the tab, those
// of single decisions, which take a moment, run once nobody has typed or asked anything for a while; whatever else is asked goes first.

const kQuiet = 1500; // milliseconds

class Results {
  answer: TestResult[] | null = $state.raw(null); // of all tests; null as long as they have not been looked at
  refusal = $state('');
  isShown = $state(false);
  private quick: Map<string, boolean> = $state.raw(new Map()); // tests of decisions that have run since: whether they pass
  private of = { engine: null as typeof project.engine, path: '' };
  private done = -1; // the revision that all are of
  private quickDone = -1; // … and those of decisions

  readonly failed = $derived.by(() => {
    const passes = new Map([...(this.answer ?? []).map((one): [string, boolean] => [one.name, one.passed]), ...this.quick]);
    return [...passes.values()].filter((one) => !one).length;
  });

  // Call it once, while a component is made.
  watch(): void {
    $effect(() => {
      const { engine, path, revision, hasErrors, subjects } = project, { isShown } = this;
      if (engine !== this.of.engine || path !== this.of.path) {
        this.of = { engine, path };
        this.answer = null;
        this.quick = new Map();
        this.refusal = '';
        this.done = this.quickDone = -1;
      }
      const isDone = () => this.done === revision || (!isShown && this.quickDone === revision);
      if (engine === null || path === '' || subjects === null || hasErrors || isDone()) return;
      let stop = new AbortController(), timer: ReturnType<typeof setTimeout>;
      const names = subjects.tests.filter((one) => !one.runs && !one.proves && one.scene === '').map((one) => one.name);
      const later = () => {
        stop.abort();
        stop = new AbortController();
        const { signal } = stop;
        clearTimeout(timer);
        timer = setTimeout(() => void (isShown ? this.run(revision, signal) : this.runQuick(revision, names, signal)), isShown ? 0 : kQuiet);
      };
      later();
      project.asked = isShown ? () => {} : () => { if (!isDone()) later(); };
      return () => {
        clearTimeout(timer);
        stop.abort();
        project.asked = () => {};
      };
    });
  }

  private async run(revision: number, signal: AbortSignal): Promise<void> {
    try {
      const { tests } = await project.ask<{ tests: TestResult[] }>('ishi.runTests', undefined, signal);
      if (signal.aborted) return;
      this.answer = tests;
      this.quick = new Map();
      this.refusal = '';
      this.done = revision;
    } catch (error) {
      if (!signal.aborted) this.refusal = wordsOf(error);
    }
  }
  private async runQuick(revision: number, names: string[], signal: AbortSignal): Promise<void> {
    try {
      const passes = new Map<string, boolean>();
      for (const name of names) {
        const { tests } = await project.ask<{ tests: TestResult[] }>('ishi.runTest', name, signal);
        if (signal.aborted) return;
        for (const one of tests) passes.set(one.name, one.passed);
      }
      this.quick = passes;
      this.quickDone = revision;
    } catch {
      // They are asked again with the next change.
    }
  }
}
export const results = new Results();
