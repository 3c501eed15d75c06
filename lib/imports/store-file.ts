import 'server-only';
import { setImmediate as giveWay } from 'node:timers/promises';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import { cutText, toStorable } from '@/lib/core/text';
import type { Db } from '@/lib/db/handle';
import { importRows, imports } from '@/lib/db/schema/imports';
import {
  type Cell,
  looksLikeHeadings,
  nothingIn,
  type ReadAs,
  type Table,
  type TableRow,
} from '@/lib/import-files/table';
import { hasRoom } from './imports';

/** Stored by one statement: the whole file is never one value. */
const CHUNK = 500;
const MAX_NAME = 200;

/** `too-many`: the person has to delete another one first. */
export type FileStored = { kind: 'stored'; id: string } | { kind: 'too-many' };

/**
 * Stores the rows of a file while they are read, chunk by chunk. Nothing of a file that turns out to be unreadable
 * stays.
 *
 * @throws {TableError}
 */
export async function storeFile(
  db: Db,
  viewer: Actor,
  { table, fileName, now }: { table: Table; fileName: string; now: Date },
): Promise<FileStored> {
  if (!(await hasRoom(db, viewer))) return { kind: 'too-many' };
  const id = newId('import');
  const { organizationId, agentId } = viewer.membership;
  const name = cutText(toStorable(fileName), MAX_NAME);
  await db.insert(imports).values({
    ...{ id, personId: viewer.personId, organizationId, agentId, fileName: name },
    ...{ createdAt: now, updatedAt: now },
  });
  try {
    const first = await storeRows(db, { id, table });
    await open(db, { id, first, readAs: table.readAs });
  } catch (error) {
    await db.delete(imports).where(eq(imports.id, id));
    throw error;
  }
  return { kind: 'stored', id };
}

async function storeRows(db: Db, { id, table }: { id: string; table: Table }): Promise<TableRow> {
  let first: TableRow | undefined;
  let position = 0;
  let chunk: (typeof importRows.$inferInsert)[] = [];
  const flush = async () => {
    if (chunk.length > 0) await db.insert(importRows).values(chunk);
    chunk = [];
    // The embedded database answers without ever giving way to other requests.
    await giveWay();
  };
  for await (const row of table.rows) {
    first ??= row;
    chunk.push({ importId: id, position, line: row.line, cells: row.cells.map(storable) });
    position += 1;
    if (chunk.length === CHUNK) await flush();
  }
  await flush();
  if (!first || (position === 1 && looksLikeHeadings(first))) throw nothingIn(table.readAs);
  return first;
}

const storable = (cell: Cell): Cell => (typeof cell === 'string' ? toStorable(cell) : cell);

async function open(
  db: Db,
  { id, first, readAs }: { id: string; first: TableRow; readAs: ReadAs },
): Promise<void> {
  const hasHeadings = looksLikeHeadings(first);
  await setHeadings(db, { id, hasHeadings });
  await db.update(imports).set({ state: 'open', readAs }).where(eq(imports.id, id));
}

/** Takes the first row as the names of the columns, or as a lead. */
export async function setHeadings(
  db: Db,
  { id, hasHeadings }: { id: string; hasHeadings: boolean },
): Promise<void> {
  const [first] = await db
    .update(importRows)
    .set({ state: hasHeadings ? 'heading' : 'new' })
    .where(
      and(
        eq(importRows.importId, id),
        eq(importRows.position, 0),
        inArray(importRows.state, ['heading', 'new', 'ready', 'wrong']),
      ),
    )
    .returning({ cells: importRows.cells });
  const [widest] = await db
    .select({ width: sql<number>`coalesce(max(jsonb_array_length(${importRows.cells})), 0)::int` })
    .from(importRows)
    .where(eq(importRows.importId, id));
  const headings = Array.from({ length: widest?.width ?? 0 }, (_, index) =>
    hasHeadings ? cutText(String(first?.cells[index] ?? '').trim(), MAX_NAME) : '',
  );
  await db.update(imports).set({ hasHeadings, headings }).where(eq(imports.id, id));
}
