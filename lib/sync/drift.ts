import 'server-only';
import { and, gte, isNotNull } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import type { LeadPage, ServiceLead } from '@/lib/service/lead';
import type { Sweep } from './sweep-state';

/**
 * Lists that drift. The interface shows no paging (section 4): where the list is counted off from its beginning, a
 * lead that is deleted or moved while it is read shifts the others, and one slips from a page that is to come to one
 * that was read. A list in one page cannot drift; one in several is believed if its own count says that nothing
 * changed, or else once it was read again and nothing was missed the first time.
 */

/** A list that drifts in each of so many readings is not known to its end. */
export const PASSES_MOST = 3;

/** What the list says of its length on every page of a pass so far; null if it says none, or several. */
export function totalSoFar(sweep: Pick<Sweep, 'seen' | 'total'>, { total }: LeadPage): number | null {
  if (total === undefined) return null;
  return sweep.seen === 0 || sweep.total === total ? total : null;
}

/**
 * How many of the leads that a page brought in the pass before must have missed: those that are no newer than what was
 * known when it ended. By the service's own times; where it tells none, it counts as missed.
 */
export function countSlipped(
  { passes, newestCreatedAt }: Pick<Sweep, 'passes' | 'newestCreatedAt'>,
  { leads: page, added }: { leads: readonly ServiceLead[]; added: ReadonlySet<string> },
): number {
  if (passes === 1 || !newestCreatedAt) return 0;
  const isOld = ({ createdAt }: ServiceLead) => !createdAt || createdAt <= newestCreatedAt;
  return page.filter((lead) => added.has(lead.id) && isOld(lead)).length;
}

/** Whether a lead may have slipped between the pages of a list that was just read to its end. */
export async function mayHaveDrifted(tx: Db, sweep: Sweep): Promise<boolean> {
  if (sweep.pageCount === 1) return false;
  if (sweep.passes > 1) return sweep.slipped > 0;
  if (sweep.total === null || sweep.total !== sweep.seen) return true;
  // One that came and one that went leave the count as it was.
  const gone = and(isNotNull(leads.deletedAt), gte(leads.readOrder, sweep.startedOrder));
  return (await tx.$count(leads, gone)) > 0;
}
