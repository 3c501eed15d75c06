import 'server-only';
import { and, gte, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import type { LeadPage, ServiceLead } from '@/lib/service/lead';
import type { FullSync } from './full-sync-state';

/**
 * Lists that drift. The interface does not specify paging (section 4): if pages are offsets from the
 * beginning, a lead that is deleted or moved during the read shifts the others, and one slips from a page
 * still to be read to one already read. A list in one page cannot drift. A list in several is trusted if it
 * counts its leads, returned as many, and none of them was added or changed during the read; otherwise only
 * after a second pass shows that the first missed nothing.
 */

/** A list that drifts in this many passes cannot be read completely. */
export const MAX_PASSES = 3;

/** The list's own count, if every page of the pass so far agrees on it; null if there is none, or several. */
export function totalSoFar(fullSync: Pick<FullSync, 'seen' | 'total'>, { total }: LeadPage): number | null {
  if (total === undefined) return null;
  return fullSync.seen === 0 || fullSync.total === total ? total : null;
}

/**
 * How many leads of a page show that the list may have drifted. In the first pass: those added or changed
 * since it began, because each may have moved others between pages while the count stayed the same. Later:
 * those that the previous pass must have missed, which are no newer than what was known when it ended. By the
 * service's own times; a lead without one counts as missed.
 *
 * @param moved what `countMoved` found before the page was applied
 * @param toRead leads that are deleted here, and of which only a read can say whether they are back
 */
export function countDrifted(
  { passes, newestCreatedAt }: Pick<FullSync, 'passes' | 'newestCreatedAt'>,
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
 * How many leads of a page that is not applied yet were listed or read since the full sync began: a lead listed
 * twice has moved, and so may one that was read because it changed. Zero where it makes no difference.
 */
export async function countMoved(
  db: Db,
  { fullSync, page }: { fullSync: FullSync; page: LeadPage },
): Promise<number> {
  const isOnlyPage = fullSync.pageCount === 0 && page.next === undefined;
  if (fullSync.passes > 1 || page.total === undefined || isOnlyPage) return 0;
  const ids = [...new Set(page.leads.map(({ id }) => id))];
  const isOnPage = sql`${leads.id} in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;
  const before = await db.$count(leads, and(isOnPage, gte(leads.readOrder, fullSync.startedOrder)));
  return page.leads.length - ids.length + before;
}

/** Whether a lead may have slipped between the pages of a list that was just read to its end. */
export async function mayHaveDrifted(tx: Db, fullSync: FullSync): Promise<boolean> {
  if (fullSync.pageCount === 1) return false;
  if (fullSync.drifted > 0) return true;
  if (fullSync.passes > 1) return false;
  if (fullSync.total === null || fullSync.total !== fullSync.seen) return true;
  // One lead added and one deleted leave the count unchanged.
  const gone = and(isNotNull(leads.deletedAt), gte(leads.readOrder, fullSync.startedOrder));
  return (await tx.$count(leads, gone)) > 0;
}
