import type { Diagnostic, Position, WorkspaceEdit } from 'vscode-languageserver-protocol';
import type { Subjects } from './engine/answers';
import type { Failure } from './engine/messages';
import { tick } from 'svelte';
import { command, type Engine } from './engine/engine';
import type { Keeper } from './engine/keeper';
import { pathOf, uriOf } from './engine/uris';
import { wordsOf } from './look/words';
import { editsOf } from './text/applied';

// The files of the page, what is wrong with them, and about whom one can ask.

export interface Example {
  name: string;
  title: string;
  heading: string;
  about: string; // a sentence
  picture: string | null; // its address
  isTemplate: boolean; // to begin something of one's own with
  hasAgents: boolean; // somebody can be played
  plays: string; // the run that shows most of it; empty: the first one
  main: string;
  files: Record<string, string>;
}

const isSource = (path: string): boolean => path.endsWith('.ishi.yaml');

function firstOf(files: Record<string, string>): string {
  const paths = Object.keys(files).filter(isSource);
  return paths.find((path) => /^agents:/m.test(files[path]!)) ?? paths[0] ?? '';
}

// The place of a name before a colon, within the entry that begins at `at`; null if it has none.
function placeWithin(text: string, at: Position, name: string): Position | null {
  const lines = text.split('\n'), indentOf = (line: string) => line.length - line.trimStart().length, own = indentOf(lines[at.line] ?? '');
  for (let i = at.line; i < lines.length; ++i) {
    const line = lines[i]!;
    if (i > at.line && line.trim() !== '' && indentOf(line) <= own) return null;
    for (let from = line.indexOf(name); from >= 0; from = line.indexOf(name, from + 1)) {
      const before = from === 0 ? '' : line[from - 1]!, rest = line.slice(from + name.length);
      if (!/[\p{L}\p{N}_.]/u.test(before) && /^["']?\s*:/.test(rest)) return { line: i, character: from };
    }
  }
  return null;
}

class Project {
  examples: Example[] = $state([]);
  example = $state('');
  work = $state(''); // the name under which its texts are kept in the browser
  files: Record<string, string> = $state({});
  path = $state('');
  // Counts the changes of any text, so that what was answered of another one is asked again.
  revision = $state(0);
  diagnostics: Record<string, Diagnostic[]> = $state({});
  private told: { path: string; engine: Engine | null; subjects: Subjects } | null = $state.raw(null);
  engine: Engine | null = $state.raw(null);
  // Parts of texts that are switched off for a try: what is decided and run is without them. They are kept and saved nowhere.
  off: { path: string; at: string[]; name: string; noun: string }[] = $state.raw([]);
  failure: Failure | null = $state.raw(null);

  // The actions of all agents, and others besides: wherever one stands it has the colour of its place among these.
  actionsAnd(others: Iterable<string> = []): string[] {
    return [...new Set([...(this.subjects?.agents ?? []).flatMap((one) => one.actions), ...[...others].sort()])];
  }

  // Of the file that is shown; null as long as nothing is known of it.
  get subjects(): Subjects | null {
    return this.told !== null && this.told.path === this.path && this.told.engine === this.engine ? this.told.subjects : null;
  }

  get hasErrors(): boolean {
    return Object.values(this.diagnostics).some((all) => all.some((one) => one.severity === 1));
  }

  open(example: Example, work: string, changed: Record<string, string> = {}, path = ''): void {
    this.example = example.name;
    this.work = work;
    this.begin({ ...example.files, ...changed }, path in example.files ? path : example.main);
  }
  // Files of a disk: first one in which somebody decides.
  openFiles(files: Record<string, string>, work: string, path = ''): void {
    this.work = work;
    this.begin(files, path in files ? path : firstOf(files));
  }

  // With another engine, after the last one has failed. The texts stay.
  restart(): void {
    this.begin($state.snapshot(this.files), this.path);
  }

  private begin(files: Record<string, string>, path: string): void {
    this.engine?.stop();
    this.files = files;
    this.path = path;
    this.diagnostics = {};
    this.off = [];
    this.failure = null;
    this.revision += 1;
    this.engine = this.makeEngine($state.snapshot(this.files), {
      paths: () => Object.keys(this.files),
      textOf: (one) => this.files[one],
      replace: (one, text) => this.replace(one, text),
      show: (one) => {
        this.path = one;
        return tick();
      },
      judged: (one, diagnostics) => { this.diagnostics[one] = diagnostics; },
      failed: (failure) => { this.failure = failure; },
    });
    void this.refresh();
  }
  // Set by the page, before a text is opened.
  makeEngine: (files: Record<string, string>, keeper: Keeper) => Engine = () => { throw new Error('the page has no engine'); };

  // The text of a file is another one now. The server knows it already.
  changed(path: string, text: string): void {
    this.files[path] = text;
    this.revision += 1;
    void this.refresh();
  }

  // Another text for a file, by somebody else than its editor. Where an editor shows it, that one takes it; else the server
  // reads it on its disk.
  replace(path: string, text: string): void {
    if (this.files[path] === text || (path === this.path && this.show(text))) return;
    this.engine?.write(path, text, !(path in this.files));
    this.changed(path, text);
    if (this.path === '' && isSource(path)) this.path = path; // the first one
  }
  // A file that is gone. Where it is the one that is shown, another one is.
  remove(path: string): void {
    delete this.files[path];
    delete this.diagnostics[path];
    if (this.path === path) this.path = firstOf(this.files);
    this.engine?.write(path, null);
    this.revision += 1;
    void this.refresh();
  }
  // Set by the editor: shows another text of its file; false if it shows none.
  show: (text: string) => boolean = () => false;

  // Texts that differ from the example's.
  get edits(): Record<string, string> {
    const example = this.examples.find((one) => one.name === this.example);
    return Object.fromEntries(Object.entries(this.files).filter(([path, text]) => example?.files[path] !== text));
  }

  async ask<T>(name: string, argument?: unknown, signal?: AbortSignal): Promise<T> {
    if (this.engine === null) throw new Error('the engine is not there yet');
    await this.engine.ready;
    this.engine.sync();
    if (!['ishi.runTests', 'ishi.runTest', 'ishi.subjects'].includes(name)) this.asked();
    const isTried = this.off.length > 0 && ['ishi.decide', 'ishi.sweep', 'ishi.play'].includes(name);
    const asked = isTried ? { ...(argument as object), off: this.off.map(({ path, at }) => ({ uri: uriOf(path), at })) } : argument;
    return command<T>(this.engine, name, this.path, asked, signal);
  }

  // Set by what waits until nothing else is asked.
  asked: () => void = () => {};

  // Set by the page: goes to a place of a file; `isToStay`: keys stay where they are.
  goTo: (path: string, at: Position, isToStay?: boolean) => void = () => {};
  // Goes to where a name is declared, as an action, a curve or a profile; with `within` to the first place in there that has that
  // name before a colon, as a consideration. False if it is not found.
  async goToName(kind: string, name: string, within = ''): Promise<boolean> {
    interface Found { name: string; containerName?: string; location: { uri: string; range: { start: Position; end: Position } } }
    const all = await this.engine?.request<Found[] | null>('workspace/symbol', { query: name }).catch(() => null);
    const found = (all ?? []).filter((one) => one.name === name && one.containerName === kind);
    const place = found.find((one) => pathOf(one.location.uri) === this.path) ?? found[0];
    if (place === undefined) return false;
    const path = pathOf(place.location.uri), at = place.location.range.start;
    this.goTo(path, within === '' ? at : (placeWithin(this.files[path] ?? '', at, within) ?? at));
    return true;
  }

  // Edits that the server made, such as a new test. The page's editor takes them where it shows the file.
  // `isOnTheWay`: there will be more of it, and settle() makes all of it one undo. False: a text has changed meanwhile.
  take: (edit: WorkspaceEdit, isOnTheWay?: boolean) => boolean | Promise<boolean> = () => true;
  // Set by the editor: all changes since this text of its file become one undo.
  settle: (before: string) => void = () => {};
  // Takes an edit once it is there. Throws where a text has changed meanwhile: its places are those of the text before.
  async takeOnce(edit: Promise<WorkspaceEdit>): Promise<void> {
    const { revision, path } = this;
    const made = await edit;
    const isOfNow = revision === this.revision && path === this.path;
    if (!isOfNow || !(await this.take(made))) throw new Error('the text has changed meanwhile; ask again');
  }

  // The place of the editor's cursor.
  cursor = $state.raw({ path: '', line: 0, character: 0 });
  // Set by the editor: keys go to its text.
  focus: () => void = () => {};
  // Set by the editor: goes to a place of its file.
  reveal: (place: Position) => void = () => {};
  // Takes a test that the server wrote, goes to it in the text, and says so.
  async takeTest(edit: Promise<WorkspaceEdit>): Promise<string> {
    try {
      await this.takeOnce(edit);
    } catch (error) {
      const same = /`(.+)` is the same test$/.exec(wordsOf(error))?.[1];
      if (same === undefined) throw error;
      const line = (this.files[this.path] ?? '').split('\n').findIndex((one) => one.trim().replace(/^(["'])(.*)\1:$/, '$2:') === `${same}:`);
      if (line >= 0) this.reveal({ line, character: 0 });
      return `It stands in the text already: ${same}.`;
    }
    const [first] = editsOf(await edit).get(uriOf(this.path)) ?? [];
    const lines = first?.newText.split('\n') ?? [], name = lines.findIndex((one) => /^ +\S.*:$/.test(one)); // below `tests:`, where that is new
    if (first !== undefined && name >= 0) this.reveal({ line: first.range.start.line + name, character: 0 });
    return 'The test stands in the text.';
  }

  // The files that name this one and have agents.
  get elsewhere(): string[] {
    const name = this.path.split('/').at(-1)!;
    return Object.keys(this.files).filter((path) => path !== this.path && isSource(path) && /^agents:/m.test(this.files[path]!) && this.files[path]!.includes(name));
  }

  // Asks about whom one can ask: of each file when it is looked at, and again when it changes. Who is the same stays, so that
  // nothing is drawn anew.
  async refresh(): Promise<void> {
    const { revision, path, engine } = this;
    if (path === '') return;
    try {
      const subjects = await this.ask<Subjects>('ishi.subjects');
      const isHere = revision === this.revision && path === this.path && engine === this.engine;
      if (isHere && JSON.stringify(subjects) !== JSON.stringify(this.subjects)) this.told = { path, engine, subjects };
    } catch {
      // The last ones stay: the text is being written.
    }
  }
}

export const project = new Project();
