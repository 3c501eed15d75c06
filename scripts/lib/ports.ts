import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** What the user must change before the command can run. Shown without a stack. */
export class SetupError extends Error {
  override name = 'SetupError';
}

/**
 * Reads a port from `source[variable]`, or returns `fallback` if it is not set.
 *
 * @throws {SetupError} naming the variable if it is not a port
 */
export function readPort(
  source: Record<string, string | undefined>,
  { variable, fallback }: { variable: string; fallback: number },
): number {
  const sent = source[variable]?.trim();
  if (!sent) return fallback;
  const port = Number(sent);
  if (/^\d+$/.test(sent) && port >= 1 && port <= 65_535) return port;
  throw new SetupError(`${variable} is "${sent}", but must be a whole number from 1 to 65535.`);
}

/**
 * Checks that each port is free before anything is started.
 *
 * @throws {SetupError} naming the variable to change
 */
export async function requireFreePorts(wanted: readonly { variable: string; port: number }[]): Promise<void> {
  const byPort = new Map<number, string>();
  for (const { variable, port } of wanted) {
    const other = byPort.get(port);
    if (other)
      throw new SetupError(`${other} and ${variable} are both ${port}. Set one of them to another port.`);
    byPort.set(port, variable);
    const problem = await problemOf(port);
    if (problem)
      throw new SetupError(
        `Port ${port} ${problem}. Set ${variable} to another port, as in ${variable}=${port + 10}.`,
      );
  }
}

/** Below the ephemeral range: nothing else takes such a port before the intended process. */
const FIRST_PORT = 15_000;
const LAST_PORT = 32_000;
const MAX_PORT_TRIES = 50;

/**
 * A currently free port that outgoing connections do not get, nor another process of this user that asks here until this
 * one has ended: between asking and listening it would be free for both.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_PORT_TRIES; tries += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (reserve(port) && (await problemOf(port)) === undefined) return port;
  }
  throw new Error(`No free port was found between ${FIRST_PORT} and ${LAST_PORT}.`);
}

/** A file for each port that was given away. */
const RESERVED = join(tmpdir(), `partner-desk-ports-${userInfo().uid}`);

/** False if another process has it. */
function reserve(port: number): boolean {
  const file = join(RESERVED, String(port));
  mkdirSync(RESERVED, { recursive: true });
  if (!create(file)) {
    if (isHeld(file)) return false;
    rmSync(file, { force: true });
    if (!create(file)) return false;
  }
  if (reserved.size === 0) process.once('exit', release);
  reserved.add(file);
  return true;
}

function create(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

/** Not by a process that was killed: it left its files. */
function isHeld(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}

function release(): void {
  for (const file of reserved) rmSync(file, { force: true });
}

const reserved = new Set<string>();

async function problemOf(port: number): Promise<string | undefined> {
  // macOS lets one process take 127.0.0.1 while another holds the same port on all addresses: so connect first.
  if ((await answers('127.0.0.1', port)) || (await answers('::1', port)))
    return 'is in use by another program';
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'EACCES' ? 'needs more rights than you have' : 'is in use by another program');
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(undefined)));
  });
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1_000 });
    const settle = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
  });
}
