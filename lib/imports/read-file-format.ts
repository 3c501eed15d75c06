import 'server-only';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { and, asc, eq, gt, ne, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { type FileFormat, importRows } from '@/lib/db/schema/imports';
import type { FieldKind } from '@/lib/forms/field';
import type { Cell } from '@/lib/import-files/table';
import { dependsOn, guessFormat } from './file-format';

/** Read at once: the memory that a file takes does not grow with its rows. */
const PAGE_ROWS = 500;

/** A column of the file, by its place, and what its cells answer. */
export type KindOfColumn = { index: number; kind: FieldKind };

type FormatInput = { importId: string; columns: readonly KindOfColumn[]; locale: string };

/**
 * How a file writes numbers and dates, by all its rows: the only cell that shows it may be in the last one, after
 * hundreds that are empty.
 */
export async function readFileFormat(
  db: Db,
  { importId, columns, locale }: FormatInput,
): Promise<FileFormat> {
  const guess = guessFormat();
  const dependent = columns.filter((column) => dependsOn(column, 'decimal') || dependsOn(column, 'dates'));
  if (dependent.length === 0) return guess.fileFormat(locale);
  for await (const rows of readColumnCells(db, { importId, columns: dependent }))
    for (const [place, { kind }] of dependent.entries()) {
      guess.add(
        kind,
        rows.map((cells) => cells[place] ?? ''),
      );
    }
  return guess.fileFormat(locale);
}

/** The cells of some columns in all rows below the headings, page by page. */
export async function* readColumnCells(
  db: Db,
  { importId, columns }: { importId: string; columns: readonly { index: number }[] },
): AsyncGenerator<(Cell | null)[][]> {
  const { position, cells, state } = importRows;
  const chosen = sql.join(
    columns.map(({ index }) => sql`${cells} -> ${index}::int`),
    sql`, `,
  );
  for (let last = -1, isMore = true; isMore; ) {
    const rows = await db
      .select({ position, found: sql<(Cell | null)[]>`jsonb_build_array(${chosen})` })
      .from(importRows)
      .where(and(eq(importRows.importId, importId), ne(state, 'heading'), gt(position, last)))
      .orderBy(asc(position))
      .limit(PAGE_ROWS);
    yield rows.map(({ found }) => found);
    last = rows.at(-1)?.position ?? last;
    isMore = rows.length === PAGE_ROWS;
    await yieldToEventLoop();
  }
}
