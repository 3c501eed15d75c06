import { ServiceError } from '../../lib/service/error';
import { createScheduler } from '../../lib/service/rate/scheduler';
import {
  type CallClass,
  failingFast,
  memorySharedStateStore,
  type SharedStateStore,
} from '../../lib/service/rate/shared-state';
import { SILENT, type TestClock, testClock } from './clock';

type Setup = { sharedState?: SharedStateStore; clock?: TestClock; random?: () => number };

/** The scheduler of one process; pass the sharedState and the clock of another to make them one desk. */
export function schedulerOf({
  sharedState = memorySharedStateStore(),
  clock = testClock(),
  random = () => 0,
}: Setup = {}) {
  const { now, wait } = clock;
  const deps = { sharedState: failingFast(sharedState), now, wait, random, log: SILENT };
  const scheduler = createScheduler(deps);
  const none = async () => {};
  const run = <T>(callClass: CallClass, work: () => Promise<T>, probe: () => Promise<unknown> = none) =>
    outcome(scheduler.run(callClass, { isRead: true, work, probe }));
  const write = <T>(work: () => Promise<T>, probe: () => Promise<unknown> = none) =>
    outcome(scheduler.run('interactive', { isRead: false, work, probe }));
  return { run, write, clock, sharedState };
}

/** A 429. */
export const refusal = (retryAfterMs?: number) =>
  new ServiceError('rate-limited', '429', { status: 429, retryAfterMs });

/** The value, or the parts of a ServiceError that callers use. */
async function outcome<T>(call: Promise<T>) {
  return call.then(
    (value) => ({ value }),
    (error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
      const { kind, reached, retryAfterMs } = error;
      return { kind, reached, retryAfterMs };
    },
  );
}
