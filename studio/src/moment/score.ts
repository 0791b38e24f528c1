import type { Option, Term } from '../engine/answers';

// How the terms of an option make its score, as rows to draw.

// `added`: begins where those before it end; `low` and `high` are on the scale of the scores. `factor`: multiplies what stands
// above it; `value`: one of those of which the least, the greatest or the mean counts. These two have a scale of their own, which
// ends at `whole`.
export type Row =
  | { kind: 'added'; term: Term; low: number; high: number }
  | { kind: 'factor' | 'value'; term: Term; whole: number };

const kAdds: readonly Option['combine'][] = ['sum', 'normalize', 'tactical'];
const kMultiplies: readonly Option['combine'][] = ['product', 'compensated', 'geometric'];

const isFactor = (option: Option, term: Term): boolean =>
  term.kind === 'weight' || kMultiplies.includes(option.combine) || (option.combine === 'tactical' && term.name === 'opportunity');

// Of a sum what adds nothing is left out. Factors come with the smallest first, which says most; none is left out.
export function rowsOf(option: Option): Row[] {
  const factors = option.terms.filter((term) => isFactor(option, term)).sort((a, b) => a.contribution - b.contribution);
  const others = option.terms.filter((term) => !isFactor(option, term));
  const wholeOf = (terms: Term[]) => Math.max(1, ...terms.map((term) => term.contribution));
  const whole = wholeOf(factors), chain = factors.map((term): Row => ({ kind: 'factor', term, whole }));
  if (!kAdds.includes(option.combine)) {
    const most = wholeOf(others);
    return [...others.map((term): Row => ({ kind: 'value', term, whole: most })), ...chain];
  }
  let sum = 0;
  const added = others.filter((term) => Math.abs(term.contribution) > 1e-6).map((term): Row => {
    const from = sum;
    sum += term.contribution;
    return { kind: 'added', term, low: Math.min(from, sum), high: Math.max(from, sum) };
  });
  return [...added, ...chain];
}

// The sentences that `ishi why` prints below the terms.
export const sentencesOf = (option: Option): string[] => [option.combine_words ?? [], option.does_not_compete].flat();
