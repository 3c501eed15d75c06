import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { CURES, connectProblemOf } from './connect-problem';
import { isSqlState } from './outcome';

/** The database cannot be used. The message says what to do, and never repeats the database URL. */
export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError';
}

const TIMEOUT_MS = 30_000;
const RETRY_MS = 500;

/** The server is up but not ready: too many connections, or starting up. */
const NOT_READY_YET = new Set(['53300', '57P03']);

/**
 * Waits for a database that may still be starting, for example after everything restarts together.
 *
 * @param connect tries to get a connection once
 * @throws {DatabaseAwayError} if there is none after half a minute, or immediately if waiting cannot help:
 * login refused, TLS mismatch, a pooler in front
 */
export async function awaitDatabase(
  connect: () => Promise<unknown>,
  { timeoutMs = TIMEOUT_MS, pauseMs = RETRY_MS } = {},
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      await connect();
      return;
    } catch (cause) {
      const { problem, code } = connectProblemOf(cause);
      const cure = CURES[problem];
      if (cure) {
        throw new DatabaseAwayError(`The database denies access (${code}). ${cure}`, { cause });
      }
      if (isSqlState(code) && !NOT_READY_YET.has(code)) throw cause;
      if (performance.now() >= deadline) throw awayFor(timeoutMs, { code, cause });
    }
    await sleep(pauseMs);
  }
}

function awayFor(timeoutMs: number, { code, cause }: { code: string; cause: unknown }): DatabaseAwayError {
  const seconds = Math.round(timeoutMs / 1_000);
  return new DatabaseAwayError(
    `The database hasn’t responded for ${seconds} seconds (${code}). Start it, or check DATABASE_URL.`,
    { cause },
  );
}
