import 'server-only';
import { eq, max, sql } from 'drizzle-orm';
import { z } from 'zod';
import { retryLater } from '@/lib/connection/retry-later';
import type { Db } from '@/lib/db/handle';
import { fullSyncs } from '@/lib/db/schema/connection';
import { leads } from '@/lib/db/schema/leads';
import { enqueue, type Work } from '@/lib/jobs/enqueue';
import { type ClaimedJob, DONE, type JobOutcome } from '@/lib/jobs/job';
import { getLabels } from '@/lib/lead-schema/labels';
import { applyOrQuarantine } from '@/lib/leads/apply-or-quarantine';
import { forgetConflicts, recordStillThere } from '@/lib/leads/conflicts';
import { findLastSaved } from '@/lib/leads/pending-edits';
import { type ReadStart, startRead } from '@/lib/leads/read-start';
import { tombstoneLead } from '@/lib/leads/tombstone';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError } from '@/lib/service/error';
import type { ServiceLead } from '@/lib/service/lead';
import { concludeFullSync } from './conclude';
import { compareWithEvents, findLeadEvents, type LeadEvents } from './lead-events';

/** The topic of the job that reads one lead; its key is the lead's id. */
export const LEAD_REFRESH = 'lead.refresh';

/** Why a lead is read again: the service may lag behind its own events. */
export const REFETCH_REASONS = { missing: 'not there yet', older: 'an older state than expected' } as const;

/** How long after a lead was first seen a 404 is treated as lag, in milliseconds. */
const YOUNG_MS = 3 * 60_000;

/**
 * Why the lead is read: the topic of a webhook, or another reason, as `full-sync` with the full sync that missed it.
 */
const payloadSchema = z.object({ event: z.string(), fullSyncId: z.string().optional() });

type Place = ReturnType<typeof compareWithEvents>;

type RefreshDeps = { service: ServiceClient; job: ClaimedJob; clock: () => Date; random: number };

/** The job that reads one lead. */
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
 * @param event the topic of the webhook, or another reason
 */
export function requestRefresh(db: Db, lead: { leadId: string; event: string; now: Date }): Promise<void> {
  return enqueue(db, refreshWork(lead));
}

/**
 * Reads one lead and applies it to the mirror. The request is never inside a transaction. A lead that the
 * mirror cannot store is quarantined: a retry would fail again until the lead is changed or another full sync lists it. The
 * same holds for a lead that the service refuses to read: that job is given up, which the admin sees, and the
 * lead's next event or full sync requests it anew.
 */
export async function refreshLead(db: Db, { service, job, clock, random }: RefreshDeps): Promise<JobOutcome> {
  const readStart = await startRead(db, clock());
  try {
    const lead = await service.readLead(job.key);
    const outcome = lead
      ? await recordFound(db, { job, lead, readStart })
      : await recordMissing(db, { job, readStart });
    await concludeFullSync(db, clock());
    return outcome;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.kind === 'refused') return { kind: 'dead', reason: `refused: ${error.message}` };
    return retryLater({ job, error, now: clock(), random });
  }
}

type ReadJob = { job: ClaimedJob; readStart: ReadStart };

/**
 * Applies what was read. A response older than the mirror or than a webhook is treated as lag at first, and
 * one whose place is unknown is not trusted either: the lead is read again. If it is the same at the last
 * refetch, the service went back in time, and its response counts.
 */
async function recordFound(
  db: Db,
  { job, lead, readStart }: ReadJob & { lead: ServiceLead },
): Promise<JobOutcome> {
  const { events, refetchAt, lastSaved } = await findAwaited(db, { job, readStart });
  const supersedes = refetchAt ? undefined : { order: job.requestedOrder, editId: lastSaved?.id ?? 0 };
  const labelOf = await getLabels(db);
  const place = compareWithEvents(lead, events);
  const isStale = refetchAt !== undefined && place === 'before';
  const applied = await applyOrQuarantine(db, { lead, readStart, supersedes, isStale, labelOf });
  if (applied === 'changed' || applied === 'new') await countRepair(db, job);
  if (refetchAt && applied !== 'quarantined' && (applied === 'behind' || place !== 'after'))
    return { kind: 'again', at: refetchAt, reason: REFETCH_REASONS.older };
  await recordConflicts(db, { leadId: job.key, events, place, now: readStart.at });
  return DONE;
}

/** The lead exists and no event of it is awaited: records for an admin whether the two agree. */
async function recordConflicts(
  db: Db,
  { leadId, events, place, now }: { leadId: string; events: LeadEvents; place: Place; now: Date },
): Promise<void> {
  await forgetConflicts(db, { leadId, kind: 'vanished' });
  const { newest } = events;
  if (!newest) return;
  const isContradicted = newest.topic === 'lead/delete' && place !== 'after';
  if (isContradicted) await recordStillThere(db, { leadId, heardAt: newest.heardAt, now });
  else await forgetConflicts(db, { leadId, kind: 'still-there' });
}

/** The read decides: 404 makes a tombstone, unless the read may only lag behind the events of the lead. */
async function recordMissing(db: Db, { job, readStart }: ReadJob): Promise<JobOutcome> {
  const leadId = job.key;
  const { events, refetchAt, lastSaved } = await findAwaited(db, { job, readStart });
  const isSaved = lastSaved !== undefined;
  if (refetchAt && (await couldBeLag(db, { job, events, isSaved, now: readStart.at })))
    return { kind: 'again', at: refetchAt, reason: REFETCH_REASONS.missing };
  if (await tombstoneLead(db, { leadId, readStart })) await countRepair(db, job);
  return DONE;
}

/**
 * What a snapshot must show, and when to read again if it does not: refetches start over with every event
 * received and every edit that the service saves, since each has its own time to be shown. By our own clock
 * alone.
 */
async function findAwaited(db: Db, { job, readStart }: ReadJob) {
  const { key: leadId, requestedAt } = job;
  const now = readStart.at;
  const events = await findLeadEvents(db, { leadId, requestedAt, now });
  const lastSaved = await findLastSaved(db, leadId);
  const since = [requestedAt, events.heardAt, lastSaved?.savedAt].filter((time) => time && time <= now);
  const last = Math.max(...since.map((time) => time?.getTime() ?? 0));
  const refetchAt = nextRefetch({ requestedAt: since.length > 0 ? new Date(last) : now, readStartedAt: now });
  return { events, lastSaved, refetchAt };
}

/**
 * Whether a lead that was not found may only be not visible yet. False after a reported delete. True if it was
 * created, saved or first seen moments ago, was never read, or has events after its deletion.
 */
async function couldBeLag(
  db: Db,
  { job, events, isSaved, now }: { job: ClaimedJob; events: LeadEvents; isSaved: boolean; now: Date },
): Promise<boolean> {
  const topic = events.newest?.topic ?? jobPayloadOf(job)?.event;
  if (topic === 'lead/delete') return false;
  if (isSaved || events.newest?.topic === 'lead/create') return true;
  const [known] = await db.select().from(leads).where(eq(leads.id, job.key));
  if (!known) return true;
  if (known.deletedAt && events.newest) return true;
  return isYoung(db, known, now);
}

/**
 * Whether a lead was created recently: this desk first saw it recently by our clock, and nothing that the
 * service reported about other leads shows by its own clock that it is older. The two may differ by any
 * amount.
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

/** A lead that a full sync missed and that was read because of it: the result counts for that full sync. */
async function countRepair(db: Db, job: ClaimedJob): Promise<void> {
  const fullSyncId = jobPayloadOf(job)?.fullSyncId;
  if (fullSyncId === undefined) return;
  await db
    .update(fullSyncs)
    .set({ repaired: sql`${fullSyncs.repaired} + 1` })
    .where(eq(fullSyncs.id, fullSyncId));
}

const jobPayloadOf = (job: ClaimedJob) => payloadSchema.safeParse(job.payload).data;

/** The reads of a service may lag behind its events: when to read a lead, after the first request. */
const REFETCH_AFTER_MS = [1_000, 6_000, 36_000, 156_000];

/**
 * When to refetch a lead that a read showed in an outdated state; undefined after the last time, when the
 * service's response counts. Based on the time since the request, not on attempts: a webhook that arrives in
 * between costs a read and uses up no refetch.
 */
function nextRefetch({
  requestedAt,
  readStartedAt,
}: {
  requestedAt: Date;
  readStartedAt: Date;
}): Date | undefined {
  const times = REFETCH_AFTER_MS.map((ms) => new Date(requestedAt.getTime() + ms));
  return times.find((time) => time > readStartedAt);
}
