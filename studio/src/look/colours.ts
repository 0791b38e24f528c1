// Colours that people who see few colours tell apart, for names that need one: the same name has the same colour
// wherever it stands. Black text can be read on each. The second ten are lighter, for files of many actions.
const kColours = ['#6c9bd2', '#f28e2b', '#69b35e', '#ef7a7c', '#86c5c1', '#edc948', '#c48fb6', '#ff9da7', '#b98f78', '#bab0ac',
  '#bcd6f2', '#ffcf9c', '#b9dea9', '#f8c4c1', '#c9ebe8', '#f7e6a4', '#e6cfe0', '#ffd7dc', '#dcc7b8', '#dedad7'];

export function colourOf(name: string, names: readonly string[]): string {
  const index = names.indexOf(name);
  return index < 0 ? 'var(--quiet)' : kColours[index % kColours.length]!;
}
