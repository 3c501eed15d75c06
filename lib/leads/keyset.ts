import 'server-only';
import { asc, desc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { leads } from '@/lib/db/schema/leads';
import type { LeadSort } from './view';

/**
 * Keyset paging: a page begins after the last row of the one before it, found through an index, so that page
 * 10,000 costs what page 1 costs, and a lead that arrives meanwhile shifts nothing.
 */

/** What each order sorts by; the id makes it total. Each has an index of its own. */
const ORDER: Record<LeadSort, PgColumn[]> = {
  submitted: [leads.submittedAt, leads.id],
  changed: [leads.changedAt, leads.id],
  name: [leads.sortName, leads.id],
  value: [leads.sortValue, leads.id],
  status: [leads.status, leads.submittedAt, leads.id],
};

type Direction = 'asc' | 'desc';
type Position = (string | number)[];

/** The columns a cursor of this order is made of, as ISO texts and numbers that survive JSON. */
export function positionColumns(sort: LeadSort): Record<string, SQL<string>> {
  return Object.fromEntries(
    ORDER[sort].map((column, index) => [`key${index}`, sql<string>`${column}::text`]),
  );
}

/** Order by the sort's columns, all in one direction. */
export function orderBy(sort: LeadSort, direction: Direction): SQL[] {
  return ORDER[sort].map((column) => (direction === 'asc' ? asc(column) : desc(column)));
}

/** The where clause for rows that come after `cursor` in this direction; undefined if the cursor is no good. */
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
  const position = decode(cursor);
  if (position?.length !== columns.length || !position.every((value, i) => fits(columns[i], value)))
    return undefined;
  const left = sql.join(columns, sql`, `);
  const casts = columns.map((column, i) => sql`${position[i]}::${sql.raw(column.getSQLType())}`);
  const sign = direction === 'asc' ? sql`>` : sql`<`;
  return sql`(${left}) ${sign} (${sql.join(casts, sql`, `)})`;
}

/** A cursor comes back from the address: a value PostgreSQL cannot cast must not become an error page. */
function fits(column: PgColumn | undefined, value: string | number): boolean {
  if (!column) return false;
  const text = String(value);
  switch (column.getSQLType()) {
    case 'timestamp with time zone':
      return Number.isFinite(Date.parse(text)) && text.length < 40;
    case 'double precision':
      return text === '-Infinity' || (text.trim() !== '' && Number.isFinite(Number(text)));
    default:
      return text.isWellFormed() && !text.includes('\0');
  }
}

/** A cursor that stands on this row. */
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
