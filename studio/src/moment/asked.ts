import type { Situation, Subjects } from '../engine/answers';
import type { Looks } from '../seen.svelte';

// The situation that a moment is of: as a test or the file says, but for what a person has set. Null: there is no agent.
export function asked(looks: Looks['moment'], subjects: Subjects | null): Situation | null {
  const of = subjects?.agents.find((one) => one.name === looks.agent) ?? subjects?.agents[0];
  if (of === undefined || subjects === null) return null;
  const tests = testsOf(subjects, of.name), set = Object.entries(looks.set).filter(([name]) => subjects.keys.some((key) => key.name === name));
  return {
    agent: of.name,
    ...(tests.some((one) => one.name === looks.test) ? { test: looks.test } : {}),
    ...(subjects.profiles.includes(looks.importance) ? { importance: looks.importance } : {}),
    ...(of.states.includes(looks.state) ? { state: looks.state } : {}),
    set: set.map(([name, value]) => `${name}=${value}`),
  };
}

// Tests of one decision by an agent: their situation can be begun with.
export const testsOf = (subjects: Subjects | null, agent: string | undefined): Subjects['tests'] =>
  (subjects?.tests ?? []).filter((one) => !one.proves && one.scene === '' && one.agent === agent);
