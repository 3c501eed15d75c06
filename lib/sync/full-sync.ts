import 'server-only';
import { retryLater } from '@/lib/connection/retry-later';
import type { Db } from '@/lib/db/handle';
import type { ClaimedJob, JobOutcome } from '@/lib/jobs/job';
import type { LabelOf } from '@/lib/lead-schema/labels';
import { getLabels } from '@/lib/lead-schema/labels';
import { getOmittedFields } from '@/lib/leads/partial-rows';
import { startRead } from '@/lib/leads/read-start';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError } from '@/lib/service/error';
import type { LeadPage } from '@/lib/service/lead';
import { applyPage } from './apply-page';
import { askForReads } from './ask-for-reads';
import { concludeFullSync, findChecking } from './conclude';
import { countDrifted, countMoved, totalSoFar } from './drift';
import {
  endFullSync,
  type FullSync,
  findFullSync,
  markPage,
  openFullSync,
  storeCheckpoint,
} from './full-sync-state';
import { isPageLength, updateSuspects } from './suspects';

/** The topic of the one recurring job that reads the whole list. */
export const FULL_SYNC = 'full-sync';
export const FULL_SYNC_KEY = 'all';

/** No list is this long: stops at a service whose list never ends. */
const MAX_PAGES = 10_000;
/** How long one run of the job reads pages; a process that shuts down waits no longer than that. */
const RUN_MS = 3_000;
/** A truncated response is worth a retry; one of a thousand pages must not cost all of them. */
const TRIES_PER_PAGE = 3;
const REFUSALS_PER_PAGE = 2;

/** How soon to check again whether the reads of the last full sync are done. */
const CHECK_AGAIN_MS = 10_000;

/** The maximum of reads that one page requests; a later full sync requests the others. */
const READS_PER_PAGE = 100;

type FullSyncInput = {
  service: ServiceClient;
  job: ClaimedJob;
  clock: () => Date;
  random: number;
  /** Minutes from the end of one full sync to the start of the next. */
  everyMinutes: number;
};

/**
 * Reads the lead list page by page (interface 4, rule 4) and repairs the mirror: what webhooks missed is
 * applied under the same guard as a refresh, and rows missing from a *complete* list are read one by one.
 * Reads for a few seconds, then schedules itself again and continues from its checkpoint, as it does after a
 * kill. An incomplete list deletes nothing. A lead that cannot be applied is quarantined, and blocks nothing.
 */
export async function runFullSync(db: Db, task: FullSyncInput): Promise<JobOutcome> {
  const { clock, everyMinutes } = task;
  const until = clock().getTime() + RUN_MS;
  await concludeFullSync(db, clock());
  const checking = await findChecking(db, clock());
  // Its last reads decide whether it is complete: another full sync now would request the same reads again.
  if (checking) return { kind: 'repeat', at: new Date(clock().getTime() + CHECK_AGAIN_MS) };
  const labelOf = await getLabels(db);
  let fullSync = await openFullSync(db, clock());
  let tries = task.job.attempts;
  try {
    do {
      const updated = await syncPage(db, { ...task, fullSync, tries, labelOf });
      // Another worker continued it: what that one leaves is found when the job is claimed again.
      if (!updated) break;
      fullSync = updated;
      tries = 1;
      if (fullSync.state !== 'running') {
        return { kind: 'repeat', at: new Date(clock().getTime() + everyMinutes * 60_000) };
      }
    } while (clock().getTime() < until);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return continueLater(db, { ...task, fullSync, error });
  }
  return { kind: 'repeat', at: clock() };
}

type PageInput = {
  service: ServiceClient;
  fullSync: FullSync;
  /** How often this page was tried, including this time. */
  tries: number;
  labelOf: LabelOf;
  clock: () => Date;
};

/**
 * Reads one page, applies it, and then stores that it is done: reading a page twice is harmless. The last
 * page ends the full sync, in the same transaction. Returns undefined if the full sync belongs to another worker by
 * now.
 */
async function syncPage(
  db: Db,
  { fullSync, service, tries, labelOf, clock }: PageInput,
): Promise<FullSync | undefined> {
  const readStart = await startRead(db, clock());
  const read = await service.listLeads({ next: fullSync.checkpoint ?? undefined });
  const page = await withGuessedPage(read, { service, fullSync });
  const { next, leads, unreadable, deleted } = page;
  // No entry is a lead: this is not a list of leads, or has an unknown shape.
  if (unreadable > 0 && leads.length + deleted === 0)
    throw new ServiceError('unexpected', 'leads: unreadable entries');
  const { pageCount: count, markedPage } = fullSync;
  const mark = markPage({ ids: leads.map(({ id }) => id), next }, { count, mark: markedPage });
  if (mark === undefined) throw new ServiceError('unexpected', 'leads: pages repeat');
  if (count >= MAX_PAGES * fullSync.passes) throw new ServiceError('unexpected', 'leads: too many pages');
  const omits = (await getOmittedFields(db)) ?? [];
  const mayOmit = page.lacks.length > 0 || omits.length > 0;
  const isLastTry = tries >= TRIES_PER_PAGE;
  const moved = await countMoved(db, { fullSync, page });
  const applied = await applyPage(db, { leads, readStart, labelOf, mayOmit, omits, isLastTry });
  const { toRead, added, ...counts } = applied;
  const drifted = countDrifted(fullSync, { leads, added, moved, toRead });
  const done = {
    seen: leads.length + deleted,
    unreadable,
    drifted,
    total: totalSoFar(fullSync, page),
    ...counts,
  };
  return db.transaction(async (tx) => {
    const updated = await storeCheckpoint(tx, { fullSync, next, mark, ...done });
    if (!updated) return undefined;
    await askForReads(tx, { fullSync, leadIds: toRead.slice(0, READS_PER_PAGE), now: clock() });
    if (next !== undefined) return updated;
    await updateSuspects(tx, { fullSync: updated, lastPage: page, now: clock() });
    return findFullSync(tx, updated);
  });
}

/**
 * The page, with the number of a further one if there is one that nothing in it names: where as many leads came as a page
 * may have, the second page is asked for. It brings other leads, or none, which ends the list; a list that is the same
 * again, or refused, leaves open whether it was cut off.
 */
async function withGuessedPage(
  page: LeadPage,
  { service, fullSync }: Pick<PageInput, 'service' | 'fullSync'>,
): Promise<LeadPage> {
  const number = /^\?page=(\d+)$/.exec(fullSync.checkpoint ?? '?page=1')?.[1];
  const isOpen =
    page.next === undefined && !page.isEndNamed && isPageLength(page.leads.length + page.deleted);
  if (!isOpen || number === undefined) return page;
  const next = `?page=${Number(number) + 1}`;
  const known = new Set(page.leads.map(({ id }) => id));
  try {
    const { leads } = await service.listLeads({ next });
    if (leads.some(({ id }) => !known.has(id))) return { ...page, next };
    return leads.length === 0 || fullSync.checkpoint !== null ? { ...page, isEndNamed: true } : page;
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'refused') return page;
    throw error;
  }
}

/**
 * Continues from the checkpoint unless that cannot help: a page that the service refuses twice, whatever its response looks
 * like, or that repeatedly cannot be read, ends the full sync as incomplete, and the next one starts over. A cursor may be
 * spent or expired, and would be refused for ever.
 */
async function continueLater(
  db: Db,
  { fullSync, error, job, clock, random }: FullSyncInput & { fullSync: FullSync; error: ServiceError },
): Promise<JobOutcome> {
  const now = clock();
  const isRefused = error.kind === 'refused' || error.scope === 'call';
  // An outage answers with the same status at the first page, which is as good a place to wait at.
  const isFailing =
    error.kind === 'unexpected' || (fullSync.checkpoint !== null && (error.status ?? 0) >= 500);
  if (job.attempts >= (isRefused ? REFUSALS_PER_PAGE : TRIES_PER_PAGE) && (isRefused || isFailing)) {
    await endFullSync(db, { fullSync, state: 'incomplete', detail: error.message, now });
  }
  return retryLater({ job, error, now, random });
}
