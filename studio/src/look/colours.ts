// Colours that people who see few colours tell apart, for names that need one: the same name has the same colour
// wherever it stands. Black text can be read on each.
const kColours = ['#6c9bd2', '#f28e2b', '#69b35e', '#ef7a7c', '#86c5c1', '#edc948', '#c48fb6', '#ff9da7', '#b98f78', '#bab0ac'];

export function colourOf(name: string, names: readonly string[]): string {
  const index = names.indexOf(name);
  return index < 0 ? 'var(--quiet)' : kColours[index % kColours.length]!;
}
