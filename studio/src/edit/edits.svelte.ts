import type { Range, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { command } from '../engine/engine';
import { pathOf, uriOf } from '../engine/uris';
import { wordsOf } from '../look/words';
import { project } from '../project.svelte';
import { editsOf } from '../text/applied';

// Edits that somebody makes in a picture. The server says which edits of the text these are, and tries them (docs/editors.md).

// A part of a text that can be edited, by the keys that lead to it.
export interface Part {
  path: string; // of its file
  of: 'action' | 'listed' | 'state' | 'transition' | 'method' | 'step' | 'number' | 'other';
  noun: string;
  at: string[];
  name: string;
  range: Range;
  nameRange: Range;
  // Of a number: in its unit.
  number?: number;
  value?: number;
  unit?: string;
  low?: number | null;
  high?: number | null;
  whole?: boolean;
  alone?: boolean;
}

export interface Edit {
  do: 'rename' | 'duplicate' | 'move' | 'remove' | 'add' | 'connect' | 'setNumber' | 'setText';
  of?: Part['of'];
  agent?: string;
  name?: string;
  text?: string;
  by?: number;
  value?: number;
}

interface Answer {
  edit: WorkspaceEdit;
  written: { uri: string; range: Range } | null;
  note: string;
}

const kAttempts = 4; // while somebody types the text is another one when the answer comes

class Edits {
  said = $state(''); // why the last edit was not made, or what of it could not be checked
  isRefusal = $state(false);
  all: Part[] = $state.raw([]); // of all files
  private known = $state.raw({ engine: null as typeof project.engine, revision: -1 });
  private asking: Promise<void> | null = null;

  // True if the parts are of older texts.
  get isBehind(): boolean {
    return this.known.revision !== project.revision || this.known.engine !== project.engine;
  }
  // True once the parts of these texts, or of ones before, are there.
  get isThere(): boolean {
    return this.known.engine !== null && this.known.engine === project.engine;
  }
  // Asks for the parts of all files, if a text has changed since.
  refresh(): Promise<void> {
    if (this.asking !== null) return this.asking;
    if (!this.isBehind) return Promise.resolve();
    return (this.asking = this.ask().finally(() => { this.asking = null; }));
  }
  private async ask(): Promise<void> {
    const { engine, revision } = project;
    if (engine === null) return;
    await engine.ready;
    engine.sync();
    const paths = Object.keys(project.files).filter((path) => path.endsWith('.ishi.yaml'));
    const found = await Promise.all(paths.map(async (path) => {
      const parts = await command<Omit<Part, 'path'>[]>(engine, 'ishi.parts', path).catch(() => []);
      return parts.map((part): Part => ({ ...part, path }));
    }));
    // Of a half-typed text less can be read: what was known stays until the errors are gone, so that nothing comes and goes.
    const all = found.flat(), isHalf = project.hasErrors && this.isThere && all.length < this.all.length;
    this.known = { engine, revision };
    if (!isHalf) this.all = all;
    if (project.revision !== revision) setTimeout(() => void this.refresh());
  }

  // The number at one of these addresses, if it stands there alone; in the file that is shown first.
  number(...addresses: string[][]): Part | null {
    const all = this.all.filter((one) => one.of === 'number' && one.alone && addresses.some((at) => isSame(one.at, at)));
    return all.find((one) => one.path === project.path) ?? all[0] ?? null;
  }

  // Makes an edit of a part, or of the file of an agent (null). Where the text has changed meanwhile it is asked again: the part is
  // found by what leads to it, and by its name. What was written and may be typed over; null: nothing was done, and `said` has the
  // reason.
  async make(part: Part | null, edit: Edit, take: (edit: WorkspaceEdit) => boolean | Promise<boolean> = (made) => project.take(made)): Promise<{ path: string; range: Range } | null | undefined> {
    const argument = { ...edit, at: part?.at ?? [], ...(part === null ? {} : { uri: uriOf(part.path), expected: part.name, number: part.number ?? 0 }) };
    [this.said, this.isRefusal] = ['', false];
    try {
      for (let attempt = 1; ; ++attempt) {
        const { path } = project, changes = project.revision;
        const answer = await project.ask<Answer>('ishi.edit', argument);
        if (path !== project.path) throw new Error('another file is shown now; ask again');
        if (changes !== project.revision || !(await take(answer.edit))) {
          if (attempt === kAttempts) throw new Error('the text changes all the time; ask again once it rests');
          continue;
        }
        const elsewhere = [...editsOf(answer.edit).keys()].map(pathOf).filter((one) => one !== project.path);
        this.said = [answer.note, elsewhere.length > 0 ? `${elsewhere.join(', ')} has changed, too` : ''].filter((one) => one !== '').join('; ');
        void this.refresh();
        return answer.written === null ? undefined : { path: pathOf(answer.written.uri), range: answer.written.range };
      }
    } catch (error) {
      [this.said, this.isRefusal] = [wordsOf(error), true];
      return null;
    }
  }

  // Runs a step of a change. The first step waits for the parts of the text of now, which are not known right after an undo, so that it
  // begins at their values; the steps behind it follow in their order.
  private beginning: Promise<void> | null = null;
  step(hasBegun: boolean, does: () => void): void {
    if (this.beginning === null && (hasBegun || !this.isBehind)) return does();
    const own: Promise<void> = (this.beginning ?? this.refresh().catch(() => {})).then(does).finally(() => { if (this.beginning === own) this.beginning = null; });
    this.beginning = own;
  }

  // Numbers that are dragged. The text follows; the whole way is one undo.
  private wanted: { part: Part; value: number }[] | null = null;
  private following: Promise<void> | null = null;
  private dragged: { path: string; text: string } | null = null; // as it was before
  drag(values: { part: Part; value: number }[]): void {
    this.dragged ??= { path: project.path, text: project.files[project.path] ?? '' };
    this.wanted = values;
    this.following ??= this.follow().finally(() => { this.following = null; });
  }
  private async follow(): Promise<void> {
    while (this.wanted !== null) {
      const wanted = this.wanted;
      this.wanted = null;
      for (const { part, value } of wanted) {
        await this.make({ ...part, value }, { do: 'setNumber', value }, (edit) => project.take(edit, true));
        this.forgetSame();
      }
    }
  }
  // A number that has its value already is as it should be.
  forgetSame(): void {
    if (this.isRefusal && /^it is \S+ already/.test(this.said)) [this.said, this.isRefusal] = ['', false];
  }
  async drop(): Promise<void> {
    while (this.beginning !== null) await this.beginning;
    while (this.following !== null) await this.following;
    const { dragged } = this;
    this.dragged = null;
    if (dragged !== null && dragged.path === project.path) project.settle(dragged.text);
    await this.refresh();
  }

  // --- Parts that are switched off for a try: all that is decided and run is without them, and no text says so.
  isOff(part: Part): boolean {
    return project.off.some((one) => one.path === part.path && isSame(one.at, part.at));
  }
  canBeOff(part: Part): boolean {
    return ['action', 'state', 'transition', 'method', 'step'].includes(part.of);
  }
  switch(part: Part): void {
    project.off = this.isOff(part) ? project.off.filter((one) => one.path !== part.path || !isSame(one.at, part.at))
      : [...project.off, { path: part.path, at: part.at, name: part.name, noun: part.noun }];
  }
}

export const isSame = (a: string[], b: string[]): boolean => a.length === b.length && a.every((one, i) => one === b[i]);
export const isWithin = (a: string[], b: string[]): boolean => a.length > b.length && b.every((one, i) => one === a[i]);

export const edits = new Edits();
