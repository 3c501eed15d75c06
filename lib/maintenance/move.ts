import 'server-only';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { awaitDatabase } from '@/lib/db/await-database';
import { flush } from '@/lib/db/durable-folder';
import type { Db } from '@/lib/db/handle';
import { movedFile, openPglite } from '@/lib/db/pglite';
import { openPostgres } from '@/lib/db/postgres';
import { rowsOf } from '@/lib/db/raw-row';
import { filesFolder } from './backup';
import { listTables, type Table } from './tables';

/** The message says what to do. */
class MoveError extends Error {
  override name = 'MoveError';
}

/** Rows held at a time; of a table with files, such as imports, one. */
const BATCH = 500;

/** The rows of each table, as counted on both sides. */
export type Moved = ReadonlyMap<string, number>;

/**
 * Copies the embedded database to an empty PostgreSQL database, in one transaction, and marks the embedded one as moved
 * before that commits: from then on no desk starts with it, so nothing is sent from both.
 *
 * @param to `postgres://…` of the server itself, not of a pooler
 * @throws {MoveError} if there is no embedded database, it was moved elsewhere, or the other one is not empty
 * @throws {FolderInUseError} if a desk runs
 * @throws {DatabaseUnavailableError} if the server can't be used
 */
export async function moveToPostgres(dataDir: string, to: string): Promise<Moved> {
  const folder = join(dataDir, 'db');
  if (!existsSync(filesFolder(dataDir))) throw new MoveError(`There is no embedded database in ${folder}.`);
  await withClient(to, async (target) => {
    await requireEmpty(target);
    await allowAgain(folder, to);
  });
  const source = await openPglite(folder);
  try {
    await (await openPostgres(to)).close();
    return await withClient(to, (target) =>
      source.db.transaction((tx) => copyAll({ source: tx, target, mark: () => markMoved(folder, to) })),
    );
  } finally {
    await source.close();
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await awaitDatabase(() => connect(url), { setting: '--to' });
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'partner-desk move',
    connectionTimeoutMillis: 5_000,
  });
  // What it breaks is reported by the statement.
  client.on('error', () => {});
  await client.connect();
  // A large table takes its time, also for a user with limits.
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  return client;
}

/** Tables without rows may be there: of a move that broke off. */
async function requireEmpty(target: pg.Client): Promise<void> {
  const { rows } = await target.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relkind in ('r', 'p') and relnamespace = to_regnamespace(quote_ident(current_schema()))`,
  );
  for (const { name } of rows) {
    const found = await target.query(`select from ${name} limit 1`);
    if (found.rowCount) throw new MoveError(`The database of --to isn’t empty (${name}). Create a new one.`);
  }
}

/** Whether a move that broke off may have been committed is now known: its database is empty. */
async function allowAgain(folder: string, to: string): Promise<void> {
  const mark = movedFile(folder);
  if (!existsSync(mark)) return;
  const text = await readFile(mark, 'utf8');
  if (!text.includes(`${nameOf(to)} at `)) throw new MoveError(text);
  await rm(mark);
}

async function markMoved(folder: string, to: string): Promise<void> {
  const mark = movedFile(folder);
  const time = new Date().toISOString();
  const text = `This database was moved to ${nameOf(to)} at ${time}. Starting with it would send leads twice. If npm run move did not say "Moved", repeat it with the same --to; otherwise set DATABASE_URL to it.`;
  await writeFile(mark, text);
  await flush(mark);
  await flush(dirname(mark));
}

/** Without user and password. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}

type Copy = { source: Db; target: pg.Client; mark: () => Promise<void> };

async function copyAll({ source, target, mark }: Copy): Promise<Moved> {
  const tables = await listTables(source);
  await target.query('begin');
  // Whoever starts a desk there now waits, and finds it all.
  await target.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access exclusive mode`);
  await requireEmpty(target);
  const moved = new Map<string, number>();
  for (const table of tables) moved.set(table.name, await copyTable(table, { source, target }));
  await copySequences(source, target);
  await mark();
  await target.query('commit');
  return moved;
}

/** All values as text, as PostgreSQL itself dumps them: nothing is lost on the way through JavaScript. */
async function copyTable(
  { name, columns, hasFiles }: Table,
  { source, target }: Pick<Copy, 'source' | 'target'>,
): Promise<number> {
  const list = (write: (column: Table['columns'][number], place: number) => string) =>
    columns.map(write).join(', ');
  const insert = `insert into ${name} (${list((column) => column.name)})
    select ${list((column) => `${column.name}::${column.type}`)}
    from unnest(${list((_, place) => `$${place + 1}::text[]`)}) as given (${list((column) => column.name)})`;
  await source.execute(
    sql.raw(
      `declare moving no scroll cursor for select ${list(({ name }, place) => `${name}::text as c${place}`)} from ${name}`,
    ),
  );
  for (;;) {
    const rows = await rowsOf(source, sql.raw(`fetch ${hasFiles ? 1 : BATCH} from moving`));
    if (rows.length === 0) break;
    await target.query(
      insert,
      columns.map((_, place) => rows.map((row) => row[`c${place}`])),
    );
  }
  await source.execute(sql.raw('close moving'));
  const counted = sql.raw(`select count(*)::int as rows from ${name}`);
  const [here] = await rowsOf(source, counted);
  const { rows } = await target.query<{ rows: number }>(`select count(*)::int as rows from ${name}`);
  const count = rows[0]?.rows;
  if (count === undefined || here?.rows !== count)
    throw new MoveError(`${name} has ${here?.rows} rows here and ${count} there. Nothing was moved.`);
  return count;
}

async function copySequences(source: Db, target: pg.Client): Promise<void> {
  const used = await rowsOf(
    source,
    sql`select quote_ident(sequencename) as name, last_value::text as last from pg_sequences
        where schemaname = current_schema() and last_value is not null`,
  );
  for (const { name, last } of used)
    await target.query('select setval($1::text::regclass, $2::text::bigint)', [name, last]);
}
