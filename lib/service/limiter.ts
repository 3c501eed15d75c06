import 'server-only';
import type { Log } from '@/lib/log';
import { restated, ServiceError } from './error';
import { from, startLanes } from './lanes';
import { quicken, slow } from './pace';
import { createQueue } from './queue';
import type { CallClass, PauseStore } from './token-store';

export type Limiter = {
  /**
   * Runs the work when its class may go, at most a few seconds from now.
   *
   * @throws {ServiceError} `rate-limited` with `reached: 'no'` and `retryAfterMs` if that is not soon; and
   * whatever the work throws
   */
  run<T>(callClass: CallClass, work: () => Promise<T>): Promise<T>;
};

type Deps = {
  pauses: PauseStore;
  now: () => Date;
  random: () => number;
  wait: (ms: number) => Promise<unknown>;
  log: Log;
};

const FIRST_BACK_OFF_MS = 1_000;
const LONGEST_BACK_OFF_MS = 60_000;
const SHORTEST_PAUSE_MS = 500;

/**
 * Keeps the desk within a rate the service does not tell. Classes are served `create > refresh > sweep`; a 429
 * pauses its class in all processes and slows it and the less urgent ones, which give way first.
 */
export function createLimiter({ pauses, now, random, wait, log }: Deps): Limiter {
  const clock = () => now().getTime();
  const lanes = startLanes(clock());
  const queue = createQueue({ lanes, now, wait });

  async function learnPause(callClass: CallClass): Promise<void> {
    const until = await pauses.read(callClass).catch(() => undefined);
    const lane = lanes[callClass];
    lane.pausedUntil = Math.max(lane.pausedUntil, until?.getTime() ?? 0);
  }

  /** What a 429 without Retry-After asks for: full jitter, or all processes would come back together. */
  function backOff(refusals: number): number {
    const longest = Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** refusals);
    return Math.max(SHORTEST_PAUSE_MS, Math.round(random() * longest));
  }

  /** Answers how long the class rests. */
  async function holdBack(callClass: CallClass, { sentAt, error }: { sentAt: number; error: ServiceError }) {
    const lane = lanes[callClass];
    lane.refusals += 1;
    const restMs = error.retryAfterMs ?? backOff(lane.refusals);
    for (const one of from(callClass)) lanes[one].pace = slow(lanes[one].pace, { now: clock(), sentAt });
    lane.pausedUntil = Math.max(lane.pausedUntil, clock() + restMs);
    log.warn('service.rate-limited', { class: callClass, restMs, perSecond: lane.pace.perSecond });
    await pauses
      .write(callClass, new Date(lane.pausedUntil))
      .catch(() => log.warn('service.pause-not-stored'));
    return restMs;
  }

  return {
    async run(callClass, work) {
      await learnPause(callClass);
      await queue.turn(callClass);
      const lane = lanes[callClass];
      const sentAt = clock();
      try {
        const result = await work();
        lane.pace = quicken(lane.pace);
        lane.refusals = 0;
        return result;
      } catch (error) {
        if (!isOwnLimit(error)) throw error;
        throw restated(error, { retryAfterMs: await holdBack(callClass, { sentAt, error }) });
      } finally {
        lane.running -= 1;
        queue.pump();
      }
    },
  };
}

/** A 429 to the call itself: one to the token request says nothing about this class. */
function isOwnLimit(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.status === 429 && error.step === 'call';
}
