import { project } from './project.svelte';
import { wordsOf } from './look/words';

// An answer that is asked again whenever the question or a text changes: the last one stays until the next is there. Of several
// questions on the way only the last counts; the others are cancelled.
export class Asked<T> {
  answer: T | null = $state.raw(null);
  of: unknown = $state.raw(null); // what was asked for the answer
  refusal = $state('');
  private isWanted = new AbortController();
  private said = '';
  private engine: typeof project.engine = null;
  private path = '';

  // `argument` null: there is nothing to ask. `wait`: milliseconds without another question before it is asked, where others
  // are looked at first.
  constructor(command: string, argument: () => unknown, wait = 0) {
    $effect(() => {
      const asked = $state.snapshot(argument());
      void project.revision;
      // What was answered of another file says nothing of this one.
      if (project.engine !== this.engine || project.path !== this.path) {
        [this.engine, this.path, this.said] = [project.engine, project.path, ''];
        this.isWanted.abort();
        this.answer = null;
        this.refusal = '';
      }
      if (project.engine === null || project.path === '' || asked === null) return;
      // Another object that says the same is no other question.
      const said = `${project.revision} ${project.path} ${JSON.stringify(asked)} ${JSON.stringify(project.off)}`;
      if (said === this.said) return;
      this.said = said;
      this.isWanted.abort();
      const { signal } = (this.isWanted = new AbortController());
      if (wait === 0) void this.ask(command, asked, signal);
      else setTimeout(() => void this.ask(command, asked, signal), wait);
    });
  }

  private async ask(command: string, argument: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    try {
      const answer = await project.ask<T>(command, argument, signal);
      if (signal.aborted) return;
      this.answer = answer;
      this.of = argument;
      this.refusal = '';
    } catch (error) {
      if (!signal.aborted) this.refusal = wordsOf(error);
    }
  }
}
