import 'server-only';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '@/lib/db/handle';
import { type Direction, type OrderKey, orderBy } from '@/lib/db/paging';
import { leads } from '@/lib/db/schema/leads';

/** Counting stops here: a larger number helps nobody to find a lead. */
const MAX_COUNT = 50_000;

/** `capped`: there are more than `count`. */
export type Count = { count: number; capped: boolean };

/** How many leads match. */
export async function countMatches(db: Db, where: SQL | undefined, max = MAX_COUNT): Promise<Count> {
  const matches = sql`select 1 from ${leads} where ${where ?? sql`true`} limit ${max + 1}`;
  const found = await db.execute(sql`select count(*)::integer as count from (${matches}) as matches`);
  const { count } = countSchema.parse(found).rows[0];
  return { count: Math.min(count, max), capped: count > max };
}

const countSchema = z.object({ rows: z.tuple([z.object({ count: z.number() })]) });

type Page = { where: SQL | undefined; columns: readonly OrderKey[]; direction: Direction; limit: number };

/**
 * The where clause for the first matches of a search. All that match are found first, and then sorted: how many contain a
 * part of a word, the database can be wrong about by a factor of a thousand, and reading along an order until enough match
 * may then read everything.
 */
export function isAmongFirst({ where, columns, direction, limit }: Page): SQL {
  const keys: OrderKey[] = [leads.id, ...columns];
  const needed = new Set(keys.flatMap((key): readonly SQLWrapper[] => key.madeOf ?? [key]));
  const order = sql.join(orderBy(columns, direction), sql`, `);
  return sql`${leads.id} in (
    with found as materialized (select ${sql.join([...needed], sql`, `)} from ${leads} where ${where ?? sql`true`})
    select id from found as leads order by ${order} limit ${limit})`;
}
