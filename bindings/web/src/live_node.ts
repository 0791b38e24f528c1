import { chmodSync, lstatSync, mkdirSync, unlinkSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { IshiError } from './errors.js';
import type { LiveConnection, LiveHost, LiveViewer } from './live.js';

/** A socket file by which viewers find a game. */
export interface Listening {
  /** Where it stands: NAME-PID in $XDG_RUNTIME_DIR/ishi, else in ishi-UID in $TMPDIR or /tmp. */
  readonly path: string;
  /** Removes it, and sends viewers away. */
  close(): void;
}

const mostPath = 107; // of a socket of Linux, in bytes
const taken = new Set<string>();

// The folder of socket files, which is this user's alone.
function folderOf(): string {
  if (process.platform === 'win32') throw new IshiError('games on Windows cannot be looked into: viewers find a game by a socket file');
  const userId = process.geteuid!();
  const own = process.env.XDG_RUNTIME_DIR;
  const folder = own?.startsWith('/') ? path.join(own, 'ishi') : path.join(process.env.TMPDIR?.startsWith('/') ? process.env.TMPDIR : '/tmp', `ishi-${userId}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw new IshiError(`the folder ${folder} cannot be made: ${(fault as Error).message}`);
  }
  const about = lstatSync(folder);
  if (!about.isDirectory() || about.uid !== userId || (about.mode & 0o077) !== 0)
    throw new IshiError(`the folder ${folder} is a link, another user's, or open to others`);
  return folder;
}

/** Listens for viewers; `joined` is called for each, and gives what its bytes go to. A second game of a name gets `_2` behind it. */
export function listenFor(name: string, joined: (viewer: LiveViewer) => LiveConnection): Listening {
  if (!/^[A-Za-z][A-Za-z0-9_.]{0,31}$/.test(name)) throw new IshiError(`\`${name}\` is no name of a game: 1 to 32 letters, digits, _ and ., the first a letter`);
  const folder = folderOf();
  let place = path.join(folder, `${name}-${process.pid}`);
  for (let number = 2; taken.has(place); ++number) place = path.join(folder, `${name.slice(0, 28)}_${number}-${process.pid}`);
  if (Buffer.byteLength(place) > mostPath) throw new IshiError(`the path ${place} is too long for a socket: set XDG_RUNTIME_DIR to a shorter folder`);
  // A process of the same number has left it.
  try {
    if (lstatSync(place).isSocket()) unlinkSync(place);
  } catch {
    // There is none.
  }
  taken.add(place);
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    let connection: LiveConnection | undefined;
    const end = (): void => {
      sockets.delete(socket);
      connection?.gone();
    };
    socket.on('error', () => socket.destroy());
    socket.on('close', end);
    try {
      connection = joined({ send: (bytes, sent) => void socket.write(bytes, sent), close: () => socket.end() });
    } catch {
      socket.destroy(); // there is no place for it
      return;
    }
    socket.on('data', (bytes: Buffer) => connection?.receive(bytes));
  });
  server.on('error', (fault) => console.error(`nobody can look into ${name}: ${fault.message}`));
  server.listen(place, () => chmodSync(place, 0o600));
  server.unref(); // a game that has ended ends the process
  return {
    path: place,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      taken.delete(place);
    },
  };
}

/** Lets viewers find a game that runs in Node: `ishi live` lists it by this name. Call `host.betweenFrames()` between frames, and let the event loop turn. */
export function listen(host: LiveHost, name = 'game'): Listening {
  return listenFor(name, (viewer) => host.connect(viewer));
}
