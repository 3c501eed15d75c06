import 'server-only';
import { and, gte, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import type { LeadPage, ServiceLead } from '@/lib/service/lead';
import type { Sweep } from './sweep-state';

/**
 * Lists that drift. The interface shows no paging (section 4): where the list is counted off from its beginning, a
 * lead that is deleted or moved while it is read shifts the others, and one slips from a page that is to come to one
 * that was read. A list in one page cannot drift; one in several is believed if it counts its leads, gave as many, and none
 * of them came or changed while it was read; or else once it was read again and nothing was missed the first time.
 */

/** A list that drifts in each of so many readings is not known to its end. */
export const MAX_PASSES = 3;

/** What the list says of its length on every page of a pass so far; null if it says none, or several. */
export function totalSoFar(sweep: Pick<Sweep, 'seen' | 'total'>, { total }: LeadPage): number | null {
  if (total === undefined) return null;
  return sweep.seen === 0 || sweep.total === total ? total : null;
}

/**
 * How many leads of a page show that the list may have drifted: in the first pass those that came in or changed since
 * it began, for each of them may have moved others from page to page while the count stayed the same; later those that
 * the pass before must have missed, which are no newer than what was known when it ended. By the service's own times;
 * where it tells none, it counts as missed.
 *
 * @param moved what `countMoved` found before the page was applied
 * @param toRead leads that are deleted here, and of which only a read can tell whether they are back
 */
export function countSlipped(
  { passes, newestCreatedAt }: Pick<Sweep, 'passes' | 'newestCreatedAt'>,
  {
    leads: page,
    added,
    moved,
    toRead,
  }: {
    leads: readonly ServiceLead[];
    added: ReadonlySet<string>;
    moved: number;
    toRead: readonly string[];
  },
): number {
  if (passes === 1) return added.size + moved + toRead.length;
  if (!newestCreatedAt) return 0;
  const isOld = ({ createdAt }: ServiceLead) => !createdAt || createdAt <= newestCreatedAt;
  return page.filter((lead) => added.has(lead.id) && isOld(lead)).length;
}

/**
 * How many leads of a page, which is not applied yet, were listed or read before since the sweep began: one that is
 * listed twice has moved, and so may one that was read because it changed. None where it makes no difference.
 */
export async function countMoved(db: Db, { sweep, page }: { sweep: Sweep; page: LeadPage }): Promise<number> {
  const isOnlyPage = sweep.pageCount === 0 && page.next === undefined;
  if (sweep.passes > 1 || page.total === undefined || isOnlyPage) return 0;
  const ids = [...new Set(page.leads.map(({ id }) => id))];
  const isOnPage = sql`${leads.id} in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;
  const before = await db.$count(leads, and(isOnPage, gte(leads.readOrder, sweep.startedOrder)));
  return page.leads.length - ids.length + before;
}

/** Whether a lead may have slipped between the pages of a list that was just read to its end. */
export async function mayHaveDrifted(tx: Db, sweep: Sweep): Promise<boolean> {
  if (sweep.pageCount === 1) return false;
  if (sweep.slipped > 0) return true;
  if (sweep.passes > 1) return false;
  if (sweep.total === null || sweep.total !== sweep.seen) return true;
  // One that came and one that went leave the count as it was.
  const gone = and(isNotNull(leads.deletedAt), gte(leads.readOrder, sweep.startedOrder));
  return (await tx.$count(leads, gone)) > 0;
}
