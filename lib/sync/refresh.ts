import 'server-only';
import { eq, max, sql } from 'drizzle-orm';
import { z } from 'zod';
import { tryLater } from '@/lib/connection/try-later';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { sweeps } from '@/lib/db/schema/portal';
import { enqueue, type Work } from '@/lib/jobs/enqueue';
import { type ClaimedJob, DONE, type JobOutcome } from '@/lib/jobs/job';
import { getLabels } from '@/lib/lead-schema/labels';
import { applyOrSetAside } from '@/lib/leads/apply-or-set-aside';
import { forgetConflicts, noteStillThere } from '@/lib/leads/conflicts';
import { findLastSaved } from '@/lib/leads/pending-edits';
import { type ReadStart, startReading } from '@/lib/leads/read-start';
import { tombstoneLead } from '@/lib/leads/tombstone';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError } from '@/lib/service/error';
import type { ServiceLead } from '@/lib/service/lead';
import { concludeSweep } from './conclude';
import { findLeadEvents, type LeadEvents, placeReading } from './lead-events';

/** The topic of the job that reads one lead; its key is the lead's id. */
export const LEAD_REFRESH = 'lead.refresh';

/** Why a lead that was read is looked at again: the service may lag behind its own events. */
export const REFETCH_REASONS = { missing: 'not there yet', older: 'an older state than expected' } as const;

/** How long after its first sight a 404 is taken for lag, in milliseconds. */
const YOUNG_MS = 3 * 60_000;

/** Why the lead is read: the topic of a webhook, or else, as `sweep` with the sweep that missed it. */
const payloadSchema = z.object({ event: z.string(), sweepId: z.string().optional() });

type Place = ReturnType<typeof placeReading>;

type RefreshDeps = { service: ServiceClient; job: ClaimedJob; clock: () => Date; chance: number };

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
export function requestRefresh(db: Db, lead: { leadId: string; event: string; now: Date }): Promise<void> {
  return enqueue(db, refreshWork(lead));
}

/**
 * Reads one lead and brings it into the mirror. The reading is never inside a transaction. A lead that the
 * mirror cannot take is set aside: trying again would end the same, until the lead is changed or swept again. So
 * would asking again for one that the service refuses to read: that job is given up, which the admin sees, and the
 * lead's next event or sweep asks anew.
 */
export async function refreshLead(db: Db, { service, job, clock, chance }: RefreshDeps): Promise<JobOutcome> {
  const readStart = await startReading(db, clock());
  try {
    const lead = await service.readLead(job.key, { isRetry: job.attempts > 1 });
    const outcome = lead
      ? await settleFound(db, { job, lead, readStart })
      : await settleMissing(db, { job, readStart });
    await concludeSweep(db, clock());
    return outcome;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.kind === 'refused') return { kind: 'dead', reason: `refused: ${error.message}` };
    return tryLater({ job, error, now: clock(), chance });
  }
}

type ReadJob = { job: ClaimedJob; readStart: ReadStart };

/**
 * Applies what was read. An answer older than the mirror or than what a webhook told is taken for lag at first, and
 * one that nobody can place is not trusted either: the lead is looked at again. If it is the same at the last look,
 * the service went back in time, and what it says is true.
 */
async function settleFound(
  db: Db,
  { job, lead, readStart }: ReadJob & { lead: ServiceLead },
): Promise<JobOutcome> {
  const { events, look, lastSaved } = await whatIsAwaited(db, { job, readStart });
  const overrules = look ? undefined : { order: job.askedOrder, editId: lastSaved?.id ?? 0 };
  const labelOf = await getLabels(db);
  const place = placeReading(lead, events);
  const isFromBefore = look !== undefined && place === 'before';
  const applied = await applyOrSetAside(db, { lead, readStart, overrules, isFromBefore, labelOf });
  if (applied === 'changed' || applied === 'new') await countRepair(db, job);
  if (look && applied !== 'set-aside' && (applied === 'behind' || place !== 'after'))
    return { kind: 'again', at: look, reason: REFETCH_REASONS.older };
  await compareWithEvents(db, { leadId: job.key, events, place, now: readStart.at });
  return DONE;
}

/** The lead is there, and what was told of it is said and done: whether that agrees is written down for an admin. */
async function compareWithEvents(
  db: Db,
  { leadId, events, place, now }: { leadId: string; events: LeadEvents; place: Place; now: Date },
): Promise<void> {
  await forgetConflicts(db, { leadId, kind: 'vanished' });
  const { newest } = events;
  if (!newest) return;
  const isContradicted = newest.topic === 'lead/delete' && place !== 'after';
  if (isContradicted) await noteStillThere(db, { leadId, heardAt: newest.heardAt, now });
  else await forgetConflicts(db, { leadId, kind: 'still-there' });
}

/** The read decides: 404 makes a tombstone, unless the read may only be behind what was told of the lead. */
async function settleMissing(db: Db, { job, readStart }: ReadJob): Promise<JobOutcome> {
  const leadId = job.key;
  const { events, look, lastSaved } = await whatIsAwaited(db, { job, readStart });
  const isSaved = lastSaved !== undefined;
  if (look && (await mayOnlyLag(db, { job, events, isSaved, now: readStart.at })))
    return { kind: 'again', at: look, reason: REFETCH_REASONS.missing };
  if (await tombstoneLead(db, { leadId, readStart })) await countRepair(db, job);
  return DONE;
}

/**
 * What a reading is to show, and when to look again if it does not: the looks begin anew with every event that is
 * heard and every edit that the service saves, for each has a time of its own to be shown. By our own clock alone.
 */
async function whatIsAwaited(db: Db, { job, readStart }: ReadJob) {
  const { key: leadId, askedAt } = job;
  const now = readStart.at;
  const events = await findLeadEvents(db, { leadId, askedAt, now });
  const lastSaved = await findLastSaved(db, leadId);
  const since = [askedAt, events.heardAt, lastSaved?.savedAt].filter((time) => time && time <= now);
  const last = Math.max(...since.map((time) => time?.getTime() ?? 0));
  const look = nextRefetch({ askedAt: since.length > 0 ? new Date(last) : now, readStartedAt: now });
  return { events, lastSaved, look };
}

/**
 * Whether a lead that is not there may only not be there yet. Not if it was told to be deleted; but if it was told to
 * be made or was changed here a moment ago, was never read, is young, or is told of again after it was gone.
 */
async function mayOnlyLag(
  db: Db,
  { job, events, isSaved, now }: { job: ClaimedJob; events: LeadEvents; isSaved: boolean; now: Date },
): Promise<boolean> {
  const topic = events.newest?.topic ?? payloadOf(job)?.event;
  if (topic === 'lead/delete') return false;
  if (isSaved || events.newest?.topic === 'lead/create') return true;
  const [known] = await db.select().from(leads).where(eq(leads.id, job.key));
  if (!known) return true;
  if (known.deletedAt && events.newest) return true;
  return isYoung(db, known, now);
}

/**
 * Whether a lead was made a moment ago: as far as this desk saw it first then, by our clock, and nothing that the
 * service told of other leads shows that it is older, by its own. The two may be any time apart.
 */
async function isYoung(
  db: Db,
  { firstSeenAt, portalCreatedAt }: Pick<typeof leads.$inferSelect, 'firstSeenAt' | 'portalCreatedAt'>,
  now: Date,
): Promise<boolean> {
  if (now.getTime() - firstSeenAt.getTime() >= YOUNG_MS) return false;
  if (!portalCreatedAt) return true;
  const [newest] = await db.select({ createdAt: max(leads.portalCreatedAt) }).from(leads);
  const age = (newest?.createdAt ?? portalCreatedAt).getTime() - portalCreatedAt.getTime();
  return age < YOUNG_MS;
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

/** The reads of a service may lag behind its events: when a lead is read, after it was first asked for. */
const REFETCH_AFTER_MS = [1_000, 6_000, 36_000, 156_000];

/**
 * When to read a lead again that a read showed in an outdated state; undefined after the last time, when what the
 * service says counts. By the time since it was asked for and not by attempts: a webhook that arrives in between costs
 * a read and uses up no refetch.
 */
function nextRefetch({ askedAt, readStartedAt }: { askedAt: Date; readStartedAt: Date }): Date | undefined {
  const looks = REFETCH_AFTER_MS.map((ms) => new Date(askedAt.getTime() + ms));
  return looks.find((look) => look > readStartedAt);
}
