import type { Decision } from '../engine/answers';
import { shown } from '../look/numbers';

// Why a decision is as it is, in sentences: what counts most first.
export function reasonsOf(decision: Decision, most = 5): string[] {
  const { choice, options, note } = decision;
  const nameOf = (one: { action: string; target: string | null }) => `\`${one.action}\`${one.target === null ? '' : ` for ${one.target}`}`;
  const isChosen = (one: Decision['options'][number]) => choice?.action === one.action && (choice.target ?? null) === one.target;
  const said: string[] = [];
  // A sentence begins with a capital letter, but a name stays as it is.
  const beginsWithName = (sentence: string) => options.some((one) => sentence.startsWith(`${one.action} `));
  const add = (sentence: string) => {
    const begun = beginsWithName(sentence) ? sentence : sentence.charAt(0).toUpperCase() + sentence.slice(1);
    said.push(/[.!?]$/.test(begun) ? begun : `${begun}.`);
  };
  if (note !== null) add(note);
  const chosen = options.find(isChosen), rivals = options.filter((one) => one.eligible && one.does_not_compete.length === 0 && !isChosen(one));
  const next = rivals.reduce<Decision['options'][number] | null>((best, one) => (best === null || (one.score ?? -Infinity) > (best.score ?? -Infinity) ? one : best), null);
  if (note === null && chosen !== undefined && chosen.score !== null) {
    const kept = chosen.inertia > 0 ? `, and ${shown(chosen.inertia)} more since it runs` : '';
    if (next === null || next.score === null) add(`${nameOf(chosen)} is the only one that can be chosen`);
    else add(`${nameOf(chosen)} scores highest: ${shown(chosen.score)}${kept}; next is ${nameOf(next)} with ${shown(next.score)}`);
  }
  for (const one of options.filter((one) => one.eligible && !isChosen(one))) {
    for (const reason of one.does_not_compete) if (note === null || !note.includes(reason)) add(`${nameOf(one)} waits: ${reason}`);
  }
  for (const one of options.filter((one) => !one.eligible && !isChosen(one))) add(`${nameOf(one)} cannot be chosen: ${one.obstacle ?? one.gate ?? 'not now'}`);
  return said.slice(0, most);
}
