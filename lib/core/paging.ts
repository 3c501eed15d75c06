import 'server-only';
import { sql } from 'drizzle-orm';

const PAGE_ROWS = 25;

/** One page of a list that an admin searches rather than reads to the end. */
export type Page<Row> = { rows: Row[]; page: number; pages: number; total: number };

/** Limit and offset of a page. */
export function pageOf(page: number): { limit: number; offset: number } {
  return { limit: PAGE_ROWS, offset: (page - 1) * PAGE_ROWS };
}

export function toPage<Row>(rows: Row[], { page, total }: { page: number; total: number }): Page<Row> {
  return { rows, page, pages: Math.max(1, Math.ceil(total / PAGE_ROWS)), total };
}

/** A pattern that matches `text` anywhere and literally, with wildcards of `like` escaped. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
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
