import type { Linked, View } from './project.svelte';

// The view in the address: deflated JSON behind the #, in letters that an address may have.

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

export async function linkOf(linked: Linked): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(linked)), new CompressionStream('deflate-raw'));
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return '#' + btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const kViews: readonly View[] = ['moment', 'run', 'tests'];

// Null: there is none. Throws where it was cut or written by somebody else.
export async function readLink(hash: string): Promise<Linked | null> {
  if (hash.length < 2) return null;
  const letters = atob(hash.slice(1).replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = await through(Uint8Array.from(letters, (one) => one.charCodeAt(0)), new DecompressionStream('deflate-raw'));
  const read: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  if (typeof read !== 'object' || read === null) throw new Error('it holds no view');
  const { example, path, view, changed } = read as Record<string, unknown>;
  const isText = typeof changed === 'object' && changed !== null && Object.values(changed).every((one) => typeof one === 'string');
  if (typeof example !== 'string' || typeof path !== 'string' || !kViews.includes(view as View) || !isText)
    throw new Error('it holds no view');
  return { example, path, view: view as View, changed: changed as Record<string, string> };
}
