import 'server-only';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { freeBytes, MB } from '@/lib/db/disk-space';
import { findFolderProblem, isOpenToOthers } from '@/lib/db/folder';
import type { Db } from '@/lib/db/handle';
import { MIGRATIONS } from '@/lib/db/migrate';
import { firstRow } from '@/lib/db/raw-row';
import { findMissingRights } from '@/lib/db/rights';
import type { SetupContext } from './context';
import { type Facts, type Finding, ok, type Problem, problem, worstOf } from './finding';

const MIN_POSTGRES = 14;

/** Which database it is, whether it takes writes, whether committed data survives a crash, and who can read its files. */
export async function checkDatabase({ database, settings }: SetupContext): Promise<Finding> {
  if (database.kind === 'closed') return database.finding;
  const { version, transaction_read_only, ...durability } = await readDurability(database.db);
  const isEmbedded = settings.DATABASE_URL === undefined;
  const facts: Facts = { database: isEmbedded ? 'embedded' : 'server', postgres: version };
  const off = Object.entries(durability).filter(([, value]) => value === 'off');
  const problems: Problem[] = [];
  if (Number.parseInt(version, 10) < MIN_POSTGRES) {
    problems.push({ state: 'bad', cause: { code: 'postgres-too-old', about: String(MIN_POSTGRES) } });
  }
  if (transaction_read_only === 'on') problems.push({ state: 'bad', cause: { code: 'database-read-only' } });
  if (off.length > 0) {
    const about = off.map(([name]) => name).join(', ');
    problems.push({ state: 'bad', cause: { code: 'not-durable', about } });
  }
  const folder = join(settings.DATA_DIR, 'db');
  if (isEmbedded && isOpenToOthers(folder))
    problems.push({ state: 'warning', cause: { code: 'folder-open', about: folder } });
  return worstOf(facts, problems);
}

async function readDurability(db: Db) {
  const settings = sql`select current_setting('server_version') as version, current_setting('fsync') as fsync,
    current_setting('synchronous_commit') as synchronous_commit,
    current_setting('transaction_read_only') as transaction_read_only,
    current_setting('full_page_writes') as full_page_writes`;
  const row = await firstRow(db, settings);
  return {
    version: String(row.version),
    /** Also on for a standby. */
    transaction_read_only: String(row.transaction_read_only),
    fsync: String(row.fsync),
    synchronous_commit: String(row.synchronous_commit),
    full_page_writes: String(row.full_page_writes),
  };
}

/** The tables compared with this build of the desk. */
export type TablesState = { applied: number; known: number };

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

/** The tables match this build, and this user may use them and add to them. */
export async function checkTables({ database }: SetupContext): Promise<Finding> {
  if (database.kind === 'closed') return problem('unknown', 'earlier-first');
  const { applied, known } = await readTables(database.db);
  const facts: Facts = { tableSteps: applied };
  const missing = await findMissingRights(database.db, { isBehind: applied < known });
  if (missing.tables) return problem('bad', 'database-no-rights', { about: '42501', facts });
  if (missing.grants.length > 0)
    return problem('bad', 'tables-no-create', { about: missing.grants.join(' '), facts });
  if (applied < known) return problem('warning', 'not-started', { facts });
  if (applied > known) return problem('warning', 'tables-ahead', { facts });
  return ok(facts);
}

const LOW_SPACE = 1024 * MB;
const MIN_SPACE = 200 * MB;
const toMb = (bytes: number) => Math.round(bytes / MB);

/** Free space on the disk that the desk writes to. */
export async function checkSpace({ database, settings }: SetupContext): Promise<Finding> {
  const isEmbedded = settings.DATABASE_URL === undefined;
  const size = database.kind === 'open' ? await sizeOf(database.db) : undefined;
  const known: Facts = size === undefined ? {} : { databaseMb: toMb(size) };
  // A server's disk is out of reach: only its database size is known.
  if (!isEmbedded) return size === undefined ? problem('unknown', 'earlier-first') : ok({ ...known });
  const free = await freeBytes(settings.DATA_DIR);
  if (free === undefined) {
    const about = { about: settings.DATA_DIR, facts: known };
    return findFolderProblem(settings.DATA_DIR)
      ? problem('bad', 'folder-unusable', about)
      : problem('unknown', 'no-folder', about);
  }
  const facts: Facts = { ...known, freeMb: toMb(free) };
  if (free < MIN_SPACE) return problem('bad', 'disk-full', { about: settings.DATA_DIR, facts });
  if (free < LOW_SPACE) return problem('warning', 'disk-full', { about: settings.DATA_DIR, facts });
  return ok(facts);
}

async function sizeOf(db: Db): Promise<number> {
  const { size } = await firstRow(db, sql`select pg_database_size(current_database())::bigint as size`);
  return Number(size);
}
