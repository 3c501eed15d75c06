import 'server-only';
import { tryLater } from '@/lib/connection/try-later';
import type { Db } from '@/lib/db/handle';
import type { ClaimedJob, JobOutcome } from '@/lib/jobs/job';
import type { LabelOf } from '@/lib/lead-schema/labels';
import { getLabels } from '@/lib/lead-schema/labels';
import { getListOmits } from '@/lib/leads/list-omits';
import { startReading } from '@/lib/leads/read-start';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError } from '@/lib/service/error';
import { applyPage } from './apply-page';
import { askForReads } from './ask-for-reads';
import { concludeSweep, findChecking } from './conclude';
import { markPage } from './cycle';
import { countMoved, countSlipped, totalSoFar } from './drift';
import { settleSuspects } from './suspects';
import { endSweep, findSweep, keepCheckpoint, openSweep, type Sweep } from './sweep-state';

/** The topic of the one recurring job that reads the whole list. */
export const SWEEP = 'sweep';
export const SWEEP_KEY = 'all';

/** No list is this long: a service that never comes to an end is stopped here. */
const MAX_PAGES = 10_000;
/** How long pages are read in one run of the job; a process that is told to stop waits no longer than that. */
const RUN_MS = 3_000;
/** An answer that was cut short is worth another try; one of a thousand pages must not cost all of them. */
const TRIES_PER_PAGE = 3;

/** How soon to check again whether the reads of the last sweep are done. */
const CHECK_AGAIN_MS = 10_000;

/** Reads that one page may ask for; the others are asked for by a later sweep. */
const READS_PER_PAGE = 100;

type SweepDeps = {
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
 * An incomplete list deletes nothing. A lead that cannot be applied is set aside, and stops nothing.
 */
export async function sweepLeads(db: Db, task: SweepDeps): Promise<JobOutcome> {
  const { clock, everyMinutes } = task;
  const until = clock().getTime() + RUN_MS;
  await concludeSweep(db, clock());
  const checking = await findChecking(db, clock());
  // What it is, its last reads will tell: another one now would ask for the same reads again.
  if (checking) return { kind: 'repeat', at: new Date(clock().getTime() + CHECK_AGAIN_MS) };
  const labelOf = await getLabels(db);
  let sweep = await openSweep(db, clock());
  let tries = task.job.attempts;
  try {
    do {
      const kept = await sweepPage(db, { ...task, sweep, tries, labelOf });
      // Another worker went on with it: whatever it left is found when the job is claimed again.
      if (!kept) break;
      sweep = kept;
      tries = 1;
      if (sweep.state !== 'running') {
        return { kind: 'repeat', at: new Date(clock().getTime() + everyMinutes * 60_000) };
      }
    } while (clock().getTime() < until);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return goOnLater(db, { ...task, sweep, error });
  }
  return { kind: 'repeat', at: clock() };
}

type PageDeps = {
  service: ServiceClient;
  sweep: Sweep;
  /** How often this page was tried, this time included. */
  tries: number;
  labelOf: LabelOf;
  clock: () => Date;
};

/**
 * Reads one page, applies it, and then writes down that it is done: a page that is read twice does no harm. The
 * last page ends the sweep, in the same transaction. Returns undefined if the sweep is another worker's by now.
 */
async function sweepPage(
  db: Db,
  { sweep, service, tries, labelOf, clock }: PageDeps,
): Promise<Sweep | undefined> {
  const readStart = await startReading(db, clock());
  const page = await service.listLeads({ next: sweep.checkpoint ?? undefined, isRetry: tries > 1 });
  const { next, leads, unreadable } = page;
  // Nothing of it is a lead: then it is no list of leads, or one of a shape that we do not know.
  if (unreadable > 0 && leads.length === 0) throw new ServiceError('unexpected', 'leads: unreadable entries');
  const { pageCount: count, markedPage } = sweep;
  const mark = markPage({ ids: leads.map(({ id }) => id), next }, { count, mark: markedPage });
  if (mark === undefined) throw new ServiceError('unexpected', 'leads: pages repeat');
  if (count >= MAX_PAGES * sweep.passes) throw new ServiceError('unexpected', 'leads: too many pages');
  const omits = (await getListOmits(db)) ?? [];
  const mayOmit = page.lacks.length > 0 || omits.length > 0;
  const isLastTry = tries >= TRIES_PER_PAGE;
  const moved = await countMoved(db, { sweep, page });
  const applied = await applyPage(db, { leads, readStart, labelOf, mayOmit, omits, isLastTry });
  const { toRead, added, ...counts } = applied;
  const slipped = countSlipped(sweep, { leads, added, moved, toRead });
  const done = { seen: leads.length, unreadable, slipped, total: totalSoFar(sweep, page), ...counts };
  return db.transaction(async (tx) => {
    const kept = await keepCheckpoint(tx, { sweep, next, mark, ...done });
    if (!kept) return undefined;
    await askForReads(tx, { sweep, leadIds: toRead.slice(0, READS_PER_PAGE), now: clock() });
    if (next !== undefined) return kept;
    await settleSuspects(tx, { sweep: kept, lastPage: page, now: clock() });
    return findSweep(tx, kept);
  });
}

/**
 * Goes on from the checkpoint, unless that cannot help: a checkpoint that the service refuses, or a page that
 * cannot be read again and again, ends the sweep as incomplete, and the next one begins anew.
 */
async function goOnLater(
  db: Db,
  { sweep, error, job, clock, chance }: SweepDeps & { sweep: Sweep; error: ServiceError },
): Promise<JobOutcome> {
  const now = clock();
  const isHopeless = error.kind === 'unexpected' && job.attempts >= TRIES_PER_PAGE;
  if (error.kind === 'refused' || isHopeless) {
    await endSweep(db, { sweep, state: 'incomplete', detail: error.message, now });
  }
  return tryLater({ job, error, now, chance });
}
