import { type Draft, findDraft } from './drafts';
import { project } from './project.svelte';
import { recording } from './record/recording.svelte';

// The files of a project on the disk of the one who runs `ishi studio`. A text is written when the person says so, and only
// over what was read: if somebody else has written the file meanwhile, both texts are shown.

interface Entry {
  id: number;
  path: string;
  hash: string;
}

// How often the disk is looked at, in milliseconds.
const kEvery = 1000;
const kIsStudio = 'ishi studio';

export interface RecordingEntry {
  id: number;
  path: string;
  bytes: number;
  named: boolean; // by the one who has begun the studio
}

const kUnknown = 'The studio does not know this page any more: open the address that it has printed last. Your text is kept here.';
const kSilent = 'The studio does not answer: it may have been ended. Your text is kept here.';

// A text as it was read. Lines end in the page as they do in its editor, and on the disk as they did there.
interface Read {
  id: number;
  hash: string;
  text: string;
  hasReturns: boolean;
}

// That a studio was opened here. A browser may refuse to keep anything: then a page that is loaded again needs the address.
const session = {
  get isKnown(): boolean {
    try {
      return localStorage.getItem(kIsStudio) !== null;
    } catch {
      return false;
    }
  },
  set isKnown(is: boolean) {
    try {
      if (is) localStorage.setItem(kIsStudio, '');
      else localStorage.removeItem(kIsStudio);
    } catch {
      // It is asked for again.
    }
  },
};

class Disk {
  // Recordings of the folder, and the one that was named when the studio was begun.
  recordings: RecordingEntry[] = $state([]);
  isThere = $state(false);
  private told = $state('');
  // The text that was written last, as long as it is what the page has.
  private written: { path: string; text: string } | null = $state.raw(null);
  private read: Record<string, Read> = $state({}); // by path
  // What the disk has now, of files that were edited here and changed there.
  conflicts: Record<string, string> = $state({});
  // Files that were edited here and are gone there.
  gone: string[] = $state([]);
  private goneSaid = ''; // the one that was reported last, as long as it is not back
  // Looking and saving, one after the other.
  private last: Promise<void> = Promise.resolve();
  private isLooking = false;

  get said(): string {
    const { written } = this;
    return written === null ? this.told : project.files[written.path] === written.text ? `${written.path} is saved.` : '';
  }
  set said(what: string) {
    this.written = null;
    this.told = what;
  }

  get unsaved(): string[] {
    return Object.keys(project.files).filter((path) => path in this.read && this.read[path]!.text !== project.files[path]);
  }

  // The secret of the address, which is used once. False: the page was not opened by `ishi studio`.
  async begin(hash: string): Promise<boolean> {
    const token = /^#token=([0-9a-f]+)$/.exec(hash)?.[1];
    // A page that is loaded again, and another one of the same browser, have its session still.
    if (token === undefined && !session.isKnown) return false;
    if (token !== undefined) {
      const answer = await this.post('api/session', { token });
      if (!answer.ok) throw new Error('the address is of another session; open the one that `ishi studio` has printed');
      history.replaceState(null, '', location.pathname);
    }
    const files: Record<string, string> = {};
    const entries = await this.list();
    if (entries === null) {
      session.isKnown = false;
      return false;
    }
    for (const entry of entries) {
      const read = await this.load(entry);
      if (read === null) continue; // it has just gone
      this.read[entry.path] = read;
      files[entry.path] = read.text;
    }
    const work = `studio ${await this.folder()}`, draft = findDraft(work);
    if (draft !== null) this.takeDraft(draft, files);
    this.isThere = true;
    session.isKnown = true;
    project.openFiles(files, work, draft?.path);
    await this.listRecordings();
    setInterval(() => { if (!this.isLooking) void this.look(); }, kEvery);
    return true;
  }

  // What a page of this folder had not saved. Where the disk has another text by now both are shown.
  private takeDraft(draft: Draft, files: Record<string, string>): void {
    const taken: string[] = [];
    for (const [path, text] of Object.entries(draft.texts)) {
      const known = this.read[path];
      if (known?.text === text) continue; // it was saved after all
      taken.push(path);
      files[path] = text;
      if (known === undefined) {
        this.read[path] = { id: -1, hash: '', text: '', hasReturns: false };
        this.gone.push(path);
      } else if (known.hash !== draft.bases[path]) {
        this.conflicts[path] = known.text;
      }
    }
    if (taken.length > 0) this.said = `What you had not saved of ${taken.length === 1 ? taken[0] : `${taken.length} files`} is here again.`;
  }
  // The unsaved texts, for the browser to keep; null: there are none.
  get draft(): Draft | null {
    const { unsaved } = this;
    if (unsaved.length === 0) return null;
    return { at: Date.now(), path: project.path, texts: Object.fromEntries(unsaved.map((path) => [path, project.files[path]!])),
      bases: Object.fromEntries(unsaved.map((path) => [path, this.read[path]!.hash])) };
  }
  // Begins the unsaved texts anew, from what the disk has.
  forgetEdits(): void {
    for (const path of this.unsaved) {
      if (path in this.conflicts) this.takeTheirs(path);
      else if (!this.gone.includes(path)) project.replace(path, this.read[path]!.text);
    }
  }

  // Which folder it is, without its name.
  private async folder(): Promise<string> {
    const answer = await fetch('api/project');
    return answer.ok ? ((await answer.json()) as { folder: string }).folder : '';
  }

  async listRecordings(): Promise<void> {
    const answer = await fetch('api/recordings').catch(() => null);
    if (answer?.ok) this.recordings = (await answer.json()) as RecordingEntry[];
  }
  openRecording(entry: RecordingEntry): Promise<void> {
    return recording.open(this.bytesOf(entry), entry.path).then(() => {});
  }
  private async bytesOf(entry: RecordingEntry): Promise<Blob> {
    const answer = await fetch(`api/recordings/${entry.id}`);
    if (!answer.ok) throw new Error(`${entry.path} cannot be read`);
    return answer.blob();
  }

  save(path: string): Promise<void> {
    return this.afterwards(() => this.saveNow(path));
  }
  // A text of which the disk has another version waits until one of the two is chosen.
  async saveAll(): Promise<void> {
    for (const path of this.unsaved) {
      if (path in this.conflicts) this.said = `${path} is not saved: choose first which of its two texts stays.`;
      else await this.save(path);
    }
  }

  // Of a conflict: the disk's text is taken, or this one is written over the one that was shown.
  takeTheirs(path: string): void {
    const text = this.conflicts[path];
    if (text === undefined) return;
    delete this.conflicts[path];
    this.read[path] = { ...this.read[path]!, text };
    project.replace(path, text);
  }
  async keepMine(path: string): Promise<void> {
    delete this.conflicts[path];
    await this.save(path);
  }

  // Looks at the disk now, as it does by itself each second.
  refresh(): Promise<void> {
    return this.afterwards(() => this.lookNow());
  }
  private afterwards(work: () => Promise<void>): Promise<void> {
    return (this.last = this.last.then(work).catch(() => { this.said = kSilent; }));
  }
  private look(): Promise<void> {
    this.isLooking = true;
    return this.afterwards(() => this.lookNow()).finally(() => { this.isLooking = false; });
  }

  private async saveNow(path: string): Promise<void> {
    const known = this.read[path], text = project.files[path];
    if (known === undefined || text === undefined) return;
    const answer = await this.post(`api/files/${known.id}`, { hash: known.hash, text: known.hasReturns ? text.replaceAll('\n', '\r\n') : text });
    if (answer.status === 409) return this.lookNow();
    if (!answer.ok) {
      this.said = answer.status === 403 ? kUnknown : `${path} is not saved: ${await faultOf(answer)}.`;
      return;
    }
    this.read[path] = { ...known, hash: ((await answer.json()) as { hash: string }).hash, text };
    delete this.conflicts[path];
    this.written = { path, text };
  }

  private async lookNow(): Promise<void> {
    const entries = await this.list();
    if (entries === null) return;
    if (this.said === kSilent || this.said === kUnknown) this.said = '';
    this.lookForGone(new Set(entries.map((one) => one.path)));
    for (const entry of entries) {
      if (this.read[entry.path]?.hash === entry.hash) continue;
      const now = await this.load(entry);
      if (now === null) continue;
      // What was typed while it was on its way counts, too.
      const known = this.read[entry.path], mine = project.files[entry.path];
      const isEdited = known !== undefined && known.text !== mine;
      if (isEdited && now.text !== mine && now.text !== known.text) {
        this.conflicts[entry.path] = now.text;
        this.read[entry.path] = { ...now, text: known.text };
        continue;
      }
      delete this.conflicts[entry.path];
      this.read[entry.path] = now;
      if (!isEdited) project.replace(entry.path, now.text);
    }
  }
  private lookForGone(there: Set<string>): void {
    const { unsaved } = this, gone = Object.keys(this.read).filter((path) => !there.has(path));
    if (there.has(this.goneSaid)) {
      this.said = `${this.goneSaid} is on the disk again.`;
      this.goneSaid = '';
    }
    const before = this.gone;
    this.gone = gone.filter((path) => unsaved.includes(path));
    for (const path of gone) {
      const isKept = this.gone.includes(path);
      if (!isKept) {
        delete this.read[path];
        delete this.conflicts[path];
        project.remove(path);
      } else if (before.includes(path)) {
        continue;
      }
      this.said = `${path} is not on the disk any more.${isKept ? ' Your text is kept here.' : ''}`;
      this.goneSaid = path;
    }
  }

  // Null: nothing here is a studio, or none that knows this page.
  private async list(): Promise<Entry[] | null> {
    const answer = await fetch('api/files');
    if (answer.status === 404) return null;
    if (answer.ok) return (await answer.json()) as Entry[];
    if (!this.isThere) throw new Error('the studio does not know this page any more; open the address that it has printed');
    this.said = kUnknown;
    return null;
  }
  // Null: it is gone.
  private async load(entry: Entry): Promise<Read | null> {
    const answer = await fetch(`api/files/${entry.id}`);
    if (!answer.ok) return null;
    const { hash, text } = (await answer.json()) as { hash: string; text: string };
    const hasReturns = text.includes('\r\n') && !/(^|[^\r])\n/.test(text);
    return { id: entry.id, hash, text: text.replace(/\r\n?/g, '\n'), hasReturns };
  }
  private post(url: string, body: unknown): Promise<Response> {
    return fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  }
}

// What a refusal says, which is JSON where it is about a file.
async function faultOf(answer: Response): Promise<string> {
  if (answer.status === 413) return 'it is too large';
  try {
    return ((await answer.json()) as { error: string }).error;
  } catch {
    return `the studio answers with ${answer.status}`;
  }
}

export const disk = new Disk();
