import type { Key } from '../engine/answers';

export const hasSlider = (key: Key): boolean => key.ranged && (key.kind === 'number' || key.kind === 'whole');
// In the key's unit.
export const numberOf = (key: Key, values: Record<string, string>): number => (key.name in values ? parseFloat(values[key.name]!) : key.fallback);
