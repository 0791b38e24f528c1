/** What has views of the module's memory, and makes them anew when the memory has grown. */
export interface Viewer {
  renewViews(): void;
}

/** The module's memory as typed arrays. Growing detaches every array of it, so nothing outside of this package holds one for long. */
export class Memory {
  u8: Uint8Array<ArrayBuffer>;
  u16: Uint16Array;
  i32: Int32Array;
  u32: Uint32Array;
  f32: Float32Array;
  readonly viewers = new Set<Viewer>();

  constructor(readonly wasm: WebAssembly.Memory) {
    this.u8 = new Uint8Array(wasm.buffer as ArrayBuffer);
    this.u16 = new Uint16Array(wasm.buffer);
    this.i32 = new Int32Array(wasm.buffer);
    this.u32 = new Uint32Array(wasm.buffer);
    this.f32 = new Float32Array(wasm.buffer);
  }

  /** Makes all views anew if the memory has grown. Comes after each call that may allocate; costs a comparison. */
  follow(): void {
    if (this.u8.length === 0) this.#renew();
  }

  #renew(): void {
    const { buffer } = this.wasm;
    this.u8 = new Uint8Array(buffer as ArrayBuffer);
    this.u16 = new Uint16Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.f32 = new Float32Array(buffer);
    for (const viewer of this.viewers) viewer.renewViews();
  }

  /** A whole number of 64 bits; exact up to 2^53. */
  u64(place: number): number {
    return this.u32[place >> 2]! + this.u32[(place >> 2) + 1]! * 4294967296;
  }
  setU64(place: number, value: number): void {
    this.u32[place >> 2] = value % 4294967296;
    this.u32[(place >> 2) + 1] = Math.floor(value / 4294967296);
  }
  setId(place: number, id: bigint): void {
    this.u32[place >> 2] = Number(id & 0xffffffffn);
    this.u32[(place >> 2) + 1] = Number(id >> 32n);
  }
  id(place: number): bigint {
    return BigInt(this.u32[place >> 2]!) | (BigInt(this.u32[(place >> 2) + 1]!) << 32n);
  }

  text(place: number, bytes?: number): string {
    const end = bytes === undefined ? this.u8.indexOf(0, place) : place + bytes;
    return decoder.decode(this.u8.subarray(place, end));
  }
}

const decoder = new TextDecoder();
