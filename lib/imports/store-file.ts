import 'server-only';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Actor } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import { cutText, toStorable } from '@/lib/core/text';
import type { Db } from '@/lib/db/handle';
import { importFiles, importRows, imports } from '@/lib/db/schema/imports';
import {
  type Cell,
  findHeadings,
  HEADING_ROWS,
  nothingIn,
  type ReadAs,
  type Table,
  type TableRow,
} from '@/lib/import-files/table';
import { deleteImport, hasRoom } from './imports';

/** Stored by one statement: the whole file is never one value. */
const CHUNK = 500;
const MAX_NAME = 200;

/** `too-many`: the person has to delete another one first. */
export type FileStored = { kind: 'stored'; id: string } | { kind: 'too-many' };

type StoreInput = {
  table: Table;
  /** What the table was read from: kept if it can be read in another way. */
  bytes: Uint8Array;
  fileName: string;
  /** The import of the same file, read in another way. */
  replaces?: string;
  now: Date;
};

/**
 * Stores the rows of a file while they are read, chunk by chunk. Nothing of a file that turns out to be unreadable
 * stays.
 *
 * @throws {TableError}
 */
export async function storeFile(
  db: Db,
  viewer: Actor,
  { table, bytes, fileName, replaces, now }: StoreInput,
): Promise<FileStored> {
  if (replaces === undefined && !(await hasRoom(db, viewer))) return { kind: 'too-many' };
  const id = newId('import');
  const { organizationId, agentId } = viewer.membership;
  const name = cutText(toStorable(fileName), MAX_NAME);
  await db.insert(imports).values({
    id,
    personId: viewer.personId,
    organizationId,
    agentId,
    fileName: name,
    createdAt: now,
    updatedAt: now,
  });
  try {
    const first = await storeRows(db, { id, table });
    const { readAs } = table;
    if (hasChoice(readAs)) await db.insert(importFiles).values({ importId: id, bytes, createdAt: now });
    await setHeadings(db, { id, row: findHeadings(first) });
    await db.update(imports).set({ state: 'open', readAs }).where(eq(imports.id, id));
  } catch (error) {
    await db.delete(imports).where(eq(imports.id, id));
    throw error;
  }
  if (replaces !== undefined) await deleteImport(db, viewer, replaces);
  return { kind: 'stored', id };
}

/** Whether a file can be read in another way than it was. */
function hasChoice(readAs: ReadAs): boolean {
  return readAs.kind === 'xlsx' ? readAs.sheets !== undefined : readAs.choice !== undefined;
}

/** Stores all rows, and returns the first ones. */
async function storeRows(db: Db, { id, table }: { id: string; table: Table }): Promise<TableRow[]> {
  const first: TableRow[] = [];
  let position = 0;
  let chunk: (typeof importRows.$inferInsert)[] = [];
  const flush = async () => {
    if (chunk.length > 0) await db.insert(importRows).values(chunk);
    chunk = [];
    // The embedded database answers without ever giving way to other requests.
    await yieldToEventLoop();
  };
  for await (const row of table.rows) {
    if (first.length < HEADING_ROWS) first.push(row);
    chunk.push({ importId: id, position, line: row.line, cells: row.cells.map(storable) });
    position += 1;
    if (chunk.length === CHUNK) await flush();
  }
  await flush();
  const headings = findHeadings(first);
  if (position === (headings === undefined ? 0 : headings + 1)) throw nothingIn(table.readAs);
  return first;
}

const storable = (cell: Cell): Cell => (typeof cell === 'string' ? toStorable(cell) : cell);

/** The first rows of the file as they are, of which one may name the columns. */
export async function readFirstRows(db: Db, id: string) {
  const { position, line, cells, state } = importRows;
  return await db
    .select({ position, line, cells, isHeading: sql<boolean>`${eq(state, 'heading')}` })
    .from(importRows)
    .where(and(eq(importRows.importId, id), lt(position, HEADING_ROWS)))
    .orderBy(asc(position));
}

/**
 * Takes a row as the names of the columns, and what is above it for no lead; without a row, all are leads. Columns are
 * guessed anew.
 */
export async function setHeadings(
  db: Db,
  { id, row }: { id: string; row: number | undefined },
): Promise<void> {
  const { importId, position, state, cells } = importRows;
  const [names] = await db
    .select({ cells })
    .from(importRows)
    .where(and(eq(importId, id), eq(position, row ?? -1)));
  const last = names && row !== undefined ? row : -1;
  await db
    .update(importRows)
    .set({ state: sql`case when ${position} <= ${last} then 'heading' else 'new' end`, fixes: {} })
    .where(
      and(
        eq(importId, id),
        inArray(state, ['heading', 'new', 'ready', 'wrong']),
        sql`((${state} = 'heading') <> (${position} <= ${last}) or ${importRows.fixes} <> '{}'::jsonb)`,
      ),
    );
  const [widest] = await db
    .select({ width: sql<number>`coalesce(max(jsonb_array_length(${cells})), 0)::int` })
    .from(importRows)
    .where(eq(importId, id));
  const headings = Array.from({ length: widest?.width ?? 0 }, (_, index) =>
    cutText(String(names?.cells[index] ?? '').trim(), MAX_NAME),
  );
  await db
    .update(imports)
    .set({ hasHeadings: names !== undefined, headings, columns: null, checkedBy: null })
    .where(eq(imports.id, id));
}
