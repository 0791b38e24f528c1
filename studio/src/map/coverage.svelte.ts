import type { Decision, Run } from '../engine/answers';
import { project } from '../project.svelte';
import { momentsOf } from '../run/moments';
import { countsOf, type Counts } from './counts';

// How often the tests of the file take each action, state and transition: a run by what is done in it, a test of one decision by
// what is chosen. Tests that prove something run nothing and count for nothing.

const kPause = 400; // milliseconds without another text

interface Sum { kind: 'action' | 'state'; name: string; times: number; seconds: number }

export class Coverage {
  counts: Counts | null = $state.raw(null);
  done = $state(0);
  all = $state(0);

  // `isWanted`: whether it is looked at; else nothing is asked.
  constructor(isWanted: () => boolean, firstOf: (agent: string) => string) {
    $effect(() => {
      void project.revision;
      void project.off;
      const subjects = project.subjects;
      if (!isWanted() || subjects === null || project.hasErrors) return;
      const left = new AbortController();
      const tests = subjects.tests.filter((one) => !one.proves);
      const timer = setTimeout(() => void this.ask(tests, firstOf, left.signal), kPause);
      return () => {
        clearTimeout(timer);
        left.abort();
      };
    });
  }

  private async ask(tests: { name: string; agent: string; runs: boolean }[], firstOf: (agent: string) => string, signal: AbortSignal): Promise<void> {
    const sums = new Map<string, { parts: Map<string, Sum>; turns: Map<string, [string, string, number]>; seconds: number }>();
    const of = (agent: string) => {
      const known = sums.get(agent) ?? { parts: new Map(), turns: new Map(), seconds: 0 };
      sums.set(agent, known);
      return known;
    };
    const add = (agent: string, kind: 'action' | 'state', name: string, times: number, seconds: number) => {
      const { parts } = of(agent), key = `${kind} ${name}`, sum = parts.get(key) ?? { kind, name, times: 0, seconds: 0 };
      parts.set(key, { ...sum, times: sum.times + times, seconds: sum.seconds + seconds });
    };
    [this.done, this.all] = [0, tests.length];
    for (const test of tests) {
      try {
        if (test.runs) {
          const run = await project.ask<Run>('ishi.play', { test: test.name }, signal);
          for (const [agent, own] of Object.entries(countsOf(run, momentsOf(run), firstOf))) {
            of(agent).seconds += run.seconds;
            for (const [kind, name, times, share] of own.parts) add(agent, kind, name, times, share * run.seconds);
            for (const [from, to, times] of own.turns) {
              const { turns } = of(agent), key = `${from}\n${to}`, turn = turns.get(key) ?? [from, to, 0];
              turns.set(key, [from, to, turn[2] + times]);
            }
          }
        } else {
          const decision = await project.ask<Decision>('ishi.decide', { test: test.name, flips: false }, signal);
          of(decision.agent);
          if (decision.choice?.action) add(decision.agent, 'action', decision.choice.action, 1, 0);
        }
      } catch {
        // it cannot be run as the text stands
      }
      if (signal.aborted) return;
      this.done += 1;
    }
    this.counts = Object.fromEntries([...sums].map(([agent, { parts, turns, seconds }]) => [agent, {
      parts: [...parts.values()].map((one): Counts[string]['parts'][number] => [one.kind, one.name, one.times, seconds > 0 ? Math.min(1, one.seconds / seconds) : 0]),
      turns: [...turns.values()],
    }]));
  }
}
