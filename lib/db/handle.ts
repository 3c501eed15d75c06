import 'server-only';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { env } from '@/lib/core/env';
import { singleton } from '@/lib/core/singleton';
import type { AdvisoryLock } from './advisory-locks';
import { openPglite } from './pglite';
import { openPostgres } from './postgres';

/** The handle for queries: the database or a transaction, for PGlite and PostgreSQL alike. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** Receives NOTIFY. `lost` is called when messages may have been missed: listeners must read again. */
export type Listener = { message(payload: string): void; lost(): void };

/** An open database. */
export type Database = {
  db: Db;
  /**
   * A separate pool for incoming webhooks, with a few connections and short limits: deliveries blocked on a
   * lock delay no page, and busy pages no delivery. The embedded database has a single connection.
   */
  intake: Db;
  /** True if the database answers, or did so within the last second. Takes at most about two seconds. */
  answers(): Promise<boolean>;
  /**
   * True if writes can be stored: the embedded database needs disk space, and a server must not be a standby
   * or set to read-only.
   */
  canWrite(): Promise<boolean>;
  /** Starts listening; returns the function that stops it. */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>;
  /** Runs `work` while no other process holds the same lock. */
  withAdvisoryLock<T>(lock: AdvisoryLock, work: () => Promise<T>): Promise<T>;
  /** Only of an embedded database: copies its files, as they are between two transactions, to a new folder. */
  copyFiles?(to: string): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens the database in the settings and migrates it.
 *
 * @throws {FolderInUseError} if another process has the embedded database open
 * @throws {DatabaseUnavailableError} if PostgreSQL is unavailable, even after some waiting
 */
export function openDatabase(settings: {
  DATABASE_URL?: string;
  DATABASE_DIRECT_URL?: string;
  DATA_DIR: string;
}): Promise<Database> {
  return settings.DATABASE_URL
    ? openPostgres(settings.DATABASE_URL, settings.DATABASE_DIRECT_URL)
    : openPglite(join(settings.DATA_DIR, 'db'));
}

/** The one database of this process. */
export function database(): Promise<Database> {
  return singleton('database', () => openDatabase(env()));
}

/** Shorthand for the handle alone. */
export async function getDb(): Promise<Db> {
  return (await database()).db;
}

/** The channel for every committed change: wake-ups and hints, never data. */
export const CHANNEL = 'partner_desk';

/** Sends `payload` to every listener when the transaction commits. At most 8,000 bytes. */
export async function notify(db: Db, payload: string): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${payload})`);
}
