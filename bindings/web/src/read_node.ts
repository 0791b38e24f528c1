import { readFile } from 'node:fs/promises';

export function readModule(): Promise<BufferSource> {
  return readFile(new URL('./ishi_web.wasm', import.meta.url)) as Promise<BufferSource>;
}
