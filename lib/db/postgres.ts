import 'server-only';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Database, Listener } from './handle';
import { DRIZZLE, MIGRATIONS } from './migrate';

/** Any number that only this lock uses: two processes that start at once must not migrate at once. */
const MIGRATION_LOCK = 7_041_977;
const RELISTEN_MS = 2_000;
const HEARTBEAT_MS = 15_000;

/** Opens a PostgreSQL database and migrates it, one process at a time. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 3_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
  });
  // An idle connection that the server closes would otherwise end the process.
  pool.on('error', () => {});
  await migrateAlone(pool);
  return {
    db: drizzle(pool, DRIZZLE),
    listen: (channel, listener) => listen({ url, channel, listener }),
    exclusively: (lock, work) => exclusively({ pool, lock, work }),
    close: () => pool.end(),
  };
}

function migrateAlone(pool: pg.Pool): Promise<void> {
  const work = (client: pg.PoolClient) => migrate(drizzle(client, DRIZZLE), MIGRATIONS);
  return exclusively({ pool, lock: MIGRATION_LOCK, work });
}

/** Holds a session-level advisory lock on a connection of its own while `work` runs. */
async function exclusively<T>(task: {
  pool: pg.Pool;
  lock: number;
  work: (client: pg.PoolClient) => Promise<T>;
}): Promise<T> {
  const client = await task.pool.connect();
  try {
    await client.query("set statement_timeout = '60s'");
    await client.query('select pg_advisory_lock($1)', [task.lock]);
    return await task.work(client);
  } finally {
    // Closing the connection gives the lock back, even where an unlock could not be sent.
    client.release(true);
  }
}

/**
 * Listens on a connection of its own and opens a new one when it breaks. A heartbeat finds half-open
 * connections, which would otherwise stay silent for ever.
 */
async function listen(task: {
  url: string;
  channel: string;
  listener: Listener;
}): Promise<() => Promise<void>> {
  let ended = false;
  let current: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: task.url,
      connectionTimeoutMillis: 3_000,
      query_timeout: 5_000,
      keepAlive: true,
    });
    client.on('error', () => retry(client));
    client.on('end', () => retry(client));
    client.on('notification', (message) => task.listener.message(message.payload ?? ''));
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(task.channel)}`);
    current = client;
    timer = setInterval(() => client.query('select 1').catch(() => retry(client)), HEARTBEAT_MS);
  }

  function retry(client: pg.Client): void {
    if (ended || (current && client !== current)) return;
    current = undefined;
    clearInterval(timer);
    client.end().catch(() => {});
    timer = setTimeout(() => {
      if (ended) return;
      connect().then(
        () => task.listener.lost(),
        () => retry(client),
      );
    }, RELISTEN_MS);
  }

  await connect();
  return async () => {
    ended = true;
    clearInterval(timer);
    await current?.end();
  };
}
