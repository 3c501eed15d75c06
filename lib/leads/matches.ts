import 'server-only';
import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Db } from '@/lib/db/handle';
import { type Direction, orderBy } from '@/lib/db/paging';
import { leads } from '@/lib/db/schema/leads';
import type { LeadFilter } from './filter';

/**
 * Leads that match a filter for which the list's order has no index. A filter that many leads match finds
 * enough of them among the first in order. One that few match is looked up by an index of its own, and what it
 * finds is sorted: that is little, since the first leads had not enough. The database would choose between the
 * two by its estimate, which for parts of words may be off by a thousand; so each is a query of its own, in
 * which it has no choice.
 */

type Ordered = { filter: LeadFilter; columns: readonly PgColumn[]; direction: Direction };

const foundSchema = z.object({
  rows: z.tuple([z.object({ compared: z.number(), ids: z.array(z.string()) })]),
});

/** The columns that filters compare; both queries name their rows `leads`, as the filters do. */
const COMPARED = [leads.id, leads.status, leads.submittedAt, leads.searchText, leads.searchGrams];

/**
 * Compares the first `rows` leads of the order.
 *
 * @param limit how many matches to return at most
 * @returns how many leads were compared: fewer than `rows` if there are no more
 */
export async function matchesAmongFirst(
  db: Db,
  { filter, columns, direction, rows, limit }: Ordered & { rows: number; limit: number },
): Promise<{ ids: string[]; compared: number }> {
  const found = await db.execute(sql`
    with first as materialized (
      select ${sql.join(COMPARED, sql`, `)} from ${leads} where ${filter.indexed}
      order by ${sql.join(orderBy(columns, direction), sql`, `)} limit ${rows}
    ) select (select count(*) from first)::integer as compared,
      to_json(array(select id from first as leads where ${filter.compared} limit ${limit})) as ids`);
  return foundSchema.parse(found).rows[0];
}

/** The ids of the first `limit` matches in order, as a subquery; of any, if there are no `columns`. */
export function allMatches({ filter, columns, direction, limit }: Ordered & { limit: number }): SQL {
  const needed = sql.join([...new Set([leads.id, ...columns])], sql`, `);
  const order =
    columns.length > 0 ? sql`order by ${sql.join(orderBy(columns, direction), sql`, `)}` : sql.empty();
  return sql`(with found as materialized (
      select ${needed} from ${leads} where ${and(filter.indexed, filter.compared)}
    ) select id from found as leads ${order} limit ${limit})`;
}
