import { disk } from '../disk.svelte';
import { wordsOf } from '../look/words';
import type { Break } from '../text/breaks';
import { recording } from '../record/recording.svelte';

// A running game that this page looks into, by the studio that serves the page: a recording that grows, and what is asked of the
// game (compiler/cli/studio/studio_games.h).

export interface GameState {
  name: string;
  held: boolean;
  let_go: boolean; // since its viewer said nothing
  viewers: number;
  lost: number; // frames, for which this page was too slow
  there: boolean;
  fault: string; // why it is not there
  may_hold: boolean;
  may_change: boolean;
  may_reload: boolean;
  may_keep: boolean;
  breakpoints_fault: string; // why a breakpoint may not hold the game
  hit: LiveHit | null;
}

// A breakpoint that a frame has hit; the game is held some frames later.
export interface LiveHit {
  number: number; // counts the hits
  seconds: number;
  text: string;
  name: string;
  index: number;
  generation: number;
  others: number; // hits of the same frame
}

interface Said {
  done: boolean;
  said: string;
  errors?: string[];
}

const kRest = 20; // milliseconds between two answers
const kTries = 5; // of a question that was lost on its way

class Live {
  games: string[] = $state.raw([]);
  name = $state(''); // of the game that is joined, also after it has ended
  isJoining = $state(false);
  state: GameState | null = $state.raw(null);
  refusal = $state('');
  said: Said | null = $state.raw(null);
  breaks: Record<string, Break[]> = $state({}); // by the path of the file, as the game's sources have them
  hit: LiveHit | null = $state.raw(null); // at which the game is held
  private seenHit = 0;
  private id: number | null = $state(null);
  private turn = 0;

  constructor() {
    // A page that is closed, or left for another one, leaves the game at once.
    window.addEventListener('pagehide', () => this.leave(true));
  }

  get isJoined(): boolean { return this.id !== null; }

  async list(): Promise<void> {
    try {
      const answer = await fetch('api/games');
      if (!answer.ok) throw new Error(await faultOf(answer));
      this.games = ((await answer.json()) as { name: string }[]).map((one) => one.name);
      if (!this.isJoined && !this.isJoining && this.name === '') this.refusal = '';
    } catch (error) {
      this.refusal = wordsOf(error);
    }
  }

  async join(name: string): Promise<void> {
    this.leave();
    const turn = ++this.turn;
    this.isJoining = true;
    this.refusal = '';
    this.said = null;
    try {
      const answer = await post('api/games', { name });
      if (!answer.ok) throw new Error(await faultOf(answer));
      const { id } = (await answer.json()) as { id: number };
      if (turn !== this.turn) {
        void post(`api/games/${id}`, { deed: 'leave' });
        return;
      }
      this.id = id;
      this.name = name;
      void this.watch(turn, id, name);
    } catch (error) {
      if (turn === this.turn) this.refusal = wordsOf(error);
    } finally {
      if (turn === this.turn) this.isJoining = false;
    }
  }

  // The game goes on without this page; what has come of it stays a recording.
  leave(isGone = false): void {
    const { id } = this;
    ++this.turn;
    this.id = null;
    this.state = null;
    this.hit = null;
    this.name = '';
    if (id === null) return;
    recording.end();
    void post(`api/games/${id}`, { deed: 'leave' }, isGone).catch(() => {});
  }

  // Bytes as they come. The engine takes in what has come meanwhile at once: while it is busy the page goes on asking, or the
  // game would take it for gone.
  private async watch(turn: number, id: number, name: string): Promise<void> {
    let waiting: BlobPart[] = [], from = 0, isOpen = false, isFeeding = false;
    const fault: { error?: unknown } = {};
    this.seenHit = 0;
    const feed = async (): Promise<void> => {
      if (isFeeding) return;
      isFeeding = true;
      try {
        while (waiting.length > 0 && turn === this.turn) {
          const parts = waiting;
          waiting = [];
          if (isOpen) {
            await recording.append(new Blob(parts));
          } else {
            isOpen = await recording.openLive(new Blob(parts), name);
            if (isOpen) continue;
            if (recording.refusal === '') return this.leave(); // another recording was opened meanwhile
            if (!/has no frame/.test(recording.refusal)) throw new Error(recording.refusal);
            waiting = [new Blob(parts), ...waiting]; // until there is one
            return;
          }
          if (this.state !== null) this.goToHit(this.state);
        }
      } catch (error) {
        fault.error = error;
      } finally {
        isFeeding = false;
      }
    };
    try {
      while (turn === this.turn) {
        const answer = await again(() => post(`api/games/${id}/take`, { from }));
        if (!answer.ok) throw new Error(await faultOf(answer));
        const bytes = new Uint8Array(await answer.arrayBuffer());
        if (turn !== this.turn) return;
        const length = new DataView(bytes.buffer).getUint32(0, true);
        this.state = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))) as GameState;
        const more = bytes.slice(4 + length);
        from += more.length;
        if (isOpen && !recording.isLive) return this.leave(); // another recording was opened
        if (more.length > 0) waiting.push(more);
        void feed();
        if ('error' in fault) throw fault.error;
        this.goToHit(this.state);
        await new Promise((resolve) => setTimeout(resolve, kRest));
        if (!this.state.there) break;
      }
      if (turn !== this.turn) return;
      this.refusal = this.state?.fault ? `${name} is gone: ${this.state.fault}` : `${name} has ended. What has come of it is in the tab “A recording”.`;
    } catch (error) {
      if (turn !== this.turn) return;
      this.refusal = wordsOf(error);
    }
    // The engine still takes in the bytes that have come.
    while (isFeeding && turn === this.turn) await new Promise((resolve) => setTimeout(resolve, kRest));
    if (turn !== this.turn) return;
    ++this.turn;
    this.id = null;
    recording.end();
  }

  // The frame that has hit a breakpoint, once it is here.
  private goToHit({ hit }: GameState): void {
    if (hit === null || hit.number === this.seenHit || recording.lastSeconds < hit.seconds - 1e-6) return;
    this.seenHit = hit.number;
    this.hit = hit;
    recording.goToSeconds(hit.seconds);
    recording.followsPresent = false;
    recording.follow({ index: hit.index, generation: hit.generation, name: hit.name });
  }

  // The lines of a file at which the game is to be held.
  setBreaks(path: string, lines: number[]): void {
    if (this.id === null) {
      this.breaks[path] = lines.map((line) => ({ line, verified: false, message: 'It counts once a running game is joined' }));
      return;
    }
    void post(`api/games/${this.id}`, { deed: 'break', path, lines }).then(async (answer) => {
      const said = (await answer.json()) as Said & { lines?: Break[]; error?: string };
      if (said.lines !== undefined) this.breaks[path] = said.lines;
      else this.said = { done: false, said: said.error ?? said.said };
    }).catch((error: unknown) => { this.said = { done: false, said: wordsOf(error) }; });
  }

  // Asks the game, and says what came of it.
  async ask(deed: 'hold' | 'step' | 'go_on' | 'change' | 'reload', more: Record<string, unknown> = {}): Promise<boolean> {
    if (this.id === null) return false;
    try {
      const answer = await post(`api/games/${this.id}`, { deed, ...more });
      if (!answer.ok) throw new Error(await faultOf(answer));
      this.said = (await answer.json()) as Said;
      if (this.said.done && (deed === 'go_on' || deed === 'step')) this.hit = null;
    } catch (error) {
      this.said = { done: false, said: wordsOf(error) };
    }
    return this.said.done;
  }

  // Changes something of the agent that is followed; of the world's and teams' keys whoever is followed does not matter.
  change(what: Record<string, unknown>): Promise<boolean> {
    const { follows } = recording;
    return this.ask('change', { index: follows?.index, generation: follows?.generation, ...what });
  }

  // Gives the game the sources as they are on the disk, once they are saved.
  async reload(): Promise<void> {
    await disk.saveAll();
    if (disk.unsaved.length > 0) {
      this.said = { done: false, said: 'The game goes on as before: not every file could be saved.' };
      return;
    }
    await disk.refresh(); // what somebody else has saved explains the game, too
    await this.ask('reload');
  }
}

async function again(ask: () => Promise<Response>): Promise<Response> {
  for (let i = 1;; ++i) {
    try {
      return await ask();
    } catch (error) {
      if (i === kTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 * i));
    }
  }
}
const post = (url: string, body: unknown, keepalive = false): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body), keepalive });

async function faultOf(answer: Response): Promise<string> {
  try {
    return ((await answer.json()) as { error: string }).error;
  } catch {
    return `the studio answers with ${answer.status}`;
  }
}

export const live = new Live();
