import 'server-only';
import { asc, desc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { LeadSort } from '@/lib/core/leads-query';
import { isStorable } from '@/lib/core/text';
import { leads } from '@/lib/db/schema/leads';

/**
 * Keyset paging: a page begins after the last row of the previous one, found through an index. Page 10,000
 * costs as much as page 1, and a new lead shifts nothing.
 */

/** The columns of each order; the id makes it total. Each order has an index. */
const ORDER: Record<LeadSort, PgColumn[]> = {
  submitted: [leads.submittedAt, leads.id],
  changed: [leads.changedAt, leads.id],
  name: [leads.sortName, leads.id],
  value: [leads.sortValue, leads.id],
  status: [leads.status, leads.submittedAt, leads.id],
};

type Direction = 'asc' | 'desc';
type Position = (string | number)[];

/** The columns of this order's cursor, as ISO texts and numbers that survive JSON. */
export function positionColumns(sort: LeadSort): Record<string, SQL<string>> {
  return Object.fromEntries(
    ORDER[sort].map((column, index) => [`key${index}`, sql<string>`${column}::text`]),
  );
}

/** Orders by the sort's columns, all in one direction. */
export function orderBy(sort: LeadSort, direction: Direction): SQL[] {
  return ORDER[sort].map((column) => (direction === 'asc' ? asc(column) : desc(column)));
}

/** The where clause for rows after `cursor` in this direction; undefined if the cursor is invalid. */
export function beyond({
  sort,
  direction,
  cursor,
}: {
  sort: LeadSort;
  direction: Direction;
  cursor: string;
}): SQL | undefined {
  const columns = ORDER[sort];
  const position = decode(cursor)?.map((value, i) => toCastable(columns[i], String(value)));
  if (position?.length !== columns.length || position.includes(undefined)) return undefined;
  const left = sql.join(columns, sql`, `);
  const casts = columns.map((column, i) => sql`${position[i]}::${sql.raw(column.getSQLType())}`);
  const sign = direction === 'asc' ? sql`>` : sql`<`;
  return sql`(${left}) ${sign} (${sql.join(casts, sql`, `)})`;
}

/** Cursors come from the URL: a value that PostgreSQL cannot cast must not cause an error page. */
function toCastable(column: PgColumn | undefined, text: string): string | undefined {
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

/** The cursor that points to this row. */
export function encode(row: Record<string, unknown>, sort: LeadSort): string {
  const position = ORDER[sort].map((_, index) => row[`key${index}`]);
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

const positionSchema = z.array(z.union([z.string(), z.number()]));

function decode(cursor: string): Position | undefined {
  try {
    return positionSchema.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
