import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectProblem, CURES, connectProblemOf } from './connect-problem';
import { isSqlState } from './outcome';

/** The database cannot be used. The message says what to do, and never repeats the database URL. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

const TIMEOUT_MS = 30_000;
const RETRY_MS = 500;

/** The server is up but not ready: too many connections, or starting up. 08P01: PgBouncer says so of any failure. */
const NOT_READY_YET = new Set(['53300', '57P03', '08P01']);

/**
 * Waits for a database that may still be starting, for example after everything restarts together.
 *
 * @param connect tries to get a connection once; its result is returned
 * @param setting the one that has its address
 * @throws {DatabaseUnavailableError} if there is none after half a minute, or immediately if waiting cannot help:
 * login refused, TLS mismatch, a pooler in front
 */
export async function awaitDatabase<T>(
  connect: () => Promise<T>,
  { timeoutMs = TIMEOUT_MS, pauseMs = RETRY_MS, setting = 'DATABASE_URL' } = {},
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await connect();
    } catch (cause) {
      const { problem, code } = connectProblemOf(cause);
      const cure = CURES[problem]?.replaceAll('DATABASE_URL', setting);
      if (cure) {
        const what =
          problem === 'unknown-database' ? 'There is no database of that name' : 'The database denies access';
        throw new DatabaseUnavailableError(`${what} (${code}). ${cure}`, { cause });
      }
      if (isSqlState(code) && !NOT_READY_YET.has(code)) throw cause;
      if (performance.now() >= deadline) throw awayFor(timeoutMs, { problem, code, cause, setting });
    }
    await sleep(pauseMs);
  }
}

type Away = { problem: ConnectProblem; code: string; cause: unknown; setting: string };

function awayFor(timeoutMs: number, { problem, code, cause, setting }: Away): DatabaseUnavailableError {
  const todo =
    problem === 'unknown-host'
      ? `Its host name doesn’t resolve: correct it in ${setting}, or the DNS settings of this machine.`
      : `Start it, or check ${setting}.`;
  const seconds = Math.round(timeoutMs / 1_000);
  return new DatabaseUnavailableError(
    `The database hasn’t responded for ${seconds} seconds (${code}). ${todo}`,
    {
      cause,
    },
  );
}
