import { IshiError } from './errors.js';
import type { World } from './world.js';

export interface RecordingOptions {
  /** A save is written after so many seconds of the world's time, from which a reader may begin: 1 to 86,400. 20 unless it is given. */
  saveSeconds?: number;
  /** The bytes that may wait until they are taken. 0: three saves and 8 MiB more. */
  memoryBytes?: number;
}

/**
 * Records everything that the game gives a world, for `ishi replay`, `ishi why` and `ishi play`. The game takes the bytes as they
 * come and keeps them wherever it likes: their sequence, up to what `finish` gives, is a file NAME.ishirec.
 */
export class Recording {
  readonly #recorder: number;
  readonly #room: number;
  #isOpen = true;
  static readonly #roomBytes = 65536;

  /** Records from the next frame on. Between frames. Errors: an IshiError that says why, as if another recording has the world. */
  constructor(
    readonly world: World,
    options: RecordingOptions = {},
  ) {
    const { ishi } = world;
    this.#room = ishi.allocate(Recording.#roomBytes);
    this.#recorder = ishi.calls.recording_open(world.place, options.saveSeconds ?? 20, options.memoryBytes ?? 0);
    ishi.memory.follow();
    if (this.#recorder !== 0) return;
    ishi.release(this.#room);
    throw new IshiError(`the world cannot be recorded: ${ishi.memory.text(ishi.calls.recording_result())}`);
  }

  /** The bytes that have come since the last call. Call it in each frame or so: what is not taken in time is lost. */
  take(): Uint8Array {
    if (!this.#isOpen) throw new IshiError('the recording has ended');
    return this.#take();
  }
  #take(): Uint8Array {
    const { calls, memory } = this.world.ishi;
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for (;;) {
      const count = calls.recording_take(this.#recorder, this.#room, Recording.#roomBytes);
      if (count === 0) break;
      parts.push(memory.u8.slice(this.#room, this.#room + count));
      bytes += count;
    }
    const [only] = parts;
    if (parts.length === 1) return only!;
    const all = new Uint8Array(bytes);
    let end = 0;
    for (const part of parts) {
      all.set(part, end);
      end += part.length;
    }
    return all;
  }
  /** How many frames are not in the recording, because their bytes were not taken in time. */
  get lostFrames(): number {
    return this.#isOpen ? this.world.ishi.calls.recording_lost_frames(this.#recorder) : 0;
  }
  /** Ends the recording and gives its last bytes. */
  finish(): Uint8Array {
    if (!this.#isOpen) throw new IshiError('the recording has ended');
    const { ishi } = this.world;
    ishi.calls.recording_finish(this.#recorder);
    const rest = this.#take();
    ishi.calls.recording_destroy(this.#recorder);
    ishi.release(this.#room);
    this.#isOpen = false;
    return rest;
  }
}
