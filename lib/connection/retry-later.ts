import 'server-only';
import { backoff } from '@/lib/jobs/backoff';
import type { ClaimedJob, JobOutcome } from '@/lib/jobs/job';
import type { ServiceError } from '@/lib/service/error';

/**
 * The retry after a failed call: backoff, and no sooner than the service requested. A call that is refused
 * individually has another reason than one that waits for the service: success of other calls must not retry
 * it now.
 */
export function retryLater({
  job,
  error,
  now,
  random,
}: {
  job: ClaimedJob;
  error: ServiceError;
  now: Date;
  random: number;
}): Extract<JobOutcome, { kind: 'again' }> {
  const at = backoff({ attempts: job.attempts, now, random });
  const retryAfter = new Date(now.getTime() + (error.retryAfterMs ?? 0));
  const word = error.scope === 'call' ? 'rejected-by-gateway' : error.kind;
  return { kind: 'again', at: retryAfter > at ? retryAfter : at, reason: `${word}: ${error.message}` };
}
