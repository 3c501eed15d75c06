import 'server-only';
import { and, eq, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '@/lib/db/handle';
import { type After, type Direction, type OrderKey, orderBy } from '@/lib/db/paging';
import { leads } from '@/lib/db/schema/leads';
import type { FilterParts, LeadFilter } from './filter';
import type { Totals } from './totals';

/**
 * Leads that match a filter for which the list's order has no index: a search, or days in another order than
 * that of submission. A filter that many leads match finds enough of them among the first in order. One that
 * few match is looked up by an index of its own, and what it finds is sorted: that is little, since the first
 * leads had not enough. Days are read one by one, each in order. The database would choose by its estimates,
 * which for parts of words may be off by a thousand; so each is a query of its own, in which it has no choice.
 */

/** Sizes in leads. Tests that have few leads make them smaller. */
const SIZES = {
  /** Up to so many are all compared. */
  few: 2_000,
  /** Of more, so many in order are compared first. */
  first: 400,
  /** So many may be sorted where an index could be read part by part instead. */
  sorted: 5_000,
};
/** How many more rows than expected are compared: matches are not spread evenly. */
const SLACK = 1.5;
/** Fewer matches among the first leads are no basis for an estimate. */
const MIN_SEEN = 11;
/** Parts are not read in order for a status that fewer leads have: each would be read to its end. */
const MIN_STATUS_SHARE = 0.1;

/** Leads in an order, from its beginning or after a position. */
export type Ordered = {
  filter: LeadFilter;
  columns: readonly OrderKey[];
  direction: Direction;
  after?: After;
};

/** The columns that filters compare; each query names its rows `leads`, as the filters do. */
const COMPARED = [
  ...[leads.id, leads.agentId, leads.status, leads.statusSince, leads.submittedAt, leads.answeredAt],
  leads.searchText,
];

type Search = Ordered & { limit: number; totals: Totals; sizes?: typeof SIZES };

/** The where clause for the first `limit` matches in order. */
export async function firstMatches(db: Db, { totals, sizes = SIZES, ...task }: Search): Promise<SQL> {
  const { total, all, stored } = totals;
  const rows = total < sizes.few ? sizes.few : sizes.first;
  const first = await matchesAmongFirst(db, { ...task, rows });
  if (first.isComplete) return isOneOf(first.ids);
  const { parts } = task.filter;
  if (parts && total > sizes.sorted && total > MIN_STATUS_SHARE * all) {
    return sql`${leads.id} in ${matchesOfParts({ ...task, parts })}`;
  }
  const share = first.ids.length / rows;
  const further = Math.min(Math.ceil((SLACK * task.limit) / share), total + 1);
  if (further < share * stored) {
    const more = await matchesAmongFirst(db, { ...task, rows: further });
    if (more.isComplete) return isOneOf(more.ids);
  }
  return sql`${leads.id} in ${allMatches(task)}`;
}

/** The where clause of a page: of the order's index, if it covers the filter; otherwise of its matches. */
export async function pageWhere(
  db: Db,
  task: Ordered & { limit: number },
  readTotals: () => Promise<Totals>,
): Promise<SQL | undefined> {
  if (task.filter.compared) return firstMatches(db, { ...task, totals: await readTotals() });
  return task.after ? sql`${leads.id} in (select id from ${firstLeads(task)})` : task.filter.indexed;
}

function isOneOf(ids: string[]): SQL {
  return ids.length > 0 ? inArray(leads.id, ids) : sql`false`;
}

const foundSchema = z.object({
  rows: z.tuple([z.object({ ids: z.array(z.string()), compared: z.number().nullable() })]),
});

/**
 * Compares the first `rows` leads of the order, until `limit` of them match.
 *
 * @returns `isComplete` if there are `limit` matches, or no more leads to compare
 */
async function matchesAmongFirst(
  db: Db,
  { limit, ...task }: Ordered & { rows: number; limit: number },
): Promise<{ ids: string[]; isComplete: boolean }> {
  const { compared } = task.filter;
  const found = foundSchema.parse(
    await db.execute(sql`
      with first as materialized (select * from ${firstLeads({ ...task, limit: task.rows })}),
        found as materialized (select id from first as leads where ${compared} limit ${limit})
      select to_json(array(select id from found)) as ids,
        case when (select count(*) from found) < ${limit} then (select count(*)::integer from first) end as compared`),
  ).rows[0];
  return { ids: found.ids, isComplete: found.compared === null || found.compared < task.rows };
}

/**
 * How many leads match, and whether counting stopped before all were compared or looked up. More than
 * `maxExpected` matches, by what the first leads in order suggest, are not looked up.
 */
export async function countMatches(
  db: Db,
  { totals, ...task }: Ordered & { totals: Totals; limit: number; maxExpected: number },
): Promise<{ count: number; isComplete: boolean }> {
  const few = { ...task, rows: totals.total < SIZES.few ? SIZES.few : SIZES.first };
  const first = await countAmongFirst(db, few);
  if (first.compared < few.rows) return { count: first.count, isComplete: true };
  const isFrequent = first.count >= MIN_SEEN && (first.count / few.rows) * totals.total > task.maxExpected;
  if (!isFrequent)
    return { count: await countRows(db, allMatches({ ...task, columns: [] })), isComplete: true };
  const { count } = await countAmongFirst(db, { ...task, rows: task.limit });
  return { count, isComplete: false };
}

const countSchema = z.object({ rows: z.tuple([z.object({ count: z.number(), compared: z.number() })]) });

/** How many of the first `rows` leads of the order match, and how many there are. */
async function countAmongFirst(
  db: Db,
  task: Ordered & { rows: number },
): Promise<{ count: number; compared: number }> {
  const found = await db.execute(sql`
    select count(*)::integer as compared, (count(*) filter (where ${task.filter.compared}))::integer as count
    from ${firstLeads({ ...task, limit: task.rows })}`);
  return countSchema.parse(found).rows[0];
}

/** How many rows a subquery has. */
export async function countRows(db: Db, rows: SQL): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(sql`(${rows}) as rows`);
  return row?.count ?? 0;
}

/**
 * The first `limit` leads of the order, as a subquery named `leads`, without regard to what each must be compared
 * with. The limit keeps the database from comparing before it has cut: it reads along the index of the order.
 */
function firstLeads({ limit, ...task }: Ordered & { limit: number }): SQL {
  return leadsInOrder(task, { where: task.filter.indexed, limit });
}

/** The first leads of a where clause after the position, as a subquery named `leads`. */
function leadsInOrder(task: Ordered, { where, limit }: { where: SQL | undefined; limit: number }): SQL {
  const needed = columnsOf([...COMPARED, ...task.columns]);
  const order = inOrder(task);
  const select = (place?: SQL) =>
    sql`(select ${needed} from ${leads} where ${and(where, place)} ${order} limit ${limit})`;
  if (!task.after) return sql`${select()} as leads`;
  const { tied, beyond } = task.after;
  return sql`(select * from (${select(tied)} union all ${select(beyond)}) as leads ${order} limit ${limit}) as leads`;
}

/**
 * The ids of the first `limit` matches in order, as a subquery: of each part of the filter the first ones, by an
 * index that has each part in order. Only as many parts as rows are wanted can have some of these: those whose
 * own first lead comes first.
 */
function matchesOfParts(task: Ordered & { parts: FilterParts; limit: number }): SQL {
  const { filter, parts, limit } = task;
  const order = inOrder(task);
  const where = and(filter.indexed, eq(parts.column, sql`part`), parts.compared);
  const firstOf = (count: number) => sql`lateral ${leadsInOrder(task, { where, limit: count })}`;
  return sql`(select id
    from (select part from (${parts.each}) as each_part (part), ${firstOf(1)} ${order} limit ${limit}) as first_parts,
      ${firstOf(limit)} ${order} limit ${limit})`;
}

/** The ids of the first `limit` matches in order, as a subquery; of any, if there are no `columns`. */
function allMatches({ filter, columns, direction, after, limit }: Ordered & { limit: number }): SQL {
  const needed = columnsOf([leads.id, ...columns]);
  const place = after && or(after.tied, after.beyond);
  return sql`(with found as materialized (
      select ${needed} from ${leads} where ${and(filter.indexed, place, filter.lookup)}
    ) select id from found as leads ${inOrder({ columns, direction })} limit ${limit})`;
}

/** The columns that an order needs, each once. */
function columnsOf(keys: readonly OrderKey[]): SQL {
  return sql.join([...new Set(keys.flatMap((key): readonly SQLWrapper[] => key.madeOf ?? [key]))], sql`, `);
}

function inOrder({ columns, direction }: Pick<Ordered, 'columns' | 'direction'>): SQL {
  if (columns.length === 0) return sql.empty();
  return sql`order by ${sql.join(orderBy(columns, direction), sql`, `)}`;
}
