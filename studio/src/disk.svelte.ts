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

class Disk {
  // Recordings of the folder, and the one that was named when the studio was begun.
  recordings: RecordingEntry[] = $state([]);
  isThere = $state(false);
  said = $state('');
  // Texts as they were read, by path.
  private read: Record<string, { id: number; hash: string; text: string }> = $state({});
  // What the disk has now, of files that were edited here and changed there.
  conflicts: Record<string, string> = $state({});

  get unsaved(): string[] {
    return Object.keys(project.files).filter((path) => path in this.read && this.read[path]!.text !== project.files[path]);
  }

  // The secret of the address, which is used once. False: the page was not opened by `ishi studio`.
  async begin(hash: string): Promise<boolean> {
    const token = /^#token=([0-9a-f]+)$/.exec(hash)?.[1];
    // A page that is loaded again, and another one of the same browser, have its session still.
    if (token === undefined && localStorage.getItem(kIsStudio) === null) return false;
    if (token !== undefined) {
      const answer = await this.post('api/session', { token });
      if (!answer.ok) throw new Error('the address is of another session; open the one that `ishi studio` has printed');
      history.replaceState(null, '', location.pathname);
    }
    const files: Record<string, string> = {};
    const entries = await this.list();
    if (entries === null) {
      localStorage.removeItem(kIsStudio);
      return false;
    }
    for (const entry of entries) files[entry.path] = (await this.load(entry)).text;
    this.isThere = true;
    localStorage.setItem(kIsStudio, '');
    project.openFiles(files);
    this.recordings = (await (await fetch('api/recordings')).json()) as RecordingEntry[];
    setInterval(() => void this.look(), kEvery);
    return true;
  }

  async openRecording(entry: RecordingEntry): Promise<void> {
    const answer = await fetch(`api/recordings/${entry.id}`);
    if (!answer.ok) {
      this.said = `${entry.path} cannot be read.`;
      return;
    }
    await recording.open(await answer.blob(), entry.path);
  }

  async save(path: string, over?: string): Promise<void> {
    const known = this.read[path], text = project.files[path];
    if (known === undefined || text === undefined) return;
    const answer = await this.post(`api/files/${known.id}`, { hash: over ?? known.hash, text });
    if (answer.status === 409) return this.look();
    if (!answer.ok) {
      this.said = ((await answer.json()) as { error: string }).error;
      return;
    }
    this.read[path] = { id: known.id, hash: ((await answer.json()) as { hash: string }).hash, text };
    delete this.conflicts[path];
    this.said = `${path} is saved.`;
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

  private async look(): Promise<void> {
    let entries: Entry[] | null;
    try {
      entries = await this.list();
      if (this.said.startsWith('The studio')) this.said = '';
    } catch {
      this.said = 'The studio does not answer: it may have been ended. Your text is kept here.';
      return;
    }
    for (const path of this.unsaved) {
      if (entries !== null && !entries.some((one) => one.path === path)) this.said = `${path} is not on the disk any more. Your text is kept here.`;
    }
    for (const entry of entries ?? []) {
      const known = this.read[entry.path];
      if (known?.hash === entry.hash) continue;
      const isEdited = known !== undefined && known.text !== project.files[entry.path];
      const { text, hash } = await this.load(entry, !isEdited);
      if (isEdited) {
        if (text === project.files[entry.path]) delete this.conflicts[entry.path];
        else this.conflicts[entry.path] = text;
        this.read[entry.path] = { id: entry.id, hash, text: known.text };
      } else {
        project.replace(entry.path, text);
      }
    }
  }

  // Null: nothing here is a studio.
  private async list(): Promise<Entry[] | null> {
    const answer = await fetch('api/files');
    if (answer.status === 404) return null;
    if (!answer.ok) throw new Error('the studio does not know this page any more; open the address that it has printed');
    return (await answer.json()) as Entry[];
  }
  private async load(entry: Entry, keep = true): Promise<{ hash: string; text: string }> {
    const read = (await (await fetch(`api/files/${entry.id}`)).json()) as { hash: string; text: string };
    if (keep) this.read[entry.path] = { id: entry.id, ...read };
    return read;
  }
  private post(url: string, body: unknown): Promise<Response> {
    return fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  }
}

export const disk = new Disk();
