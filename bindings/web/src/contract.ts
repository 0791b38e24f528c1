import { Entry } from './native.js';
import type { Contract } from './names.js';
import type { Ishi } from './module.js';

const encoder = new TextEncoder();

/** Writes the entries of a contract into the module's memory, as ishi_entry. */
export function contractInMemory(ishi: Ishi, contract: Contract): { place: number; count: number } {
  const count = contract.entries.length;
  const texts = new Map<string, Uint8Array>();
  let bytes = Math.max(1, count) * Entry.bytes_of;
  for (const [, , , ...names] of contract.entries)
    for (const name of names.slice(0, 3) as string[])
      if (!texts.has(name)) {
        const text = encoder.encode(`${name}\0`);
        texts.set(name, text);
        bytes += text.length;
      }
  const place = ishi.allocate(bytes);
  const { memory } = ishi;
  memory.u8.fill(0, place, place + bytes);
  let end = place + Math.max(1, count) * Entry.bytes_of;
  const places = new Map<string, number>();
  for (const [name, text] of texts) {
    memory.u8.set(text, end);
    places.set(name, end);
    end += text.length;
  }
  contract.entries.forEach((entry, i) => {
    const at = place + i * Entry.bytes_of;
    const [id, owner, reference, name, ownerName, referenceName, kind, type, scope, merge, abort, required, live, given, where, parts, low, high, fallback] = entry;
    memory.setId(at + Entry.id, id);
    memory.setId(at + Entry.owner, owner);
    memory.setId(at + Entry.reference, reference);
    memory.u32[(at + Entry.name) >> 2] = places.get(name)!;
    memory.u32[(at + Entry.owner_name) >> 2] = places.get(ownerName)!;
    memory.u32[(at + Entry.reference_name) >> 2] = places.get(referenceName)!;
    memory.u8.set([kind, type, scope, merge, abort, required, live, given], at + Entry.kind);
    memory.u32[(at + Entry.place) >> 2] = where;
    memory.u32[(at + Entry.parts) >> 2] = parts;
    memory.f32.set([low, high, ...fallback], (at + Entry.low) >> 2);
  });
  return { place, count };
}
