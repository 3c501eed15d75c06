import 'server-only';
import { outcomeOfFilter } from '@/lib/core/leads-query';
import { outcomeOf } from '@/lib/core/status-words';
import type { Db } from '@/lib/db/handle';
import { leadTotals } from '@/lib/db/schema/leads';
import { getStoredStatusOverrides } from '@/lib/lead-schema/status-settings';

/** The statuses that a list's filter by status means, from kept totals; undefined if it means any. */
export async function findStatuses(db: Db, filter: string): Promise<string[] | undefined> {
  if (filter === '') return undefined;
  const outcome = outcomeOfFilter(filter);
  if (!outcome) return [filter];
  const [rows, overrides] = await Promise.all([
    db.selectDistinct({ status: leadTotals.status }).from(leadTotals),
    getStoredStatusOverrides(db),
  ]);
  return rows.map(({ status }) => status).filter((status) => outcomeOf(status, overrides) === outcome);
}
