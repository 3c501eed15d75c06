import 'server-only';
import { ServiceError } from '../error';
import { CALL_CLASSES, type CallClass, fromClass } from './call-class';

/** How many calls this process has under way, by class. */
export type Places = {
  /**
   * Resolves when there is a place, with the function that leaves it.
   *
   * @throws {ServiceError} `rate-limited` with `reached: 'no'` if there is none within `patienceMs`
   */
  enter(callClass: CallClass, patienceMs: number): Promise<() => void>;
};

/** Calls under way at once, for the class and all less urgent ones: a create always finds a free place. */
const PLACES = { create: 8, refresh: 6, sweep: 2 } as const satisfies Record<CallClass, number>;
/** When to try again if all places are taken, in milliseconds. */
const FULL_MS = 1_000;

/** Hands out places in the order of the classes, and within one to who came first. */
export function createPlaces(wait: (ms: number) => Promise<unknown>): Places {
  const taken: Record<CallClass, number> = { create: 0, refresh: 0, sweep: 0 };
  const waiting: Record<CallClass, (() => void)[]> = { create: [], refresh: [], sweep: [] };

  function isFree(callClass: CallClass): boolean {
    const shared = CALL_CLASSES.slice(0, CALL_CLASSES.indexOf(callClass) + 1);
    return shared.every((one) => fromClass(one).reduce((sum, each) => sum + taken[each], 0) < PLACES[one]);
  }

  function occupy(callClass: CallClass): () => void {
    taken[callClass] += 1;
    return () => {
      taken[callClass] -= 1;
      for (const next of CALL_CLASSES) {
        while (waiting[next].length > 0 && isFree(next)) waiting[next].shift()?.();
      }
    };
  }

  return {
    async enter(callClass, patienceMs) {
      if (isFree(callClass)) return occupy(callClass);
      const queue = waiting[callClass];
      return new Promise((resolve, reject) => {
        const begin = () => resolve(occupy(callClass));
        queue.push(begin);
        void wait(patienceMs).then(() => {
          const at = queue.indexOf(begin);
          if (at < 0) return;
          queue.splice(at, 1);
          reject(full(callClass));
        });
      });
    },
  };
}

function full(callClass: CallClass): ServiceError {
  const message = `${callClass}: too many calls are under way`;
  return new ServiceError('rate-limited', message, { step: 'desk', retryAfterMs: FULL_MS, reached: 'no' });
}
