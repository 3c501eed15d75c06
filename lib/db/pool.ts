import 'server-only';
import { Socket } from 'node:net';
import pg from 'pg';

/** Limits of a pool, in milliseconds and connections. */
export type PoolLimits = {
  max: number;
  /** How long a caller waits for a connection. */
  connectMs: number;
  /** The server ends a statement that takes longer. */
  statementMs: number;
  /** A connection on which nothing moved for so long is dead. Longer than any statement may take. */
  silenceMs: number;
};

/** Opens a pool that outlives whatever happens to its connections and to the database. */
export function openPool(url: string, { max, connectMs, statementMs, silenceMs }: PoolLimits): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectMs,
    // Before silence cuts it: who waits for nothing is not dead.
    idleTimeoutMillis: silenceMs * 0.8,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 10_000,
    stream: () => idleTimeoutSocket(silenceMs),
  });
  // An idle connection that the server closes would otherwise end the process.
  pool.on('error', () => {});
  returnBroken(pool);
  return pool;
}

/**
 * A socket that is cut when nothing moved for so long. A half-open connection would otherwise hold its query,
 * and its place in the pool, for as long as the system keeps trying: a quarter of an hour and more.
 */
export function idleTimeoutSocket(silenceMs: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(silenceMs, () => socket.destroy(new Error('The database fell silent.')));
}

/**
 * Gives a connection that broke while somebody had it back to the pool. Drizzle does not, where the very
 * `begin` of a transaction fails: each such place would be lost to the pool for ever.
 */
function returnBroken(pool: pg.Pool): void {
  const lent = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => lent.add(client));
  pool.on('release', (_error, client) => lent.delete(client));
  pool.on('connect', (client) => {
    // Breaking between two queries of a transaction tells nobody but this event, and would end the process.
    client.on('error', () => {});
    client.once('end', () => {
      if (!lent.has(client)) return;
      client.release(true);
      // Whoever had it still gives it back, which may be done only once.
      client.release = () => {};
    });
  });
}
