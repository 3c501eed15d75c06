import 'server-only';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { DatabaseUnavailableError } from './await-database';
import type { Db } from './handle';
import { firstRow } from './raw-row';

/** The folder of the migrations' SQL; the process runs in the project's folder. */
export const MIGRATIONS = {
  migrationsFolder: join(process.cwd(), 'lib', 'db', 'migrations'),
};

/** Columns are snake_case in SQL and camelCase in code. */
export const DRIZZLE = { casing: 'snake_case' } as const;

/** The tables compared with this build of the desk. */
type TablesState = { applied: number; known: number };

/** Counts the migrations that the database has had, and those that this build knows. */
export async function readTables(db: Db): Promise<TablesState> {
  const journal = JSON.parse(
    readFileSync(join(MIGRATIONS.migrationsFolder, 'meta', '_journal.json'), 'utf8'),
  );
  const { made } = await firstRow(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as made`,
  );
  const { applied } = made
    ? await firstRow(db, sql`select count(*)::int as applied from drizzle.__drizzle_migrations`)
    : { applied: 0 };
  return { applied: Number(applied), known: journal.entries.length };
}

/**
 * Refuses tables that a newer version has changed: this one does not know what they mean now.
 *
 * @throws {DatabaseUnavailableError}
 */
export async function refuseNewerTables(db: Db): Promise<void> {
  const { applied, known } = await readTables(db);
  if (applied <= known) return;
  throw new DatabaseUnavailableError(
    'A newer version of Partner Desk has changed this database. Run that version, or restore a backup from before the upgrade.',
  );
}
