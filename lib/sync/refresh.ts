import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { sweeps } from '@/lib/db/schema/portal';
import { enqueue, type Work } from '@/lib/jobs/enqueue';
import { type ClaimedJob, DONE, type JobOutcome } from '@/lib/jobs/job';
import { applyOrSetAside } from '@/lib/leads/apply-or-set-aside';
import { buryLead } from '@/lib/leads/bury';
import { lastSavedAt } from '@/lib/leads/pending-edits';
import { getLabels } from '@/lib/portal/labels';
import { tryLater } from '@/lib/portal/try-later';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError } from '@/lib/service/error';
import type { ServiceLead } from '@/lib/service/lead';
import { concludeSweep } from './conclude';
import { nextLook } from './looks';
import { findNewestEvent, type LeadEvent } from './newest-event';

/** The topic of the job that reads one lead; its key is the lead's id. */
export const LEAD_REFRESH = 'lead.refresh';

/** Why a lead that was read is looked at again: the service may lag behind its own events. */
export const LOOKS_AGAIN = { missing: 'not there yet', older: 'an older state than expected' } as const;

/** How long after its first sight a 404 is taken for lag, in milliseconds. */
const YOUNG_MS = 3 * 60_000;

/** Why the lead is read: the topic of a webhook, or else, as `sweep` with the sweep that missed it. */
const payloadSchema = z.object({ event: z.string(), sweepId: z.string().optional() });

type Task = { service: ServiceClient; job: ClaimedJob; clock: () => Date; chance: number };

/** The work of reading one lead. */
export function refreshWork({
  leadId,
  now,
  priority,
  ...payload
}: z.infer<typeof payloadSchema> & { leadId: string; now: Date } & Pick<Work, 'priority'>): Work {
  return { topic: LEAD_REFRESH, key: leadId, payload, priority, runAt: now };
}

/**
 * Marks a lead dirty, inside the caller's transaction: its generation rises, and the worker reads it.
 *
 * @param event the topic of the webhook that said so, or why else
 */
export function markDirty(db: Db, lead: { leadId: string; event: string; now: Date }): Promise<void> {
  return enqueue(db, refreshWork(lead));
}

/**
 * Reads one lead and brings it into the mirror. The reading is never inside a transaction. A lead that the
 * mirror cannot take is set aside: trying again would end the same, until the lead is changed or swept again. So
 * would asking again for one that the service refuses to read: that job is given up, which the admin sees, and the
 * lead's next event or sweep asks anew.
 */
export async function refreshLead(db: Db, { service, job, clock, chance }: Task): Promise<JobOutcome> {
  const readStartedAt = clock();
  try {
    const lead = await service.readLead(job.key, { isRetry: job.attempts > 1 });
    const outcome = lead
      ? await settleFound(db, { job, lead, readStartedAt })
      : await settleMissing(db, { job, readStartedAt });
    await concludeSweep(db, clock());
    return outcome;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.kind === 'refused') return { kind: 'dead', reason: `refused: ${error.message}` };
    return tryLater({ job, error, now: clock(), chance });
  }
}

/**
 * Applies what was read. An answer older than the mirror or than what a webhook told is taken for lag at first;
 * if it is the same at the last look, the service went back in time, and what it says is true.
 */
async function settleFound(
  db: Db,
  { job, lead, readStartedAt }: { job: ClaimedJob; lead: ServiceLead; readStartedAt: Date },
): Promise<JobOutcome> {
  const askedAt = await lastAskedAt(db, job);
  const look = nextLook({ askedAt, readStartedAt });
  const overrules = look ? undefined : askedAt;
  const labelOf = await getLabels(db);
  const isFromBefore =
    look !== undefined && isBefore(lead, await findNewestEvent(db, eventsOf(job, readStartedAt)));
  const applied = await applyOrSetAside(db, { lead, readStartedAt, overrules, isFromBefore, labelOf });
  if (applied === 'changed' || applied === 'new') await countRepair(db, job);
  if (!look || applied === 'set-aside') return DONE;
  const lags = applied === 'behind' || isFromBefore;
  return lags ? { kind: 'again', at: look, reason: LOOKS_AGAIN.older } : DONE;
}

/** The read decides: 404 makes a tombstone, unless the lead is so new that the read may only be behind. */
async function settleMissing(
  db: Db,
  { job, readStartedAt }: { job: ClaimedJob; readStartedAt: Date },
): Promise<JobOutcome> {
  const leadId = job.key;
  const look = nextLook({ askedAt: await lastAskedAt(db, job), readStartedAt });
  if (look && (await mayOnlyLag(db, { job, readStartedAt })))
    return { kind: 'again', at: look, reason: LOOKS_AGAIN.missing };
  if (await buryLead(db, { leadId, readStartedAt })) await countRepair(db, job);
  return DONE;
}

/** Since when the lead is waited for: an edit that the service saved meanwhile has its own time to be shown. */
async function lastAskedAt(db: Db, { key, askedAt }: ClaimedJob): Promise<Date> {
  const savedAt = await lastSavedAt(db, key);
  return savedAt && savedAt > askedAt ? savedAt : askedAt;
}

async function mayOnlyLag(
  db: Db,
  { job, readStartedAt }: { job: ClaimedJob; readStartedAt: Date },
): Promise<boolean> {
  const newest = await findNewestEvent(db, eventsOf(job, readStartedAt));
  if ((newest?.topic ?? payloadOf(job)?.event) === 'lead/delete') return false;
  // The service changed it a moment ago.
  if (await lastSavedAt(db, job.key)) return true;
  const [known] = await db
    .select({ submittedAt: leads.submittedAt, portalCreatedAt: leads.portalCreatedAt })
    .from(leads)
    .where(eq(leads.id, job.key));
  if (!known) return true;
  const madeAt = known.portalCreatedAt ?? known.submittedAt;
  return readStartedAt.getTime() - madeAt.getTime() < YOUNG_MS;
}

/** Whether the lead, as read, had not met the event yet. By the second: some services write no finer. */
function isBefore({ updatedAt }: ServiceLead, event: LeadEvent | undefined): boolean {
  const second = (date: Date) => Math.floor(date.getTime() / 1_000);
  return updatedAt !== undefined && event !== undefined && second(updatedAt) < second(event.at);
}

/** A lead that a sweep missed and that was read because of it: what came of the reading is that sweep's work. */
async function countRepair(db: Db, job: ClaimedJob): Promise<void> {
  const sweepId = payloadOf(job)?.sweepId;
  if (sweepId === undefined) return;
  await db
    .update(sweeps)
    .set({ repaired: sql`${sweeps.repaired} + 1` })
    .where(eq(sweeps.id, sweepId));
}

const payloadOf = (job: ClaimedJob) => payloadSchema.safeParse(job.payload).data;
const eventsOf = (job: ClaimedJob, now: Date) => ({ leadId: job.key, now });
