import 'server-only';
import type { Db } from '@/lib/db/handle';
import type { ClaimedJob, JobOutcome } from '@/lib/jobs/job';
import { addLeads } from '@/lib/leads/add';
import { applyLead } from '@/lib/leads/apply';
import type { LabelOf } from '@/lib/leads/changed-fields';
import { confirmLeads } from '@/lib/leads/confirm';
import { getLabels } from '@/lib/portal/labels';
import { tryLater } from '@/lib/portal/try-later';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError } from '@/lib/service/error';
import type { ServiceLead } from '@/lib/service/lead';
import { markPage } from './cycle';
import { settleSuspects } from './suspects';
import { endSweep, keepCheckpoint, openSweep, type Sweep } from './sweep-state';

/** The topic of the job that reads the whole list; there is one, and it asks for itself again. */
export const SWEEP = 'sweep';
export const SWEEP_KEY = 'all';

/** No list is this long: a service that never comes to an end is stopped here. */
const PAGES_MOST = 10_000;
/** How long pages are read in one run of the job; a process that is told to stop waits no longer than that. */
const RUN_MS = 3_000;
/** An answer that was cut short is worth another try; one of a thousand pages must not cost all of them. */
const TRIES_PER_PAGE = 3;

type Task = {
  service: ServiceClient;
  job: ClaimedJob;
  clock: () => Date;
  chance: number;
  /** Minutes from the end of one sweep to the start of the next. */
  everyMinutes: number;
};

/**
 * Reads the lead list page by page (interface 4, rule 4) and repairs the mirror: what webhooks missed is
 * applied under the same guard as a refresh, and rows missing from a *complete* list are read one by one.
 * Reads for a few seconds, then asks for itself again and goes on from its checkpoint, as it does after a kill.
 * An incomplete list deletes nothing.
 */
export async function sweepLeads(db: Db, task: Task): Promise<JobOutcome> {
  const { clock, everyMinutes } = task;
  const until = clock().getTime() + RUN_MS;
  const labelOf = await getLabels(db);
  let sweep = await openSweep(db, clock());
  let isRetry = task.job.attempts > 1;
  try {
    do {
      const kept = await sweepPage(db, { ...task, sweep, isRetry, labelOf });
      // Another worker went on with it: whatever it left is found when the job is claimed again.
      if (!kept) break;
      sweep = kept;
      isRetry = false;
      if (sweep.checkpoint === null) {
        return { kind: 'repeat', at: new Date(clock().getTime() + everyMinutes * 60_000) };
      }
    } while (clock().getTime() < until);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return goOnLater(db, { ...task, sweep, error });
  }
  return { kind: 'repeat', at: clock() };
}

type Step = {
  service: ServiceClient;
  sweep: Sweep;
  isRetry: boolean;
  labelOf: LabelOf;
  clock: () => Date;
};

/**
 * Reads one page, applies it, and then writes down that it is done: a page that is read twice does no harm. The
 * last page ends the sweep, in the same transaction. Returns undefined if the sweep is another worker's by now.
 */
async function sweepPage(
  db: Db,
  { sweep, service, isRetry, labelOf, clock }: Step,
): Promise<Sweep | undefined> {
  const readStartedAt = clock();
  const page = await service.listLeads({ next: sweep.checkpoint ?? undefined, isRetry });
  if (page.unreadable > 0) throw new ServiceError('unexpected', 'leads: unreadable entries');
  const { next, leads } = page;
  const { pageCount: count, markedPage } = sweep;
  const mark = markPage({ ids: leads.map(({ id }) => id), next }, { count, mark: markedPage });
  if (mark === undefined) throw new ServiceError('unexpected', 'leads: pages repeat');
  if (count >= PAGES_MOST) throw new ServiceError('unexpected', 'leads: too many pages');
  const repaired = await applyPage(db, { leads, readStartedAt, labelOf });
  return db.transaction(async (tx) => {
    const kept = await keepCheckpoint(tx, { sweep, next, mark, seen: leads.length, repaired });
    if (kept && next === undefined) await settleSuspects(tx, { sweep: kept, now: clock() });
    return kept;
  });
}

/** Brings a page into the mirror; returns how many of its leads were new or had changed. */
async function applyPage(
  db: Db,
  { leads, readStartedAt, labelOf }: { leads: readonly ServiceLead[]; readStartedAt: Date; labelOf: LabelOf },
): Promise<number> {
  const confirmed = await confirmLeads(db, { page: leads, readStartedAt });
  const others = leads.filter(({ id }) => !confirmed.has(id));
  const added = await addLeads(db, { page: others, readStartedAt });
  let repaired = added.size;
  for (const lead of others) {
    if (added.has(lead.id)) continue;
    const applied = await applyLead(db, { lead, readStartedAt, labelOf });
    if (applied === 'new' || applied === 'changed') repaired += 1;
  }
  return repaired;
}

/**
 * Goes on from the checkpoint, unless that cannot help: a checkpoint that the service refuses, or a page that
 * cannot be read again and again, ends the sweep as incomplete, and the next one begins anew.
 */
async function goOnLater(
  db: Db,
  { sweep, error, job, clock, chance }: Task & { sweep: Sweep; error: ServiceError },
): Promise<JobOutcome> {
  const now = clock();
  const isHopeless = error.kind === 'unexpected' && job.attempts >= TRIES_PER_PAGE;
  if (error.kind === 'refused' || isHopeless) {
    await endSweep(db, { sweep, state: 'incomplete', detail: error.message, now });
  }
  return tryLater({ job, error, now, chance });
}
