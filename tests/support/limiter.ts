import { ServiceError } from '../../lib/service/error';
import type { CallClass } from '../../lib/service/rate/concurrency';
import { createLimiter } from '../../lib/service/rate/limiter';
import {
  failingFast,
  memorySharedStateStore,
  type SharedStateStore,
} from '../../lib/service/rate/shared-state';
import { SILENT, type TestClock, testClock } from './clock';

type Setup = { sharedState?: SharedStateStore; clock?: TestClock; random?: () => number };

/** The limiter of one process; pass the sharedState and the clock of another to make them one desk. */
export function limiterOf({
  sharedState = memorySharedStateStore(),
  clock = testClock(),
  random = () => 0,
}: Setup = {}) {
  const { now, wait } = clock;
  const limiter = createLimiter({ sharedState: failingFast(sharedState), now, wait, random, log: SILENT });
  const run = <T>(callClass: CallClass, work: () => Promise<T>) =>
    outcome(limiter.run({ callClass, isRetry: false }, work));
  return { limiter, run, clock, sharedState };
}

/** A 429. */
export const refusal = (retryAfterMs?: number) =>
  new ServiceError('rate-limited', '429', { status: 429, retryAfterMs });

/** The value, or the parts of a ServiceError that callers use. */
export async function outcome<T>(call: Promise<T>) {
  return call.then(
    (value) => ({ value }),
    (error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
      const { kind, reached, retryAfterMs } = error;
      return { kind, reached, retryAfterMs };
    },
  );
}
