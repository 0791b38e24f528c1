import palette from './palette.json';
import { theme } from './theme.svelte';

// Colours of actions: the same name has the same colour wherever it stands. Each can be seen on the page's paper, its words can be
// read on it, and people who see few colours tell all of them apart (tests/studio/colours_test.mjs). Where an agent has more
// actions than there are colours, the next ones are striped, and those after them dotted.

const kCount = palette.light.length;

const placeOf = (name: string, names: readonly string[]): number | null => {
  const index = names.indexOf(name);
  return index < 0 ? null : index;
};

// For lines and letters, in the page's styles.
export function colourOf(name: string, names: readonly string[]): string {
  const place = placeOf(name, names);
  return place === null ? 'var(--quiet)' : `light-dark(${palette.light[place % kCount]!}, ${palette.dark[place % kCount]!})`;
}
// For a canvas, which knows no `light-dark()`.
export function inkOf(name: string, names: readonly string[]): string {
  const place = placeOf(name, names);
  return place === null ? (theme.isDark ? '#a3a9b5' : '#5c6370') : (theme.isDark ? palette.dark : palette.light)[place % kCount]!;
}

// The pattern of a name, once the colours are used up: 0 plain, 1 striped, 2 dotted.
export const roundOf = (name: string, names: readonly string[]): number => Math.floor((placeOf(name, names) ?? 0) / kCount) % 3;

const kMark = 'light-dark(#0000008c, #ffffffa0)';
const kPatterns = ['', `repeating-linear-gradient(135deg, ${kMark} 0 2px, transparent 2px 7px), `, `radial-gradient(circle at 3px 3px, ${kMark} 1.4px, transparent 1.6px) 0 0 / 6px 6px, `];

// For areas, as a background.
export const fillOf = (name: string, names: readonly string[]): string => `${kPatterns[roundOf(name, names)]!}${colourOf(name, names)}`;
