import type { ModuleSource } from './module.js';

/** The module of this package, beside this file: bundlers find it by this expression. */
export function readModule(): ModuleSource {
  return new URL('./ishi_web.wasm', import.meta.url);
}
