import 'server-only';
import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { outcomeOfFilter } from '@/lib/core/leads-query';
import { outcomeOf } from '@/lib/core/status-labels';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { getStoredStatusOverrides } from '@/lib/lead-schema/status-settings';

/** The statuses that a list's filter by status means; undefined if it means any. */
export async function findStatuses(db: Db, filter: string): Promise<string[] | undefined> {
  if (filter === '') return undefined;
  const outcome = outcomeOfFilter(filter);
  if (!outcome) return [filter];
  const [statuses, overrides] = await Promise.all([listUsedStatuses(db), getStoredStatusOverrides(db)]);
  return statuses.filter((status) => outcomeOf(status, overrides) === outcome);
}

const foundSchema = z.object({ rows: z.array(z.object({ status: z.string() })) });

/** All statuses that a lead has, each found in the index of statuses behind the one before. */
export async function listUsedStatuses(db: Db): Promise<string[]> {
  const next = (isLater?: SQL) =>
    sql`(select min(${leads.status}) from ${leads} where ${and(isNull(leads.deletedAt), isLater)})`;
  const found = await db.execute(sql`
    with recursive used (status) as (
      select ${next()} union all select ${next(sql`${leads.status} > used.status`)} from used where status is not null
    ) select status from used where status is not null`);
  return foundSchema.parse(found).rows.map(({ status }) => status);
}
