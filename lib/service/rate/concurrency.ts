import 'server-only';
import { ServiceError } from '../error';

/** Classes of calls, most urgent first: a person is waiting, a webhook triggered it, and the rest. */
export const CALL_CLASSES = ['interactive', 'background', 'sweep'] as const;
export type CallClass = (typeof CALL_CLASSES)[number];

/** The class and the less urgent ones. */
export function fromClass(callClass: CallClass): readonly CallClass[] {
  return CALL_CLASSES.slice(CALL_CLASSES.indexOf(callClass));
}

/** The number of concurrent calls of this process, by class. */
export type ConcurrencyLimit = {
  /**
   * Resolves with the release function when the call may start.
   *
   * @throws {ServiceError} `rate-limited` with `reached: 'no'` if no slot is free within `timeoutMs`
   */
  acquire(callClass: CallClass, timeoutMs: number): Promise<() => void>;
};

/**
 * The maximum number of concurrent calls of the class and all less urgent ones: an interactive call always finds a free
 * slot.
 */
const MAX_CONCURRENT = { interactive: 8, background: 6, sweep: 2 } as const satisfies Record<
  CallClass,
  number
>;
/** When to retry if all slots are taken, in milliseconds. */
const RETRY_AFTER_MS = 1_000;

/** Grants slots in the order of the classes, and within a class in order of arrival. */
export function createConcurrencyLimit(wait: (ms: number) => Promise<unknown>): ConcurrencyLimit {
  const active: Record<CallClass, number> = { interactive: 0, background: 0, sweep: 0 };
  const waiting: Record<CallClass, (() => void)[]> = { interactive: [], background: [], sweep: [] };

  function isFree(callClass: CallClass): boolean {
    const limits = CALL_CLASSES.slice(0, CALL_CLASSES.indexOf(callClass) + 1);
    return limits.every(
      (limit) => fromClass(limit).reduce((sum, one) => sum + active[one], 0) < MAX_CONCURRENT[limit],
    );
  }

  function occupy(callClass: CallClass): () => void {
    active[callClass] += 1;
    return () => {
      active[callClass] -= 1;
      for (const next of CALL_CLASSES) {
        while (waiting[next].length > 0 && isFree(next)) waiting[next].shift()?.();
      }
    };
  }

  return {
    async acquire(callClass, timeoutMs) {
      if (isFree(callClass)) return occupy(callClass);
      const queue = waiting[callClass];
      return new Promise((resolve, reject) => {
        const start = () => resolve(occupy(callClass));
        queue.push(start);
        void wait(timeoutMs).then(() => {
          const position = queue.indexOf(start);
          if (position < 0) return;
          queue.splice(position, 1);
          reject(noFreeSlot(callClass));
        });
      });
    },
  };
}

function noFreeSlot(callClass: CallClass): ServiceError {
  const message = `${callClass}: too many calls are under way`;
  return new ServiceError('rate-limited', message, {
    step: 'desk',
    retryAfterMs: RETRY_AFTER_MS,
    reached: 'no',
  });
}
