import 'server-only';
import type { Db } from '@/lib/db/handle';
import { enqueue } from '@/lib/jobs/enqueue';
import { DONE, type JobOutcome } from '@/lib/jobs/job';
import { retryNow } from '@/lib/jobs/retry-now';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError, type ServiceErrorKind } from '@/lib/service/error';

/** The topic of the job that asks whether the service is back, while it is not; there is one. */
export const SERVICE_PROBE = 'service.probe';
const KEY = 'service';

/** How long after the service is back at most a person reads that it is not. */
const EVERY_MS = 10_000;

/** Sees to it that somebody asks again until the service answers, whether or not there is other work. */
export function awaitRecovery(db: Db, now: Date): Promise<void> {
  return enqueue(db, { topic: SERVICE_PROBE, key: KEY, runAt: new Date(now.getTime() + EVERY_MS) });
}

/** What waited for the service need not sit out its back-off. */
export function endWaiting(db: Db, now: Date): Promise<void> {
  const reasons = ['unavailable', 'auth'] satisfies ServiceErrorKind[];
  return retryNow(db, { reasons, now });
}

/** Asks with a small read. That it was answered is noted where every call is. */
export async function probeService({
  service,
  clock,
  chance,
}: {
  service: Pick<ServiceClient, 'readSchema'>;
  clock: () => Date;
  chance: number;
}): Promise<JobOutcome> {
  try {
    await service.readSchema();
    return DONE;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const wait = Math.max(EVERY_MS, error.retryAfterMs ?? 0) + chance * 2_000;
    return {
      kind: 'again',
      at: new Date(clock().getTime() + wait),
      reason: `${error.kind}: ${error.message}`,
    };
  }
}
