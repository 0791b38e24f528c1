// Writes the pack that Godot starts a game from: a header, the files one after the other, and a directory of them. Format 2, which
// every Godot 4 reads. Sources are packed as they are: scripts are compiled and text resources parsed as they are loaded.

import crypto from 'node:crypto';

const headerBytes = 96, alignment = 32;
const aligned = (bytes, to) => Math.ceil(bytes / to) * to;

/** `files`: paths below res:// with their bytes or texts. */
export function pack(files) {
  const entries = Object.entries(files).map(([path, content]) => {
    const bytes = Buffer.from(content);
    // The length of a path is counted with the zeros that fill it up to whole words.
    const name = Buffer.alloc(aligned(Buffer.byteLength(`res://${path}`), 4));
    name.write(`res://${path}`);
    return { name, bytes };
  });
  const directory = 4 + entries.reduce((sum, { name }) => sum + 4 + name.length + 8 + 8 + 16 + 4, 0);
  let place = aligned(headerBytes + directory, alignment);
  const header = Buffer.alloc(place);
  let at = 0;
  const u32 = (value) => (at = header.writeUInt32LE(value, at));
  const u64 = (value) => (at = header.writeBigUInt64LE(BigInt(value), at));
  header.write('GDPC');
  at = 4;
  for (const value of [2, 4, 0, 0, 0]) u32(value); // the format, the engine that is asked for, flags
  u64(0); // places are counted from the beginning
  at = headerBytes;
  u32(entries.length);
  const parts = [header];
  for (const { name, bytes } of entries) {
    u32(name.length);
    at += name.copy(header, at);
    u64(place);
    u64(bytes.length);
    at += crypto.createHash('md5').update(bytes).digest().copy(header, at);
    u32(0);
    const padded = Buffer.alloc(aligned(bytes.length, alignment));
    bytes.copy(padded);
    parts.push(padded);
    place += padded.length;
  }
  return Buffer.concat(parts);
}
