import type { Run } from '../engine/answers';
import { nowOf, type Moment } from '../run/moments';

// Counts of what the agents of each kind did, as `ishi.map` takes them: by the parts and turns of each agent's map.
export type Counts = Record<string, { parts: [kind: 'action' | 'state', name: string, times: number, share: number][]; turns: [from: string, to: string, times: number][] }>;

interface Doing {
  times: number;
  seconds: number;
}
const add = (all: Map<string, Doing>, name: string, times: number, seconds: number): void => {
  const doing = all.get(name) ?? { times: 0, seconds: 0 };
  all.set(name, { times: doing.times + times, seconds: doing.seconds + seconds });
};

// The states of one agent over a run, with the seconds since when. `first`: the one that it begins in.
export function statesOf(run: Run, agent: string, first: string): [from: number, state: string][] {
  const states: [number, string][] = first === '' ? [] : [[0, first]];
  for (const one of run.events) if (one.agent === agent && one.kind === 'state' && one.name !== undefined) states.push([one.seconds, one.name]);
  return states;
}

// `firstOf`: the state in which an agent of a kind begins; empty: it has none.
export function countsOf(run: Run, moments: Moment[], firstOf: (agent: string) => string): Counts {
  const counts: Counts = {};
  for (const kind of new Set(run.agents.map((one) => one.agent))) {
    const own = run.agents.filter((one) => one.agent === kind);
    const actions = new Map<string, Doing>(), states = new Map<string, Doing>(), turns = new Map<string, [string, string, number]>();
    let whole = 0;
    for (const agent of own) {
      const end = agent.gone ?? run.seconds;
      whole += end;
      for (const one of moments) if (one.agent === agent.name) add(actions, one.action, 1, Math.min(one.to, end) - one.from);
      const all = statesOf(run, agent.name, firstOf(kind));
      all.forEach(([from, state], i) => {
        add(states, state, i === 0 && from === 0 ? 0 : 1, (all[i + 1]?.[0] ?? end) - from);
        const before = all[i - 1]?.[1];
        if (before === undefined) return;
        const key = `${before}\n${state}`, turn = turns.get(key) ?? [before, state, 0];
        turns.set(key, [before, state, turn[2] + 1]);
      });
    }
    const listed = (what: 'action' | 'state', all: Map<string, Doing>) =>
      [...all].map(([name, { times, seconds }]): Counts[string]['parts'][number] => [what, name, times, whole > 0 ? Math.max(0, Math.min(1, seconds / whole)) : 0]);
    counts[kind] = { parts: [...listed('action', actions), ...listed('state', states)], turns: [...turns.values()] };
  }
  return counts;
}

// The goals at which an agent works at a time.
export function goalsOf(run: Run, name: string, at: number): string[] {
  const agent = run.agents.find((one) => one.name === name), active = new Set(nowOf(agent?.active, at) ?? []);
  return (run.bodies[agent?.agent ?? ''] ?? []).flatMap((body) => body.nodes).filter((node) => node.kind === 'goal' && node.name !== undefined && active.has(node.node))
    .map((node) => node.name!);
}
