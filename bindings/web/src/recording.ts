import { IshiError } from './errors.js';
import { Block } from './module.js';
import { constants, RecorderCounts, RecorderOptions } from './native.js';
import type { World } from './world.js';

export interface RecordingOptions {
  /** A save is written after so many seconds of the world's time, from which a reader may begin: 1 to 86,400. 20 unless it is given. */
  saveSeconds?: number;
  /** The bytes that may wait until they are taken. 0: three saves and 8 MiB more. */
  memoryBytes?: number;
  /** Records only while viewers look into the game (`LiveHost`): there is nothing to be taken. */
  onlyWatched?: boolean;
}

/**
 * Records everything that the game gives a world, for `ishi replay`, `ishi why` and `ishi play`. The game takes the bytes as they
 * come and keeps them wherever it likes: their sequence, up to what `finish` gives, is a file NAME.ishirec.
 */
export class Recording {
  /** The place of its handle. */
  readonly place: number;
  readonly #room: number;
  #isOpen = true;
  static readonly #roomBytes = 65536;

  /** Records from the next frame on. Between frames. Errors: an IshiError that says why, as if another recording has the world. */
  constructor(
    readonly world: World,
    options: RecordingOptions = {},
  ) {
    const { ishi } = world;
    const { calls, memory, block } = ishi;
    const given = block + Block.options;
    this.place = ishi.allocate(8);
    this.#room = ishi.allocate(Recording.#roomBytes);
    memory.u32[given >> 2] = RecorderOptions.bytes_of;
    ishi.check(calls.recorder_options_defaults(given));
    memory.f32[(given + RecorderOptions.save_seconds) >> 2] = options.saveSeconds ?? 20;
    memory.setU64(given + RecorderOptions.memory_bytes, options.memoryBytes ?? 0);
    if (options.onlyWatched === true) {
      memory.u32[(given + RecorderOptions.only_watched) >> 2] = 1;
      memory.f32[(given + RecorderOptions.dashcam_seconds) >> 2] = options.saveSeconds ?? 20;
    }
    const code = calls.recorder_open(world.place, given, this.place);
    memory.follow();
    if (code === constants.OK) return;
    const fault = ishi.error(code, world.place);
    this.#isOpen = false;
    this.#release();
    throw new IshiError(`the world cannot be recorded: ${fault.message}`, code, fault.where);
  }
  #release(): void {
    this.world.ishi.release(this.place);
    this.world.ishi.release(this.#room);
  }

  /** The bytes that have come since the last call. Call it in each frame or so: what is not taken in time is lost. */
  take(): Uint8Array {
    if (!this.#isOpen) throw new IshiError('the recording has ended');
    return this.#take();
  }
  #take(): Uint8Array {
    const { calls, memory, block } = this.world.ishi;
    const result = block + Block.result;
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for (;;) {
      if (calls.recorder_take(this.place, this.#room, Recording.#roomBytes, result) !== constants.OK) break;
      const count = memory.u32[result >> 2]!;
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
    if (!this.#isOpen) return 0;
    const { calls, memory, block } = this.world.ishi;
    const counts = block + Block.options;
    memory.u32[counts >> 2] = RecorderCounts.bytes_of;
    return calls.recorder_counters(this.place, counts) === constants.OK ? memory.u64(counts + RecorderCounts.lost_frames) : 0;
  }
  /** Ends the recording and gives its last bytes. Viewers are sent away. */
  finish(): Uint8Array {
    if (!this.#isOpen) throw new IshiError('the recording has ended');
    const { calls } = this.world.ishi;
    calls.recorder_finish(this.place);
    const rest = this.#take();
    calls.recorder_close(this.place);
    this.#isOpen = false;
    this.#release();
    return rest;
  }
}
