import 'server-only';
import { retryLater } from '@/lib/connection/retry-later';
import type { Db } from '@/lib/db/handle';
import { DONE, type JobOutcome } from '@/lib/jobs/job';
import { isRejectedByGateway, type ServiceError } from '@/lib/service/error';
import { confirmLater, giveUp, refuse as refuseSubmission, sendLater } from './after-failed-send';
import { responseOf } from './attempt-log';
import { recordOutcome } from './record-outcome';
import type { SendInput, Submission } from './send';

/** How long something other than the service may reject a submission before a person decides. */
const STUCK_MS = 24 * 3_600_000;

/** How many attempts may fail before others go first. */
const KEEPS_PLACE = 3;

/**
 * Sorts a failed create into: refused, definitely not stored (send again later), and possibly stored (confirm).
 */
export async function confirmFailedSend(
  db: Db,
  {
    submission,
    error,
    wasSent,
    ...task
  }: SendInput & { submission: Submission; error: ServiceError; wasSent: boolean },
): Promise<JobOutcome> {
  const { job, log, clock } = task;
  const leased = { id: submission.id, lease: job.lease };
  const facts = { submissionId: submission.id, kind: error.kind, status: error.status };
  const record = (write: () => Promise<unknown>) => recordOutcome([write], { log, clock, facts });
  if (wasSent && isStuck(submission, { error, now: clock() })) {
    await record(() => giveUp(db, { ...leased, error }));
    log.warn('submission.needs-review', { ...facts, reason: 'rejected-by-gateway' });
    return DONE;
  }
  if (!wasSent || isSurelyNotStored(error)) {
    if (wasSent) await record(() => sendLater(db, leased));
    log.warn('submission.not-sent', facts);
    const waiting = keepPlace({ job, error, wasSent, now: clock() });
    if (waiting) return waiting;
    const later = retryLater({ job, error, now: clock(), random: task.random });
    // Another reason than for an outage: success of other calls must not speed up the retry.
    return isRejectedInFront(error) ? { ...later, reason: `rejected-by-gateway: ${error.message}` } : later;
  }
  if (error.kind === 'refused') {
    let ownerRefused = false;
    await record(async () => {
      const refusal = await refuseSubmission(db, { submission, lease: job.lease, error, now: clock() });
      ownerRefused = refusal.isAboutOwner;
    });
    log.info(ownerRefused ? 'submission.owner-refused' : 'submission.refused', facts);
    return DONE;
  }
  const created = isDefinitelyStored(error) ? {} : undefined;
  await record(() => confirmLater(db, { ...leased, now: clock(), created, response: responseOf(error) }));
  log.warn('submission.ambiguous', facts);
  return DONE;
}

/**
 * While no create can be sent, each keeps its place, so that people take turns afterwards as before. One that
 * was rejected repeatedly, and perhaps alone, is moved back: it must not block the others.
 */
function keepPlace({
  job,
  error: { kind, message, classRestsMs },
  wasSent,
  now,
}: Pick<SendInput, 'job'> & { error: ServiceError; wasSent: boolean; now: Date }): JobOutcome | undefined {
  if (classRestsMs === undefined || (wasSent && job.attempts > KEEPS_PLACE)) return undefined;
  const at = new Date(now.getTime() + classRestsMs);
  return { kind: 'paused', at, reason: `${kind}: ${message}`, wasTried: wasSent };
}

/** Something in front of the service answered instead, or only this lead is forbidden: nothing was stored. */
function isRejectedInFront(error: ServiceError): boolean {
  return isRejectedByGateway(error) || (error.kind === 'auth' && error.scope === 'call');
}

/** Rejected for a day: a deployment does not take that long, and a person must know. */
function isStuck({ createdAt }: Submission, { error, now }: { error: ServiceError; now: Date }): boolean {
  return isRejectedInFront(error) && now.getTime() - createdAt.getTime() > STUCK_MS;
}

/** A 2xx with an unreadable body: the lead exists, under a number we do not know. */
function isDefinitelyStored({ kind, status }: ServiceError): boolean {
  return kind === 'unexpected' && status !== undefined && status >= 200 && status < 300;
}

/**
 * The service answered that it did not accept the request (no token, no permission, rate limit), or never
 * received it.
 */
function isSurelyNotStored(error: ServiceError): boolean {
  return error.reached === 'no' || error.kind === 'auth' || error.kind === 'rate-limited';
}
