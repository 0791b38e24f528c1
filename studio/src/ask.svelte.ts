import { project } from './project.svelte';
import { wordsOf } from './look/words';

// An answer that is asked again whenever the question or a text changes: the last one stays until the next is there, and of
// several questions on the way only the last counts.
export class Asked<T> {
  answer: T | null = $state.raw(null);
  refusal = $state('');
  // Milliseconds from the question to the answer.
  took = $state(0);
  private turn = 0;
  private said = '';
  private engine: typeof project.engine = null;

  // `argument` null: there is nothing to ask.
  constructor(command: string, argument: () => unknown) {
    $effect(() => {
      const asked = $state.snapshot(argument());
      void project.revision;
      if (project.engine === null || project.path === '' || asked === null) return;
      // Another object that says the same is no other question.
      const said = `${project.revision} ${project.path} ${JSON.stringify(asked)}`;
      if (said === this.said && project.engine === this.engine) return;
      [this.said, this.engine] = [said, project.engine];
      void this.ask(command, asked);
    });
  }

  private async ask(command: string, argument: unknown): Promise<void> {
    const turn = ++this.turn;
    const begun = performance.now();
    try {
      const answer = await project.ask<T>(command, argument);
      if (turn !== this.turn) return;
      this.answer = answer;
      this.refusal = '';
      this.took = performance.now() - begun;
    } catch (error) {
      if (turn !== this.turn) return;
      this.refusal = wordsOf(error);
    }
  }
}
