import 'server-only';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { awaitDatabase } from './await-database';
import type { Database } from './handle';
import { createHealthProbe } from './health-probe';
import { listenAlways } from './listen';
import { DRIZZLE, MIGRATIONS } from './migrate';
import { withKnownOutcomes } from './outcome';
import { idleTimeoutSocket, openPool, type PoolLimits } from './pool';
import { keepErrorsPrivate } from './private-errors';

/** Any number that only this lock uses: two processes that start at once must not migrate at once. */
const MIGRATION_LOCK = 7_041_977;
/** How long one may wait for a lock, or for a step of a migration, in milliseconds. */
const LOCK_WAIT_MS = 60_000;

/** Who froze while holding a lock loses it after so long: longer than the one request that is made under it. */
const LOCK_IDLE_MS = 20_000;

/** Pages and jobs: whatever the database does, nobody waits for it longer than this. */
const MAIN: PoolLimits = { max: 10, connectMs: 3_000, statementMs: 5_000, silenceMs: 7_000 };
/**
 * Receiving webhooks: one group is committed at a time, and one set of addresses looked up. Who waits behind
 * one that gets no connection must still be answered in time.
 */
const INTAKE: PoolLimits = { max: 3, connectMs: 1_500, statementMs: 3_000, silenceMs: 5_000 };

/**
 * Opens a PostgreSQL database and migrates it, one process at a time.
 *
 * @throws {DatabaseAwayError} if it is not there, even after some waiting
 */
export async function openPostgres(url: string): Promise<Database> {
  keepErrorsPrivate();
  await awaitDatabase(() => onConnection({ url, work: async () => {} }));
  const work = (client: pg.Client) => migrate(drizzle(client, DRIZZLE), MIGRATIONS);
  await withAdvisoryLock({ url, lock: MIGRATION_LOCK, work });
  const main = openPool(url, MAIN);
  const intake = openPool(url, INTAKE);
  const probe = createHealthProbe(() => main.query('select 1'));
  main.on('error', probe.invalidate);
  return {
    db: withKnownOutcomes(drizzle(main, DRIZZLE)),
    intake: withKnownOutcomes(drizzle(intake, DRIZZLE)),
    answers: probe.answers,
    canWrite: probe.answers,
    listen: (channel, listener) => listenAlways({ url, channel, listener }),
    withAdvisoryLock: (lock, work) => withAdvisoryLock({ url, lock, work }),
    close: async () => {
      await Promise.all([main.end(), intake.end()]);
    },
  };
}

/** Holds a session-level advisory lock on a connection of its own while `work` runs. */
function withAdvisoryLock<T>(task: {
  url: string;
  lock: number;
  work: (client: pg.Client) => Promise<T>;
}): Promise<T> {
  const { url, lock, work } = task;
  return onConnection({
    url,
    work: async (client) => {
      await client.query('select pg_advisory_lock($1)', [lock]);
      return work(client);
    },
  });
}

/** Runs `work` on a connection of its own. Whatever becomes of it, the connection and its locks are gone afterwards. */
async function onConnection<T>({
  url,
  work,
}: {
  url: string;
  work: (client: pg.Client) => Promise<T>;
}): Promise<T> {
  const socket = idleTimeoutSocket(LOCK_WAIT_MS + 5_000);
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: MAIN.connectMs,
    statement_timeout: LOCK_WAIT_MS,
    options: `-c idle_session_timeout=${LOCK_IDLE_MS}`,
    stream: () => socket,
  });
  // Who holds a lock may be busy elsewhere while the connection breaks: that must not end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    // Cut and not closed: a farewell would wait for the answer of a server that may be gone.
    socket.destroy();
  }
}
