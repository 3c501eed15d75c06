import 'server-only';
import { sql } from 'drizzle-orm';

/** Rows of one kind that an admin's page shows at once. Whoever sees a hundred needs no hundred and first. */
export const MAX_LISTED = 100;

/** The first rows of a kind, and how many more there are. */
export type Listed<Row> = { rows: Row[]; more: number };

/** A column that says on every row how many there are without the limit. */
export const total = sql<number>`(count(*) over ())::int`;

/** @param rows with the column `total` */
export function toListed<Found extends { total: number }, Row>(
  rows: Found[],
  toRow: (row: Found) => Row,
): Listed<Row> {
  return { rows: rows.map(toRow), more: (rows[0]?.total ?? 0) - rows.length };
}
