import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

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
const PORTS_EACH = 1_000;
const SHARES = 17;
const MAX_PORT_TRIES = 50;

const given = new Set<number>();

/**
 * A currently free port that outgoing connections do not get, given away once. Each of the processes that a run of tests
 * starts has a share of the ports: between asking and listening a port would be free for two of them.
 */
export async function freePort(): Promise<number> {
  const share = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? -1) + 1;
  const first = FIRST_PORT + (share % SHARES) * PORTS_EACH;
  for (let tries = 0; tries < MAX_PORT_TRIES; tries += 1) {
    const port = randomInt(first, first + PORTS_EACH);
    if (given.has(port)) continue;
    given.add(port);
    if ((await problemOf(port)) === undefined) return port;
  }
  throw new Error(`No free port was found from ${first} on.`);
}

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
    const confirm = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('connect', () => confirm(true));
    socket.once('timeout', () => confirm(false));
    socket.once('error', () => confirm(false));
  });
}
