import 'server-only';
import { sql } from 'drizzle-orm';

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
