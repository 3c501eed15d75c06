import 'server-only';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { metrics } from '@/lib/core/metrics';
import { withTimeout } from '@/lib/core/timeout';
import { ADVISORY_LOCKS, type AdvisoryLock } from './advisory-locks';
import { awaitDatabase } from './await-database';
import type { Database } from './handle';
import { createHealthProbe } from './health-probe';
import { listenAlways } from './listen';
import { DRIZZLE, MIGRATIONS } from './migrate';
import { withKnownOutcomes } from './outcome';
import { idleTimeoutSocket, openPool, type PoolLimits } from './pool';
import { identifyServer, identifyThroughPooler, limitTransactions, requireSameDatabase } from './pooler';
import { keepErrorsPrivate } from './private-errors';
import { explainMigrationError } from './start-problem';

/** The maximum wait for a lock, or for a step of a migration, in milliseconds. */
const LOCK_WAIT_MS = 60_000;
/** How long the release of a lock may take before the connection is ended anyway. */
const RELEASE_MS = 1_000;

/** A frozen holder loses its lock after this: longer than the one request made under it. */
const LOCK_IDLE_MS = 20_000;

/** Pages and jobs: no caller waits longer than this for the database. */
const MAIN: PoolLimits = { role: 'main', max: 10, connectMs: 3_000, statementMs: 5_000, silenceMs: 7_000 };
/**
 * Incoming webhooks: one group is committed at a time, and one set of addresses looked up. Requests behind
 * one that gets no connection must still be answered in time.
 */
const INTAKE: PoolLimits = {
  role: 'webhooks',
  max: 3,
  connectMs: 1_500,
  statementMs: 3_000,
  silenceMs: 5_000,
};

/**
 * Opens a PostgreSQL database and migrates it, one process at a time.
 *
 * @param directUrl the server itself, if a pooler answers at `url`: for LISTEN, migrations and session locks
 * @throws {DatabaseUnavailableError} if it is unavailable, even after some waiting, or cannot be written to; if a
 * pooler answers without a `directUrl`; or if the two lead to different databases
 */
export async function openPostgres(url: string, directUrl?: string): Promise<Database> {
  keepErrorsPrivate();
  const isPooled = directUrl !== undefined;
  const direct = directUrl ?? url;
  const server = await awaitDatabase(() => onConnection({ url: direct, work: identifyServer }), {
    setting: isPooled ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL',
  });
  if (isPooled) {
    requireSameDatabase({
      direct: server,
      pooled: await awaitDatabase(() => identifyThroughPooler(url, MAIN)),
    });
  }
  const work = (client: pg.Client) => migrateWith(drizzle(client, DRIZZLE));
  await withAdvisoryLock({ url: direct, lock: ADVISORY_LOCKS.migration, work });
  const main = openPool(url, MAIN, { isPooled });
  const intake = openPool(url, INTAKE, { isPooled });
  metrics().pools.set('main', main).set('webhooks', intake);
  const open = (pool: pg.Pool, limits: PoolLimits) => {
    const db = drizzle(pool, DRIZZLE);
    return withKnownOutcomes(isPooled ? limitTransactions(db, limits) : db);
  };
  const probe = createHealthProbe(() => main.query('select 1'));
  const writes = createHealthProbe(() => requireWrites(main));
  main.on('error', () => {
    probe.invalidate();
    writes.invalidate();
  });
  // On a busy machine the first connection takes as long as a request may wait for an answer.
  await probe.answers();
  return {
    db: open(main, MAIN),
    intake: open(intake, INTAKE),
    answers: probe.answers,
    canWrite: writes.answers,
    listen: (channel, listener) => listenAlways({ url: direct, channel, listener }),
    withAdvisoryLock: (lock, work) => withAdvisoryLock({ url: direct, lock, work }),
    close: async () => {
      await Promise.all([main.end(), intake.end()]);
    },
  };
}

/** @throws {DatabaseUnavailableError} with what to do, if the user lacks a right or the database takes no writes */
async function migrateWith(db: NodePgDatabase): Promise<void> {
  try {
    await migrate(db, MIGRATIONS);
  } catch (error) {
    throw await explainMigrationError(error, db);
  }
}

/** Throws on a standby, and where transactions are read-only: such a server answers, and saves nothing. */
async function requireWrites(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(`show transaction_read_only`);
  if (rows[0]?.transaction_read_only !== 'off') throw new Error('The database rejects writes.');
}

/** Holds a session-level advisory lock on a dedicated connection while `work` runs. */
function withAdvisoryLock<T>(task: {
  url: string;
  lock: AdvisoryLock;
  work: (client: pg.Client) => Promise<T>;
}): Promise<T> {
  const { url, lock, work } = task;
  return onConnection({
    url,
    work: async (client) => {
      await client.query('select pg_advisory_lock($1)', [lock]);
      try {
        return await work(client);
      } finally {
        // The end of the connection releases it too, but only once the server has noticed. It may be gone: then nobody waits.
        const released = client.query('select pg_advisory_unlock($1)', [lock]).catch(() => undefined);
        await withTimeout<unknown>(released, RELEASE_MS, () => undefined);
      }
    },
  });
}

/** Runs `work` on a dedicated connection. Afterwards the connection and its locks are always gone. */
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
    application_name: 'partner-desk lock',
    connectionTimeoutMillis: MAIN.connectMs,
    statement_timeout: LOCK_WAIT_MS,
    options: `-c idle_session_timeout=${LOCK_IDLE_MS}`,
    stream: () => socket,
  });
  // The connection may break while the holder of the lock is busy elsewhere: that must not crash the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    // Destroyed, not closed: a graceful close would wait for a server that may be gone.
    socket.destroy();
  }
}
