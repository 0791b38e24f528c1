// Texts that were edited and are saved nowhere else. The browser keeps them, so that a page that is loaded again, was closed or has
// crashed loses none. Those of this tab come first: another tab may have edited the same project.

export interface Draft {
  at: number; // when it was kept, in milliseconds since 1970
  path: string; // the file that was shown
  texts: Record<string, string>;
  bases: Record<string, string>; // hashes of the texts that were edited, where there are any
}

const kPrefix = 'ishi draft ';
const kMost = 30; // projects

const isWords = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');

function draftIn(said: string | null): Draft | null {
  try {
    const { at, path, texts, bases } = JSON.parse(said ?? 'null') as Record<string, unknown>;
    return typeof at === 'number' && typeof path === 'string' && isWords(texts) && isWords(bases) ? { at, path, texts, bases } : null;
  } catch {
    return null; // there is none, or another version of the page has written it
  }
}

// A browser may refuse to keep anything; then there is no such place.
function places(): Storage[] {
  const found: Storage[] = [];
  for (const place of ['sessionStorage', 'localStorage'] as const) {
    try {
      found.push(window[place]);
    } catch {
      // it is not given to this page
    }
  }
  return found;
}

export function findDraft(project: string): Draft | null {
  for (const place of places()) {
    try {
      const draft = draftIn(place.getItem(kPrefix + project));
      if (draft !== null) return draft;
    } catch {
      // as if there was none
    }
  }
  return null;
}

// The oldest make room.
function makeRoom(place: Storage): void {
  const kept = Object.keys(place).filter((key) => key.startsWith(kPrefix))
    .map((key) => ({ key, at: draftIn(place.getItem(key))?.at ?? 0 })).sort((a, b) => b.at - a.at);
  for (const { key } of kept.slice(kMost)) place.removeItem(key);
}

// Null: nothing is unsaved any more. False: the browser has kept it nowhere.
export function keepDraft(project: string, draft: Draft | null): boolean {
  let isKept = draft === null;
  for (const place of places()) {
    try {
      if (draft === null) {
        place.removeItem(kPrefix + project);
        continue;
      }
      place.setItem(kPrefix + project, JSON.stringify(draft));
      isKept = true;
      makeRoom(place);
    } catch {
      // it is full
    }
  }
  return isKept;
}
