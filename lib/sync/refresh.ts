import 'server-only';
import { eq } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { backoff } from '@/lib/jobs/backoff';
import { enqueue } from '@/lib/jobs/enqueue';
import { type ClaimedJob, DONE, type JobOutcome } from '@/lib/jobs/job';
import { applyLead } from '@/lib/leads/apply';
import { buryLead } from '@/lib/leads/bury';
import { getLabels } from '@/lib/portal/labels';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError } from '@/lib/service/error';

/** The topic of the job that reads one lead; its key is the lead's id. */
export const LEAD_REFRESH = 'lead.refresh';

/** A lead that is not there right after it was made: the service's reads lag behind its events. */
const LAG_SECONDS = [1, 5, 30, 120];
/** How long after its first sight a 404 is taken for lag, in milliseconds. */
const YOUNG_MS = 3 * 60_000;

/**
 * Marks a lead dirty, inside the caller's transaction: its generation rises, and the worker reads it.
 *
 * @param event the topic of the webhook that said so, or why else
 */
export function markDirty(
  db: Db,
  { leadId, event, now }: { leadId: string; event: string; now: Date },
): Promise<void> {
  return enqueue(db, { topic: LEAD_REFRESH, key: leadId, payload: { event }, runAt: now });
}

/** Reads one lead and brings it into the mirror. The reading is never inside a transaction. */
export async function refreshLead(
  db: Db,
  {
    service,
    job,
    clock,
    chance,
  }: { service: ServiceClient; job: ClaimedJob; clock: () => Date; chance: number },
): Promise<JobOutcome> {
  const leadId = job.key;
  const readStartedAt = clock();
  try {
    const lead = await service.readLead(leadId);
    if (!lead) return await missing(db, { job, leadId, readStartedAt });
    await applyLead(db, { lead, readStartedAt, labelOf: await getLabels(db) });
    return DONE;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const at = backoff({ attempts: job.attempts, now: clock(), chance });
    const asked = new Date(clock().getTime() + (error.retryAfterMs ?? 0));
    return { kind: 'again', at: asked > at ? asked : at, reason: `${error.kind}: ${error.message}` };
  }
}

/** The read decides: 404 makes a tombstone, unless the lead is so new that the read may only be behind. */
async function missing(
  db: Db,
  { job, leadId, readStartedAt }: { job: ClaimedJob; leadId: string; readStartedAt: Date },
): Promise<JobOutcome> {
  const [known] = await db.select({ submittedAt: leads.submittedAt }).from(leads).where(eq(leads.id, leadId));
  const young = !known || readStartedAt.getTime() - known.submittedAt.getTime() < YOUNG_MS;
  const delay = eventOf(job) === 'lead/delete' ? undefined : LAG_SECONDS[job.attempts - 1];
  if (young && delay !== undefined) {
    const at = new Date(readStartedAt.getTime() + delay * 1000);
    return { kind: 'again', at, reason: 'not there yet' };
  }
  await buryLead(db, { leadId, readStartedAt });
  return DONE;
}

function eventOf({ payload }: ClaimedJob): unknown {
  return payload && typeof payload === 'object' && 'event' in payload ? payload.event : undefined;
}
