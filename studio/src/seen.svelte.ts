// What is looked at: kept while one goes from view to view, and held by links.

export type View = 'moment' | 'map' | 'run' | 'recording' | 'live' | 'tests';
export const kLabels: Record<View, string> = { moment: 'A moment', map: 'Map', run: 'A run', recording: 'A recording', live: 'Live', tests: 'Tests' };
export const kViews = Object.keys(kLabels) as readonly View[];

export interface Looks {
  view: View;
  // What a person has set; everything else is as the file says. `over`: keys that are swept.
  moment: { agent: string; importance: string; state: string; test: string; set: Record<string, string>; over: string[]; hasProfiles: boolean };
  run: { what: string; seconds: number; at: number; follows: string };
  // `agent`: '' is the one who is looked at elsewhere, '*' all; `over`: what is shown over the map.
  map: { agent: string; only: string; folded: string[]; over: 'text' | 'moment' | 'run' | 'tests' | 'recording' };
  // A recording is in no link: its name says which one has to be opened.
  recording: { name: string; seconds: number; follows: string };
}

export const firstLooks = (view: View = 'moment'): Looks => ({
  view,
  moment: { agent: '', importance: '', state: '', test: '', set: {}, over: [], hasProfiles: false },
  run: { what: '', seconds: 10, at: 0, follows: '' },
  map: { agent: '', only: '', folded: [], over: 'moment' },
  recording: { name: '', seconds: 0, follows: '' },
});

class Seen {
  looks: Looks = $state(firstLooks());
  // A run that was opened to be watched begins by itself.
  isToPlay = $state(false);
  // A file that was opened begins with a moment that tells something.
  isToTell = $state(false);
}
export const seen = new Seen();

// Goes to the neighbouring tab by an arrow key.
export function stepTab(event: KeyboardEvent, views: readonly View[]): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const next = views[(views.indexOf(seen.looks.view) + step + views.length) % views.length]!;
  seen.looks.view = next;
  document.getElementById(`tab-${next}`)?.focus();
}
