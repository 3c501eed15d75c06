import 'server-only';
import { isSqlState } from './outcome';

/** The database cannot be used. The message says what to do, and never repeats its address. */
export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError';
}

const PATIENCE_MS = 30_000;
const PAUSE_MS = 500;

/** What a server says that is there, and will take us in later: too many connections, starting up. */
const LATER = new Set(['53300', '57P03']);
/** What a server says that will never take us in: authorization, no such database. */
const NEVER = /^(28|3D)/;

/**
 * Waits for a database that may still be starting, as after a restart of everything at once.
 *
 * @param connect tries to get a connection once
 * @throws {DatabaseAwayError} if there is none after half a minute, or if the database does not let us in
 */
export async function awaitDatabase(
  connect: () => Promise<unknown>,
  { patienceMs = PATIENCE_MS, pauseMs = PAUSE_MS } = {},
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      await connect();
      return;
    } catch (cause) {
      const code = codeOf(cause);
      if (NEVER.test(code)) {
        throw new DatabaseAwayError(`The database does not let us in (${code}). Check DATABASE_URL.`, {
          cause,
        });
      }
      if (isSqlState(code) && !LATER.has(code)) throw cause;
      if (performance.now() >= deadline) throw awayFor(patienceMs, { code, cause });
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function awayFor(patienceMs: number, { code, cause }: { code: string; cause: unknown }): DatabaseAwayError {
  const seconds = Math.round(patienceMs / 1_000);
  return new DatabaseAwayError(
    `The database did not answer for ${seconds} seconds (${code || 'no connection'}). Start it, or check DATABASE_URL.`,
    { cause },
  );
}

/** PostgreSQL's code, the system's, or none: a connection that breaks or takes too long has no code. */
function codeOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return '';
}
