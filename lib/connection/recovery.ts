import 'server-only';
import type { Db } from '@/lib/db/handle';
import { enqueue, retryNow } from '@/lib/jobs/enqueue';
import { DONE, type JobOutcome } from '@/lib/jobs/job';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError, type ServiceErrorKind } from '@/lib/service/error';

/** The topic of the one job that probes whether the service is back. */
export const SERVICE_PROBE = 'service.probe';
const KEY = 'service';

/** How long after recovery a page may still report the outage. */
const EVERY_MS = 10_000;

/** Schedules probes until the service answers, whether or not there is other work. */
export function awaitRecovery(db: Db, now: Date): Promise<void> {
  return enqueue(db, { topic: SERVICE_PROBE, key: KEY, runAt: new Date(now.getTime() + EVERY_MS) });
}

/** Ends the backoff of jobs that waited for the service. */
export function endWaiting(db: Db, now: Date): Promise<void> {
  const reasons = ['unavailable', 'auth'] satisfies ServiceErrorKind[];
  return retryNow(db, { reasons, now });
}

/** Probes with a small read. Its success is recorded like that of every call. */
export async function probeService({
  service,
  clock,
  random,
}: {
  service: Pick<ServiceClient, 'readSchema'>;
  clock: () => Date;
  random: number;
}): Promise<JobOutcome> {
  try {
    await service.readSchema();
    return DONE;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const wait = Math.max(EVERY_MS, error.retryAfterMs ?? 0) + random * 2_000;
    return {
      kind: 'again',
      at: new Date(clock().getTime() + wait),
      reason: `${error.kind}: ${error.message}`,
    };
  }
}
