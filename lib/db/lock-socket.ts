import 'server-only';
import { closeSync, openSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { platform } from 'node:os';
import { join } from 'node:path';

/**
 * A socket in the folder as a sign of life: the kernel answers for a process that is busy, frozen or in
 * another container, and stops when the process ends.
 */
export type LifeSocket = { close(): void };

/** `refused`: the socket is stale, or its owner is on another machine. */
export type Probe = 'answered' | 'refused' | 'unknown';

const NAME = /^desk\.[0-9a-f]{8}\.sock$/;
/** The maximum length of a socket address, on every system. */
const ADDRESS_LENGTH = 100;
const PROBE_MS = 2_000;

/**
 * Listens in `folder`; undefined if the file system or the operating system does not support such sockets.
 */
export async function listenIn(folder: string, ownerId: string): Promise<LifeSocket | undefined> {
  if (platform() === 'win32') return undefined;
  const name = `desk.${ownerId.slice(0, 8)}.sock`;
  const place = openPlace(folder);
  if (!place) return undefined;
  const server = createServer((connection) => connection.destroy());
  server.unref();
  const close = () => {
    server.close();
    rmSync(join(folder, name), { force: true });
    place.close();
  };
  const listening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ path: join(place.path, name), writableAll: true }, () => resolve(true));
  });
  server.on('error', () => {});
  if (listening && (await probe(join(place.path, name))) === 'answered') return { close };
  close();
  return undefined;
}

/** Whether any process listens in `folder`, regardless of the lock. */
export async function probeAll(folder: string): Promise<Probe> {
  const names = socketsIn(folder);
  const place = names.length > 0 ? openPlace(folder) : undefined;
  if (!place) return names.length > 0 ? 'unknown' : 'refused';
  try {
    const probes = await Promise.all(names.map((name) => probe(join(place.path, name))));
    if (probes.includes('answered')) return 'answered';
    return probes.includes('unknown') ? 'unknown' : 'refused';
  } finally {
    place.close();
  }
}

/** Removes stale sockets of others. Only call while holding the lock. */
export function removeOthers(folder: string, ownerId: string): void {
  for (const name of socketsIn(folder)) {
    if (!name.includes(ownerId.slice(0, 8))) rmSync(join(folder, name), { force: true });
  }
}

function socketsIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => NAME.test(name));
}

/** A short path to the folder: addresses are limited to about a hundred bytes. Undefined if there is none. */
function openPlace(folder: string): { path: string; close(): void } | undefined {
  if (platform() === 'linux') {
    const fd = openSync(folder, 'r');
    return { path: `/proc/self/fd/${fd}`, close: () => closeSync(fd) };
  }
  const isShort = Buffer.byteLength(join(folder, 'desk.00000000.sock')) <= ADDRESS_LENGTH;
  return isShort ? { path: folder, close: () => {} } : undefined;
}

function probe(path: string): Promise<Probe> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.setTimeout(PROBE_MS);
    const end = (answer: Probe) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end('answered'));
    socket.once('timeout', () => end('unknown'));
    socket.once('error', (error) => end(probeOf('code' in error ? error.code : undefined)));
  });
}

/** A full accept queue is a sign of life too. */
function probeOf(code: unknown): Probe {
  if (code === 'EAGAIN') return 'answered';
  return code === 'ECONNREFUSED' || code === 'ENOENT' ? 'refused' : 'unknown';
}
