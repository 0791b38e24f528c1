import type { Asset } from './asset.js';
import { IshiError } from './errors.js';
import { fromBase64, liveEvent, toBase64, type LiveMessage } from './live_messages.js';
import { Block } from './module.js';
import { AssetChange, constants, HostOptions, Turn as Layout } from './native.js';
import { Recording } from './recording.js';
import type { World } from './world.js';

export interface LiveOptions {
  /** The recording of the world, if there is one; without it the world is recorded while somebody watches. */
  recording?: Recording;
  /** By which viewers find the game: 1 to 32 letters, digits, `_` and `.`, the first a letter. */
  name?: string;
  /** How many may watch at once: 1 to 16. 4 unless it is given. */
  viewers?: number;
  /** False: nobody holds the game. */
  mayHold?: boolean;
  /** False: viewers only watch. */
  mayChange?: boolean;
  /** The assets that viewers may replace by other versions, at most 8. */
  assets?: readonly Asset[];
}

/** What one call of `betweenFrames` came to. It is the same object each time. */
export interface Turn {
  /** Viewers that watch now. */
  viewers: number;
  /** What they have changed in this call. */
  changes: number;
  /** How many assets they have replaced. Columns stay valid; take their arrays anew. */
  reloaded: number;
  /** A viewer holds the game: play no frame, and ask again. */
  isHeld: boolean;
}

/** The host's end of a connection. The owner of the viewer's socket calls it. */
export interface LiveConnection {
  /** Hands over bytes that the viewer has sent. They reach the host when it looks next. */
  receive(bytes: Uint8Array): void;
  /** Tells the host that the viewer is gone. */
  gone(): void;
}
/** The viewer's end of a connection. The host calls it. */
export interface LiveViewer {
  /** Sends bytes to the viewer, and calls `sent` once they are on their way: until then they count as waiting. */
  send(bytes: Uint8Array, sent: () => void): void;
  /** Ends the connection: the host has sent the viewer away. */
  close(): void;
}

/** What a bundler's development server gives a page for messages: `import.meta.hot` of Vite. */
export interface DevelopmentServer {
  on(event: string, heard: (said: any) => void): void;
  send(event: string, said: unknown): void;
}

/**
 * Lets viewers of this machine look into a page that is developed: the plugin `ishi-web/vite` listens for them, and its server
 * carries the bytes. `ishi live` lists the page by this name. Does nothing without a server, as in what `vite build` makes.
 */
export function offer(host: LiveHost, server: DevelopmentServer | undefined, name = 'page'): void {
  if (server === undefined) return;
  const joined = new Map<number, LiveConnection>();
  const tell = (message: LiveMessage): void => server.send(liveEvent, message);
  const sending = new Map<number, (() => void)[]>(); // by viewer: what the server has not written yet
  const forget = (viewer: number): void => {
    joined.delete(viewer);
    sending.delete(viewer);
  };
  const join = (viewer: number): void => {
    const close = (): void => {
      forget(viewer);
      tell({ kind: 'gone', viewer });
    };
    const send = (bytes: Uint8Array, sent: () => void): void => {
      sending.get(viewer)?.push(sent);
      tell({ kind: 'bytes', viewer, base64: toBase64(bytes) });
    };
    try {
      sending.set(viewer, []);
      joined.set(viewer, host.connect({ send, close }));
    } catch {
      close(); // there is no place for it
    }
  };
  server.on(liveEvent, ({ kind, viewer, base64 }: LiveMessage) => {
    if (viewer === undefined) return;
    if (kind === 'join') join(viewer);
    if (kind === 'bytes') joined.get(viewer)?.receive(fromBase64(base64 ?? ''));
    if (kind === 'sent') sending.get(viewer)?.shift()?.();
    if (kind !== 'gone') return;
    joined.get(viewer)?.gone();
    forget(viewer);
  });
  tell({ kind: 'offer', name });
}

interface Joined {
  readonly number: number;
  readonly viewer: LiveViewer;
  readonly waiting: Uint8Array[]; // bytes of the viewer that the host has not taken yet
  unsent: number; // bytes for the viewer that are not on their way yet
  isGone: boolean;
}

const roomBytes = 65536;
// So much may wait from a viewer until the host looks: more than the largest message, a reload of 16 MB.
const mostWaiting = 32 << 20;
// So much may wait for a viewer. One that reads more slowly loses frames, as in any game.
const mostUnsent = 1 << 20;

/**
 * Lets viewers look into a running game: `ishi live`, the studio, a debugger. They see what agents do and why, hold the game,
 * change keys and behaviours. A page has no sockets: `ishi-web/vite` carries the bytes for a page that is developed, and
 * `ishi-web/live` for a game in Node.
 */
export class LiveHost {
  readonly #place: number;
  readonly #room: number;
  readonly #listener: number;
  readonly #recording: Recording;
  readonly #ownsRecording: boolean;
  readonly #assets: readonly Asset[];
  readonly #joined: Joined[] = [];
  readonly #turn: Turn = { viewers: 0, changes: 0, reloaded: 0, isHeld: false };
  #isOpen = true;

  /** Between frames. Errors: an IshiError with the reason, such as a world that another recording has, or a name that is none. */
  constructor(
    readonly world: World,
    options: LiveOptions = {},
  ) {
    const { ishi } = world;
    const { calls, memory, block } = ishi;
    if (options.recording !== undefined && options.recording.world !== world) throw new IshiError('the recording is of another world');
    this.#ownsRecording = options.recording === undefined;
    this.#recording = options.recording ?? new Recording(world, { onlyWatched: true });
    this.#assets = options.assets ?? [];
    this.#place = ishi.allocate(8);
    this.#room = ishi.allocate(roomBytes);
    const name = ishi.copy(new TextEncoder().encode(`${options.name ?? 'game'}\0`));
    const handles = ishi.allocate(8 * Math.max(1, this.#assets.length));
    this.#assets.forEach(({ place }, i) => memory.u32.copyWithin((handles >> 2) + 2 * i, place >> 2, (place >> 2) + 2));
    const given = block + Block.options;
    memory.u32[given >> 2] = HostOptions.bytes_of;
    let code = calls.host_options_defaults(given);
    const set = (at: number, value: number): void => void (memory.u32[(given + at) >> 2] = value);
    set(HostOptions.viewers, options.viewers ?? 4);
    set(HostOptions.may_hold, options.mayHold === false ? 0 : 1);
    set(HostOptions.may_change, options.mayChange === false ? 0 : 1);
    set(HostOptions.name, name);
    set(HostOptions.assets, handles);
    set(HostOptions.asset_count, this.#assets.length);
    this.#listener = calls.live_listener();
    if (code === constants.OK) code = calls.host_open(this.#recording.place, given, this.#place);
    memory.follow();
    ishi.release(name);
    ishi.release(handles);
    if (code === constants.OK) return;
    const fault = ishi.error(code, world.place);
    this.#isOpen = false;
    this.#release();
    throw new IshiError(`nobody can look into the game: ${fault.message}`, code, fault.where);
  }
  #release(): void {
    if (this.#ownsRecording) this.#recording.finish();
    this.world.ishi.release(this.#place);
    this.world.ishi.release(this.#room);
  }

  /**
   * Sends what was recorded, and does what viewers ask for. Call it between two frames, and play no frame while it says `isHeld`:
   * `if (!live.betweenFrames().isHeld) world.runFrame(game, options)`. Call it then again, as for each frame.
   */
  betweenFrames(): Turn {
    if (!this.#isOpen) throw new IshiError('the host is closed');
    const { ishi } = this.world;
    const { calls, memory, block } = ishi;
    calls.live_clock(performance.now() * 1000);
    for (const one of this.#joined) this.#give(one);
    const turn = block + Block.options;
    memory.u32[turn >> 2] = Layout.bytes_of;
    ishi.check(calls.host_between_frames(this.#place, this.world.place, turn), this.world.place);
    memory.follow();
    this.#turn.viewers = memory.u32[(turn + Layout.viewers) >> 2]!;
    this.#turn.changes = memory.u32[(turn + Layout.changes) >> 2]!;
    this.#turn.reloaded = memory.u32[(turn + Layout.reloaded) >> 2]!;
    this.#turn.isHeld = memory.u64(turn + Layout.held_microseconds) > 0;
    if (this.#turn.reloaded > 0) this.#follow();
    for (let i = this.#joined.length - 1; i >= 0; --i) this.#take(this.#joined[i]!, i);
    return this.#turn;
  }

  /** A viewer has come, and waits to be heard. Throws an IshiError if there is no place for one more. */
  connect(viewer: LiveViewer): LiveConnection {
    if (!this.#isOpen) throw new IshiError('the host is closed');
    const number = this.world.ishi.calls.live_connect(this.#listener);
    this.world.ishi.memory.follow();
    if (number === 0) throw new IshiError('there is no place for another viewer');
    const joined: Joined = { number, viewer, waiting: [], unsent: 0, isGone: false };
    this.#joined.push(joined);
    return {
      receive: (bytes) => {
        if (joined.isGone) return;
        joined.waiting.push(bytes.slice());
        if (joined.waiting.reduce((sum, one) => sum + one.length, 0) > mostWaiting) this.#end(joined, true);
      },
      gone: () => this.#end(joined, false),
    };
  }

  /** Sends viewers away. Assets that they gave stay with their populations. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const { ishi } = this.world;
    ishi.calls.host_close(this.#place);
    for (const one of [...this.#joined]) this.#end(one, true);
    this.#release();
    ishi.destroyRetired();
  }

  // Gives the host what the viewer has sent, as far as there is room.
  #give(joined: Joined): void {
    const { calls, memory } = this.world.ishi;
    for (let next = joined.waiting[0]; next !== undefined; next = joined.waiting[0]) {
      const count = Math.min(next.length, roomBytes);
      memory.u8.set(next.subarray(0, count), this.#room);
      const taken = calls.live_give(joined.number, this.#room, count);
      if (taken === next.length) joined.waiting.shift();
      else joined.waiting[0] = next.subarray(taken);
      if (taken < count) return;
    }
  }
  #take(joined: Joined, place: number): void {
    const { calls, memory } = this.world.ishi;
    while (joined.unsent < mostUnsent) {
      const count = calls.live_take(joined.number, this.#room, roomBytes);
      if (count === 0) break;
      joined.unsent += count;
      joined.viewer.send(memory.u8.slice(this.#room, this.#room + count), () => (joined.unsent -= count));
    }
    if (calls.live_is_open(joined.number) === 1) return;
    this.#joined.splice(place, 1);
    this.#end(joined, true);
  }
  #end(joined: Joined, tells: boolean): void {
    if (joined.isGone) return;
    joined.isGone = true;
    if (!tells && this.#isOpen) this.#give(joined); // a viewer may say something and go
    this.world.ishi.calls.live_disconnect(joined.number);
    const place = this.#joined.indexOf(joined);
    if (place >= 0) this.#joined.splice(place, 1);
    if (tells) joined.viewer.close();
  }

  // Makes the game's objects stand for the assets that viewers have put in their place.
  #follow(): void {
    const { ishi } = this.world;
    const { calls, memory, block } = ishi;
    const room = ishi.allocate(AssetChange.bytes_of * 16);
    ishi.check(calls.host_reloaded(this.#place, room, 16, block + Block.result));
    const count = Math.min(16, memory.u32[(block + Block.result) >> 2]!);
    const superseded: number[] = [];
    for (let i = 0; i < count; ++i) {
      const from = (room + i * AssetChange.bytes_of) >> 2;
      const asset = this.#assets.find(({ place }) => memory.u32[place >> 2] === memory.u32[from] && memory.u32[(place >> 2) + 1] === memory.u32[from + 1]);
      if (asset === undefined) continue;
      const former = ishi.allocate(8);
      memory.u32.copyWithin(former >> 2, from, from + 2);
      superseded.push(former);
      memory.u32.copyWithin(asset.place >> 2, from + 2, from + 4);
    }
    ishi.release(room);
    for (const place of superseded) ishi.retire(place); // the host uses them until it is closed
    this.world.followReload();
  }
}
