import 'server-only';
import { vi } from 'vitest';
import { z } from 'zod';
import type { Database, Db } from '../../lib/db/handle';

/** What PostgreSQL does for a query, as its own `explain analyze` says: the same on any machine, unlike time. */

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
};

const nodeSchema: z.ZodType<PlanNode> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Actual Rows': z.number(),
    'Actual Loops': z.number(),
    'Rows Removed by Filter': z.number().optional(),
    'Rows Removed by Index Recheck': z.number().optional(),
    Plans: z.array(nodeSchema).optional(),
  }),
);

const explainedSchema = z.object({
  rows: z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: nodeSchema })]) })]),
});

/** The work of some queries on one table. */
export type Work = {
  /** How often the whole table was read. */
  wholeReads: number;
  /** The rows of the table that were read, also those that a filter then removed. */
  rowsRead: number;
  /** The most rows that were sorted at once. */
  rowsSorted: number;
};

/** The work on `table` of all queries that `read` makes, each explained as it was sent. */
export function measureWork(
  { db }: Pick<Database, 'db'>,
  { table, read }: { table: string; read: (tx: Db) => Promise<unknown> },
): Promise<Work> {
  return db.transaction(async (tx) => {
    const { session } = tx._;
    const prepare = vi.spyOn(session, 'prepareQuery');
    await read(tx);
    const queries = prepare.mock.calls.map(([query]) => query);
    prepare.mockRestore();
    const work: Work = { wholeReads: 0, rowsRead: 0, rowsSorted: 0 };
    for (const { sql, params } of queries) {
      const explain = { sql: `explain (analyze, format json) ${sql}`, params };
      const found = await session.prepareQuery(explain, undefined, undefined, false).execute();
      addWork(work, { node: explainedSchema.parse(found).rows[0]['QUERY PLAN'][0].Plan, table });
    }
    return work;
  });
}

function addWork(work: Work, { node, table }: { node: PlanNode; table: string }): void {
  const { Plans: plans = [] } = node;
  if (node['Relation Name'] === table) {
    if (node['Node Type'] === 'Seq Scan') work.wholeReads += 1;
    work.rowsRead += rowsOf(node);
  }
  if (node['Node Type'].endsWith('Sort')) {
    work.rowsSorted = Math.max(work.rowsSorted, ...plans.map((plan) => plan['Actual Rows']));
  }
  for (const plan of plans) addWork(work, { node: plan, table });
}

function rowsOf(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return (node['Actual Rows'] + removed) * node['Actual Loops'];
}
