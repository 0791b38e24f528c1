/**
 * A compiled file of behaviour: what the Vite plugin gives for `import guard from './guard.ishi.yaml'`. When the file is saved,
 * the plugin compiles it anew and hands the bytes over; the assets that were loaded from it then replace themselves, and their
 * worlds reload between two frames, with their state.
 */
export class AssetSource {
  readonly #watchers = new Set<(source: AssetSource) => void>();
  /** What became of the last change; the plugin sets it, to show refusals. */
  onRefusal: (fault: Error) => void = (fault) => console.error(fault);

  constructor(
    /** The path of the file, as the bundler names it. */
    readonly path: string,
    public bytes: Uint8Array,
  ) {}

  /** Calls back after each change; the result ends that. */
  watch(watcher: (source: AssetSource) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
  /** Takes over the bytes of a new version. What a game refuses of it goes to `onRefusal`, and the game goes on with the old one. */
  update(bytes: Uint8Array): void {
    const former = this.bytes;
    this.bytes = bytes;
    for (const watcher of this.#watchers) {
      try {
        watcher(this);
      } catch (fault) {
        this.bytes = former;
        this.onRefusal(fault as Error);
      }
    }
  }
}

/** Of a text of base64. */
export function assetSource(path: string, base64: string): AssetSource {
  return new AssetSource(path, bytesOf(base64));
}
export function bytesOf(base64: string): Uint8Array {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}
