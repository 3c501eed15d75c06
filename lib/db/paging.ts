import 'server-only';
import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { foldLetters } from '@/lib/core/plain-letters';
import { isStorable } from '@/lib/core/text';

/**
 * How lists are cut. By keyset: a page begins after the last row of the previous one, found through an index,
 * so page 10,000 costs as much as page 1, and a new row shifts nothing. By number: for lists that an admin
 * searches rather than reads to the end. Or capped: the first rows, and how many there are besides.
 */

export type Direction = 'asc' | 'desc';

/** What a list is ordered by: a column, or an expression of columns that an index has. */
export type OrderKey = SQLWrapper & { getSQLType(): string; madeOf?: readonly PgColumn[] };

/** Orders by these columns, all in one direction. The last one must be unique, so that the order is total. */
export function orderBy(columns: readonly OrderKey[], direction: Direction): SQL[] {
  return columns.map((column) => (direction === 'asc' ? asc(column) : desc(column)));
}

/** The where clause for rows after a position: one value for each column of the order. */
export function rowsAfter({
  columns,
  direction,
  position,
}: {
  columns: readonly OrderKey[];
  direction: Direction;
  position: readonly SQLWrapper[];
}): SQL {
  const sign = direction === 'asc' ? sql`>` : sql`<`;
  return sql`(${sql.join([...columns], sql`, `)}) ${sign} (${sql.join([...position], sql`, `)})`;
}

/** One page of rows that were read with one more than its `size`, and whether there are more. */
export function cutPage<Row>(rows: readonly Row[], size: number): { page: Row[]; hasMore: boolean } {
  return { page: rows.slice(0, size), hasMore: rows.length > size };
}

/** The columns of a row's cursor, as ISO texts and numbers that survive JSON. */
export function cursorColumns(columns: readonly OrderKey[]): Record<string, SQL<string>> {
  return Object.fromEntries(columns.map((column, index) => [`key${index}`, sql<string>`${column}::text`]));
}

/** The cursor that points to a row, selected with `cursorColumns`. */
export function toCursor(row: Record<string, unknown>, columns: readonly OrderKey[]): string {
  const position = columns.map((_, index) => row[`key${index}`]);
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** The rows after `cursor` in this direction; undefined if the cursor is invalid. */
export function rowsAfterCursor({
  columns,
  direction,
  cursor,
}: {
  columns: readonly OrderKey[];
  direction: Direction;
  cursor: string;
}): SQL | undefined {
  const texts = decode(cursor)?.map((value, i) => toCastable(columns[i], String(value)));
  if (texts?.length !== columns.length || texts.includes(undefined)) return undefined;
  const position = columns.map((column, i) => sql`${texts[i]}::${sql.raw(column.getSQLType())}`);
  return rowsAfter({ columns, direction, position });
}

/** Cursors come from the URL: a value that PostgreSQL cannot cast must not cause an error page. */
function toCastable(column: OrderKey | undefined, text: string): string | undefined {
  switch (column?.getSQLType()) {
    case undefined:
      return undefined;
    case 'timestamp with time zone':
      return isTimestamp(text) ? text : undefined;
    case 'double precision':
      // Convert to a number and back: PostgreSQL rejects numbers that are too small for it, and bases other
      // than ten.
      return text === '-Infinity' || Number.isFinite(Number(text)) ? String(Number(text)) : undefined;
    default:
      return isStorable(text) ? text : undefined;
  }
}

const TIMESTAMP =
  /^(\d{4,6}-\d\d-\d\d) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-5])(:[0-5]\d){0,2}$/;

/** Accepts PostgreSQL's own format only. JavaScript parses much more as a date, including 30 February. */
function isTimestamp(text: string): boolean {
  const [year = 0, month = 0, day = 0] = TIMESTAMP.exec(text)?.[1]?.split('-').map(Number) ?? [];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1000 && year < 200_000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const positionSchema = z.array(z.union([z.string(), z.number()]));

function decode(cursor: string): (string | number)[] | undefined {
  try {
    return positionSchema.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

const PAGE_ROWS = 25;

/** One page of a list with numbered pages. */
export type Page<Row> = { rows: Row[]; page: number; pages: number; total: number };

/** Limit and offset of a page. */
export function pageOf(page: number): { limit: number; offset: number } {
  return { limit: PAGE_ROWS, offset: (page - 1) * PAGE_ROWS };
}

/** The rows of page number `page` with the number of pages, at least 1, for `total` rows. */
export function toPage<Row>(rows: Row[], { page, total }: { page: number; total: number }): Page<Row> {
  return { rows, page, pages: Math.max(1, Math.ceil(total / PAGE_ROWS)), total };
}

/** A page of a list, or the last one if it has fewer pages by now. */
export async function pageOrLast<Row>(
  page: number,
  read: (page: number) => Promise<Page<Row>>,
): Promise<Page<Row>> {
  const found = await read(page);
  return found.page > found.pages ? read(found.pages) : found;
}

/** A column or text as lists sort and search it: `foldLetters`, in the database. For lists too short for an index. */
export function folded(text: SQLWrapper): SQL<string> {
  return sql<string>`fold_letters(${text})`;
}

/** Whether a column contains `text`, whatever its case and accents. */
export function contains(column: SQLWrapper, text: string): SQL {
  return sql`${folded(column)} like ${`%${foldLetters(text).replace(/[\\%_]/g, '\\$&')}%`}`;
}

/** The maximum number of rows of one kind on an admin page. */
export const MAX_LISTED = 100;

/** The first rows of a kind, and the number of further ones. */
export type Listed<Row> = { rows: Row[]; more: number };

/** A column with the total number of rows without the limit. */
export const total = sql<number>`(count(*) over ())::int`;

/** @param rows with the column `total` */
export function toListed<Found extends { total: number }, Row>(
  rows: Found[],
  toRow: (row: Found) => Row,
): Listed<Row> {
  return { rows: rows.map(toRow), more: (rows[0]?.total ?? 0) - rows.length };
}
