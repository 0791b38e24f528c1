import { firstLooks, kViews, type Looks } from './seen.svelte';

// Text and view in the address: deflated JSON behind the #, in letters that an address may have.

// Texts where they are not those of an example, and what is looked at.
export interface Linked {
  example: string;
  path: string;
  changed: Record<string, string>;
  looks: Looks;
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

export async function linkOf(linked: Linked): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(linked)), new CompressionStream('deflate-raw'));
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return '#' + btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const isWords = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');

// `read` where it is of the shape of `first`, else what `first` has there.
function taken<T>(first: T, read: unknown): T {
  if (typeof first !== 'object' || first === null) return typeof read === typeof first ? (read as T) : first;
  if (Array.isArray(first)) return (Array.isArray(read) ? read.filter((one) => typeof one === 'string') : first) as T;
  if (typeof read !== 'object' || read === null) return first;
  if (Object.keys(first).length === 0) return (isWords(read) ? read : first) as T;
  return Object.fromEntries(Object.entries(first).map(([name, value]) => [name, taken(value, (read as Record<string, unknown>)[name])])) as T;
}

// Null: there is none. Throws where it was cut or written by somebody else.
export async function readLink(hash: string): Promise<Linked | null> {
  if (hash.length < 2) return null;
  const letters = atob(hash.slice(1).replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = await through(Uint8Array.from(letters, (one) => one.charCodeAt(0)), new DecompressionStream('deflate-raw'));
  const { example, path, changed, looks } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Record<string, unknown>;
  if (typeof example !== 'string' || typeof path !== 'string' || !isWords(changed)) throw new Error('it holds no text');
  const made = taken(firstLooks(), looks);
  return { example, path, changed, looks: kViews.includes(made.view) && made.view !== 'live' ? made : firstLooks() };
}
