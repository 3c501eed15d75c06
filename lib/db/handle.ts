import 'server-only';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { env } from '@/lib/core/env';
import { singleton } from '@/lib/core/singleton';
import { openPglite } from './pglite';
import { openPostgres } from './postgres';

/** What queries take: the database or a transaction of it, PGlite or PostgreSQL alike. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** Receives NOTIFY. `lost` is called when messages may have been missed: listeners must read again. */
export type Listener = { message(payload: string): void; lost(): void };

/** An open database. */
export type Database = {
  db: Db;
  /**
   * A way in for receiving webhooks alone, with a few connections and short limits of its own: deliveries that
   * are stuck on a lock keep no page waiting, and busy pages no delivery. The embedded database has one way in.
   */
  intake: Db;
  /** True if the database answers, or did so within the last second. Never takes longer than about two. */
  answers(): Promise<boolean>;
  /**
   * True if what is written now can be kept: the embedded database needs room on its disk. Of a server this says no
   * more than `answers`.
   */
  canWrite(): Promise<boolean>;
  /** Begins to listen; returns the function that ends it. */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>;
  /** Runs `work` while no other process runs work under the same number. */
  withAdvisoryLock<T>(lock: number, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/**
 * Opens the database that the settings name and brings its tables up to date.
 *
 * @throws {FolderInUseError} if another process has the embedded database open
 * @throws {DatabaseAwayError} if PostgreSQL is not there, even after some waiting
 */
export function openDatabase(settings: { DATABASE_URL?: string; DATA_DIR: string }): Promise<Database> {
  return settings.DATABASE_URL
    ? openPostgres(settings.DATABASE_URL)
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
