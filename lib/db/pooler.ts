import 'server-only';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { DatabaseUnavailableError } from './await-database';
import type { Db } from './handle';
import { IDLE_IN_TRANSACTION_MS, openPool, type PoolLimits } from './pool';

/** The two addresses of the database lead to different ones. */
export class OtherDatabaseError extends DatabaseUnavailableError {
  override name = 'OtherDatabaseError';
}

/** Who responds: the same through every address of a database. Its own limits a connection only has without a pooler. */
const RESPONDER = `select
  concat_ws(' ', current_user, current_database(), current_schema(), extract(epoch from pg_postmaster_start_time()))
    as identity,
  (select source = 'client' from pg_settings where name = 'statement_timeout') as has_limits`;

/**
 * Which database responds, and as which user.
 *
 * @param line a connection with a `statement_timeout`
 * @throws an error like PgBouncer's own, if a pooler responds that ignored the limit
 */
export async function identifyServer(line: pg.Client | pg.Pool): Promise<string> {
  const { rows } = await line.query(RESPONDER);
  if (rows[0].has_limits) return rows[0].identity;
  throw Object.assign(new Error('A startup parameter was ignored.'), { code: '08P01' });
}

/** As `identifyServer`, through a pooler. */
export async function identifyThroughPooler(url: string, limits: PoolLimits): Promise<string> {
  const pool = openPool(url, limits, { isPooled: true });
  try {
    const { rows } = await pool.query(RESPONDER);
    return rows[0].identity;
  } finally {
    await pool.end();
  }
}

/** @throws {OtherDatabaseError} if `DATABASE_URL` and `DATABASE_DIRECT_URL` were identified differently */
export function requireSameDatabase(identities: { pooled: string; direct: string }): void {
  if (identities.pooled === identities.direct) return;
  throw new OtherDatabaseError(
    'DATABASE_URL and DATABASE_DIRECT_URL lead to different servers, databases or users: they must be two addresses of one.',
  );
}

/**
 * Sets the limits within each transaction of `db`, because a pooler lends a session no longer than that. A statement
 * alone has none on the server: its caller waits until the connection counts as silent.
 */
export function limitTransactions<T extends Db>(db: T, { statementMs }: PoolLimits): T {
  const begin = db.transaction.bind(db);
  const limits = sql`select set_config('statement_timeout', ${String(statementMs)}, true),
    set_config('idle_in_transaction_session_timeout', ${String(IDLE_IN_TRANSACTION_MS)}, true)`;
  const transaction: Db['transaction'] = (work, config) =>
    begin(async (tx) => {
      await tx.execute(limits);
      return work(tx);
    }, config);
  db.transaction = transaction;
  return db;
}
