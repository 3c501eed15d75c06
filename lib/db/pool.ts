import 'server-only';
import { Socket } from 'node:net';
import pg from 'pg';

/** Limits of a pool, in milliseconds and connections. */
export type PoolLimits = {
  /** The name of its connections in `pg_stat_activity`, after that of the product. */
  role: string;
  max: number;
  /** How long a caller waits for a connection. */
  connectMs: number;
  /** The server cancels a statement that takes longer. */
  statementMs: number;
  /** A connection without traffic for this long is dead. Longer than any statement may take. */
  silenceMs: number;
};

/** A process that stops within a transaction, in milliseconds: the server ends its connection, and with it its locks. */
export const IDLE_IN_TRANSACTION_MS = 10_000;

/**
 * Opens a pool that survives failures of its connections and of the database.
 *
 * @param isPooled leaves out the limits of the server, which a pooler refuses or ignores: see `limitTransactions`
 */
export function openPool(url: string, limits: PoolLimits, { isPooled = false } = {}): pg.Pool {
  const { role, max, connectMs, statementMs, silenceMs } = limits;
  const pool = new pg.Pool({
    connectionString: url,
    application_name: `partner-desk ${role}`,
    max,
    connectionTimeoutMillis: connectMs,
    // Closed before the silence timeout: an idle connection is not dead.
    idleTimeoutMillis: silenceMs * 0.8,
    statement_timeout: isPooled ? undefined : statementMs,
    idle_in_transaction_session_timeout: isPooled ? undefined : IDLE_IN_TRANSACTION_MS,
    stream: () => idleTimeoutSocket(silenceMs),
  });
  // An idle connection closed by the server would otherwise crash the process.
  pool.on('error', () => {});
  returnBroken(pool);
  return pool;
}

/**
 * A socket that is destroyed after this long without traffic. A half-open connection would otherwise hold its
 * query, and its place in the pool, as long as the system keeps trying: a quarter of an hour and more.
 */
export function idleTimeoutSocket(silenceMs: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(silenceMs, () => socket.destroy(new Error('The database fell silent.')));
}

/**
 * Returns a connection that broke while in use to the pool. Drizzle does not if the `begin` of a transaction
 * fails: the pool would lose each such place permanently.
 */
function returnBroken(pool: pg.Pool): void {
  const lent = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => lent.add(client));
  pool.on('release', (_error, client) => lent.delete(client));
  pool.on('connect', (client) => {
    // A break between two queries of a transaction only emits this event, and would crash the process.
    client.on('error', () => {});
    client.once('end', () => {
      if (!lent.has(client)) return;
      client.release(true);
      // The caller still releases it, which is allowed only once.
      client.release = () => {};
    });
  });
}
