import type { Key } from '../engine/answers';

export const hasSlider = (key: Key): boolean => key.ranged && (key.kind === 'number' || key.kind === 'whole');
// Along what has a range, and over words.
export const canBeSwept = (key: Key): boolean => hasSlider(key) || key.kind === 'boolean' || key.kind === 'word' || key.kind === 'entity';
// In the key's unit.
export const numberOf = (key: Key, values: Record<string, string>): number => (key.name in values ? parseFloat(values[key.name]!) : key.fallback);
// Of a key that has words.
export const wordOf = (key: Key, values: Record<string, string>): string =>
  values[key.name] ?? (key.kind === 'boolean' ? (key.fallback > 0 ? 'true' : 'false') : key.kind === 'word' ? (key.words[key.fallback] ?? '') : 'nothing');
