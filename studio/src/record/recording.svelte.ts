import type { Decision, Everybody, OtherDecision, RecordedFrame, RecordedGround, RecordingAbout, Run } from '../engine/answers';
import { project } from '../project.svelte';
import { firstLooks, seen } from '../seen.svelte';
import { wordsOf } from '../look/words';

// A recorded game that is open: which frame is looked at, whom one follows there, and what is known of them. The engine
// plays it once from its beginning, piece by piece, while one looks around; any frame is near afterwards.

export interface Who {
  index: number;
  generation: number;
  name: string;
}
export interface Doing {
  from: number; // frames, as seconds of the game
  to: number;
  action: string;
}

const kPiece = 24; // milliseconds of the engine's between two answers
const kWindow = 900; // frames that are told of whom one follows, at most
const kForWindow = 400; // … in milliseconds
const kTracks = 24; // agents whose doings are shown one below the other, at most
const kListed = 500; // milliseconds between two lists of what somebody did, while it is played

class Recording {
  name = $state('');
  about: RecordingAbout | null = $state.raw(null);
  refusal = $state('');
  isOpening = $state(false);
  opens = $state(''); // what is being opened
  at = $state(0);
  frame: RecordedFrame | null = $state.raw(null);
  ground: RecordedGround | null = $state.raw(null); // of that frame
  played = $state(0);
  decisions = $state(0);
  difference: string | null = $state(null);
  follows: Who | null = $state.raw(null);
  doings: Doing[] = $state.raw([]);
  everybody: Everybody | null = $state.raw(null);
  gone: number | null = $state(null); // the first frame without the one whom one follows
  run: Run | null = $state.raw(null);
  runRefusal = $state('');
  why: Decision | null = $state.raw(null);
  whyRefusal = $state('');
  filter = $state('');
  filtered: Set<number> | null = $state.raw(null);
  filterRefusal = $state('');
  // What its keys and levels are now, as texts.
  values: { keys: Record<string, string>; levels: Record<string, string> } | null = $state.raw(null);
  // A game that runs: frames come, and what is looked at is the last one as long as `followsPresent`.
  isLive = $state(false);
  followsPresent = $state(true);
  changes: [at: number, text: string][] = $state.raw([]); // of viewers
  reloads = $state(0); // counts how often it was given other assets
  others: { compared: number; decisions: number; others: OtherDecision[] } | null = $state.raw(null);
  othersRefusal = $state('');

  // Metres that hold everybody who was seen so far.
  bounds: { left: number; right: number; near: number; far: number } | null = $state.raw(null);
  private path = '';
  private texts = '';
  private turn = 0; // counts what was opened
  private attempts = 0; // counts what was to be opened
  private perFrame = 1; // milliseconds that playing one takes
  private isAsking = false;
  isSeeking = $state(false); // it plays on to the frame that is looked at
  private pieces = 0; // that were appended
  private isPassing = false;
  private window: { who: string; from: number; to: number } | null = null;

  get isOpen(): boolean { return this.about !== null; }
  get seconds(): number { return this.about?.seconds[this.at] ?? 0; }
  get firstSeconds(): number { return this.about?.seconds[0] ?? 0; }
  get lastSeconds(): number { return this.about?.seconds.at(-1) ?? 0; }
  // The texts are not those that were there when it was opened, or never were those of the game.
  get isEdited(): boolean {
    return this.about !== null && (this.textsNow() !== this.texts || this.about.sources.some((one) => one.fault !== null));
  }

  // Of several that are opened one after the other the last one counts, whichever is there first.
  open(file: Blob | Promise<Blob>, name: string): Promise<boolean> {
    return this.openAs(file, name, false);
  }
  // The first bytes of a game that runs; `append` brings more. False: it is not open.
  openLive(first: Blob, name: string): Promise<boolean> {
    return this.openAs(first, name, true);
  }
  // The open recording stays until the other one is there; a file that is no recording leaves it alone.
  private async openAs(file: Blob | Promise<Blob>, name: string, isLive: boolean): Promise<boolean> {
    const attempt = ++this.attempts;
    if (!this.isOpen) this.name = name;
    this.opens = name;
    this.refusal = '';
    this.isOpening = true;
    try {
      const engine = project.engine;
      if (engine === null) throw new Error('the engine is not there yet');
      const path = `/recordings/${attempt}-${name.replace(/[^\w.-]/g, '_')}`;
      await engine.put(path, await file);
      if (attempt !== this.attempts) {
        engine.takeAway(path);
        return false;
      }
      const about = await askOf<RecordingAbout>(path, name, 'open', isLive ? { stream: true } : {}).finally(() => engine.takeAway(path)); // it is read as a whole
      if (attempt !== this.attempts) {
        askOf(path, name, 'close').catch(() => {});
        return false;
      }
      if (this.isOpen) seen.looks.recording = firstLooks().recording; // what a link said is over
      this.forget();
      const turn = ++this.turn;
      this.path = path;
      this.name = name;
      this.isLive = isLive;
      this.followsPresent = true;
      this.texts = this.textsNow();
      this.about = about;
      const linked = { ...seen.looks.recording };
      if (isLive) this.at = about.frames - 1;
      else if (linked.name === name) this.at = this.placeOf(linked.seconds);
      await this.look();
      this.followFirst(linked.name === name ? linked.follows : '');
      void this.playOn(turn);
      return true;
    } catch (error) {
      if (attempt === this.attempts) this.refusal = this.isOpen && this.name !== name ? `${name} is not opened: ${wordsOf(error)}` : wordsOf(error);
      return false;
    } finally {
      if (attempt === this.attempts) this.isOpening = false;
    }
  }
  close(): void {
    ++this.attempts;
    ++this.turn;
    this.forget();
    this.name = '';
    this.isOpening = this.isLive = false;
  }

  // The next bytes of a game that runs.
  async append(bytes: Blob): Promise<void> {
    const { engine } = project, turn = this.turn, piece = `${this.path}-${++this.pieces}`;
    if (engine === null || this.about === null) return;
    await engine.put(piece, bytes);
    const said = await this.ask<{ frames: number; from: number; seconds: number[]; anew: boolean }>('append', { piece }).finally(() => engine.takeAway(piece));
    if (turn !== this.turn || this.about === null) return;
    if (said.anew) {
      // Its first frames are forgotten, and places count from the first one that is left.
      this.at = Math.max(0, this.at - (this.about.frames - said.frames));
      this.played = 0;
      this.doings = [];
      this.window = null;
    }
    this.about = { ...this.about, frames: said.frames, seconds: said.anew ? said.seconds : this.about.seconds.concat(said.seconds) };
    if (this.followsPresent) {
      this.at = said.frames - 1;
      void this.look();
    }
    void this.playOn(turn);
  }
  // Its assets are others now, so that other texts explain it.
  private async reread(): Promise<void> {
    const { turn } = this, about = await this.ask<RecordingAbout>('about');
    if (turn !== this.turn) return;
    this.about = about;
    this.reloads += 1;
    this.texts = this.textsNow();
    this.others = null;
    this.window = null;
  }
  // The game has ended: what has come of it stays.
  end(): void {
    this.isLive = false;
  }

  private forget(): void {
    if (this.isOpen) this.ask('close').catch(() => {});
    this.about = this.frame = this.ground = this.everybody = this.follows = this.run = this.why = this.filtered = this.others = this.bounds = this.window = this.values = null;
    this.refusal = this.runRefusal = this.whyRefusal = this.filterRefusal = this.othersRefusal = '';
    this.difference = null;
    this.at = this.played = this.decisions = 0;
    this.gone = null;
    this.doings = [];
    this.changes = [];
  }

  go(at: number): void {
    if (this.about === null) return;
    this.at = Math.max(0, Math.min(this.about.frames - 1, Math.round(at)));
    this.followsPresent = this.at === this.about.frames - 1;
    void this.look();
  }
  goToSeconds(seconds: number): void {
    this.go(this.placeOf(seconds));
  }
  // The last frame that is not later.
  placeOf(seconds: number): number {
    const all = this.about?.seconds ?? [];
    let low = 0, high = all.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (all[middle]! <= seconds + 1e-6) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  follow(who: Who): void {
    this.follows = who;
    this.gone = null;
    this.why = null;
    this.values = null;
    this.run = null;
    this.window = null;
    void this.listDoings();
  }
  // Whether somebody in the frame that is looked at is the one whom one follows: an index is given again to who comes later.
  isFollowed(place: number): boolean {
    const { frame, follows } = this;
    return frame !== null && follows !== null && frame.agents[place] === follows.index && frame.generations[place] === follows.generation;
  }
  // Whom a link names, if they are there; else the first.
  private followFirst(name: string): void {
    const frame = this.frame;
    if (frame === null || frame.agents.length === 0 || this.follows !== null) return;
    const all = frame.agents.map((_, place) => this.whoOf(place)!);
    this.follow(all.find((one) => one.name === name) ?? all[0]!);
  }
  whoOf(place: number): Who | null {
    const frame = this.frame, index = frame?.agents[place];
    if (frame === null || index === undefined) return null;
    const kind = this.about?.populations[frame.populations[place]!] ?? '';
    return { index, generation: frame.generations[place]!, name: `${kind}#${index}` };
  }

  // The frame that is looked at; while one is on its way only the latest that is wanted follows.
  private async look(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    const turn = this.turn;
    try {
      for (let shown = -1; shown !== this.at && turn === this.turn;) {
        shown = this.at;
        const frame = await this.ask<RecordedFrame | { on_the_way: true }>('frame', { at: shown, milliseconds: kPiece });
        if (turn !== this.turn) return;
        if ('on_the_way' in frame) {
          shown = -1; // one that is wanted meanwhile takes its place
          this.isSeeking = true;
          continue;
        }
        this.isSeeking = false;
        this.frame = frame;
        this.widen(frame);
        if (frame.ground === 0) this.ground = null;
        else if (frame.ground !== this.ground?.ground) {
          const ground = await this.ask<RecordedGround>('ground', { at: shown });
          if (turn !== this.turn) return;
          this.ground = ground;
        }
      }
    } catch (error) {
      this.refusal = wordsOf(error);
    } finally {
      this.isAsking = this.isSeeking = false;
    }
  }

  private widen(frame: RecordedFrame): void {
    let { left, right, near, far } = this.bounds ?? { left: Infinity, right: -Infinity, near: Infinity, far: -Infinity };
    const hold = (toRight: number | null, ahead: number | null) => {
      if (toRight === null || ahead === null) return;
      left = Math.min(left, toRight / 100); right = Math.max(right, toRight / 100);
      near = Math.min(near, ahead / 100); far = Math.max(far, ahead / 100);
    };
    frame.right.forEach((one, i) => hold(one, frame.ahead[i] ?? null));
    for (const [, toRight, ahead] of frame.others) hold(toRight, ahead);
    const was = this.bounds;
    if (left > right || (was !== null && was.left === left && was.right === right && was.near === near && was.far === far)) return;
    this.bounds = { left, right, near, far };
  }

  // Plays what is there and was not played yet.
  private async playOn(turn: number): Promise<void> {
    if (this.isPassing) return;
    this.isPassing = true;
    let listed = performance.now(), hasFailed = false;
    try {
      while (turn === this.turn) {
        // A frame that is sought plays on from where the last piece came to.
        while (this.isSeeking && turn === this.turn) await new Promise((resolve) => setTimeout(resolve, kPiece));
        const begun = performance.now(), before = this.played;
        const said = await this.ask<{ played: number; frames: number; decisions: number; difference: string | null; changes: [number, string][]; reloaded: boolean }>('pass', { milliseconds: kPiece });
        if (turn !== this.turn) return;
        this.played = said.played;
        this.decisions = said.decisions;
        this.difference = said.difference;
        if (said.changes.length > 0) this.changes = [...this.changes, ...said.changes];
        if (said.reloaded) await this.reread();
        if (said.played > before) this.perFrame = (performance.now() - begun) / (said.played - before);
        if (said.played >= (this.about?.frames ?? 0)) break;
        if (performance.now() - listed < kListed) continue;
        listed = performance.now();
        await this.listDoings();
      }
      if (this.isLive) this.listSoon();
      else await this.listDoings();
    } catch (error) {
      hasFailed = turn === this.turn;
      if (hasFailed) this.refusal = wordsOf(error);
    } finally {
      this.isPassing = false;
      // What has come meanwhile, or of another recording.
      if (!hasFailed && this.played < (this.about?.frames ?? 0)) void this.playOn(this.turn);
    }
  }

  // A running game gives frame after frame; the tracks of everybody are asked for twice a second.
  private lister: ReturnType<typeof setTimeout> | undefined;
  private listSoon(): void {
    this.lister ??= setTimeout(() => {
      this.lister = undefined;
      void this.listDoings();
    }, kListed);
  }
  private async listDoings(): Promise<void> {
    const who = this.follows, about = this.about, turn = this.turn;
    if (about === null) return;
    const everybody = await this.ask<Everybody>('everybody', { most: kTracks }).catch(() => null);
    if (turn === this.turn && everybody !== null) this.everybody = everybody;
    if (who === null || who !== this.follows) return;
    try {
      const { doings, gone } = await this.ask<{ gone: number | null; doings: [number, number, string, number | null][] }>('doings', pick(who));
      if (who !== this.follows) return;
      this.gone = gone;
      const secondsOf = (at: number) => about.seconds[Math.min(at, about.frames - 1)]!;
      this.doings = doings.map(([from, to, action]) => ({ from: secondsOf(from), to: secondsOf(to), action }));
    } catch {
      this.doings = []; // it was not seen yet
    }
  }

  // What the one whom one follows did around the frame that is looked at, and why; asked again where that is left.
  async tell(): Promise<void> {
    const who = this.follows, at = this.at, turn = this.turn;
    if (who === null || this.about === null) return;
    const length = Math.max(120, Math.min(kWindow, Math.floor(kForWindow / this.perFrame)));
    const third = Math.floor(length / 3);
    const from = Math.max(0, Math.floor(at / third) * third - third), to = Math.min(this.about.frames - 1, from + length);
    const isKnown = this.window !== null && this.window.who === who.name && this.window.from <= Math.max(0, at - third / 2) && at <= this.window.to;
    try {
      const why = await this.ask<Decision>('why', { ...pick(who), at });
      if (turn !== this.turn || who !== this.follows) return;
      this.why = why;
      this.whyRefusal = '';
    } catch (error) {
      if (turn !== this.turn || who !== this.follows) return;
      this.why = null;
      this.whyRefusal = wordsOf(error);
    }
    if (this.isLive) await this.readValues(who, at, turn);
    // Of a game that runs on, only what it does: the rest of the picture is asked for where one stays.
    if (isKnown || (at !== this.at && !this.followsPresent)) return;
    try {
      const run = await this.ask<Run>('run', { ...pick(who), at: from, to });
      if (turn !== this.turn || who !== this.follows) return;
      this.run = run;
      this.runRefusal = '';
      this.window = { who: who.name, from, to };
    } catch (error) {
      if (turn === this.turn && who === this.follows) this.runRefusal = wordsOf(error);
    }
  }

  private async readValues(who: Who, at: number, turn: number): Promise<void> {
    const values = await this.ask<NonNullable<typeof this.values>>('values', { ...pick(who), at }).catch(() => null);
    if (turn === this.turn && who === this.follows) this.values = values;
  }

  async find(): Promise<void> {
    const expression = this.filter.trim(), at = this.at, turn = this.turn;
    if (expression === '' || this.about === null) {
      this.filtered = null;
      this.filterRefusal = '';
      return;
    }
    try {
      const { agents } = await this.ask<{ agents: number[] }>('filter', { expression, at });
      if (turn !== this.turn || expression !== this.filter.trim()) return;
      this.filtered = new Set(agents);
      this.filterRefusal = '';
    } catch (error) {
      if (turn === this.turn && expression === this.filter.trim()) this.filterRefusal = wordsOf(error);
    }
  }

  // Which decisions the texts of now would make otherwise, as far as `isWanted` stays so.
  async compare(isWanted: () => boolean): Promise<void> {
    const turn = this.turn;
    try {
      while (turn === this.turn && isWanted()) {
        const said = await this.ask<{ compared: number; frames: number; decisions: number; others: OtherDecision[] }>('differences', { milliseconds: kPiece });
        if (turn !== this.turn || !isWanted()) return;
        this.others = said;
        this.othersRefusal = '';
        if (said.compared === said.frames) return;
      }
    } catch (error) {
      if (turn === this.turn && isWanted()) this.othersRefusal = wordsOf(error);
    }
  }

  async makeTest<T>(): Promise<T> {
    if (this.follows === null) throw new Error('nobody is followed');
    return this.ask<T>('test', { ...pick(this.follows), at: this.at });
  }

  private textsNow(): string {
    return JSON.stringify($state.snapshot(project.files));
  }
  private ask<T>(what: string, more: Record<string, unknown> = {}): Promise<T> {
    return askOf(this.path, this.name, what, more);
  }
}

// Refusals call it as the person does.
async function askOf<T>(path: string, name: string, what: string, more: Record<string, unknown> = {}): Promise<T> {
  try {
    return await project.ask<T>(`ishi.record.${what}`, { recording: path, ...more });
  } catch (error) {
    throw new Error(wordsOf(error).replaceAll(path, name));
  }
}
const pick = ({ index, generation }: Who) => ({ index, generation });
export const recording = new Recording();
