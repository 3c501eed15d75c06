import 'server-only';
import type { Log } from '@/lib/log';
import { restated, ServiceError } from './error';
import { type Pace, quicken, slow, startPace, take, waitFor } from './pace';
import { CALL_CLASSES, type CallClass, type PauseStore } from './token-store';

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

type Waiter = { deadline: number; start: () => void; refuse: (waitMs: number) => void };
type Lane = { pace: Pace; waiting: Waiter[]; running: number; pausedUntil: number; refusals: number };

const LONGEST_WAIT_MS = 3_000;
const START_PER_SECOND = { create: 10, refresh: 8, sweep: 4 } as const satisfies Record<CallClass, number>;
/** Calls under way at once, for the class and all less urgent ones: a create always finds a free place. */
const PLACES = { create: 8, refresh: 6, sweep: 2 } as const satisfies Record<CallClass, number>;
const FIRST_BACK_OFF_MS = 1_000;
const LONGEST_BACK_OFF_MS = 60_000;
const SHORTEST_PAUSE_MS = 500;

/**
 * Keeps the desk within a rate the service does not tell. Classes are served `create > refresh > sweep`; a 429
 * pauses its class in all processes and slows it and the less urgent ones, which give way first.
 */
export function createLimiter({ pauses, now, random, wait, log }: Deps): Limiter {
  const clock = () => now().getTime();
  const lane = (callClass: CallClass): Lane => ({
    pace: startPace(START_PER_SECOND[callClass], clock()),
    waiting: [],
    running: 0,
    pausedUntil: 0,
    refusals: 0,
  });
  const lanes: Record<CallClass, Lane> = {
    create: lane('create'),
    refresh: lane('refresh'),
    sweep: lane('sweep'),
  };
  let wakeAt = Number.POSITIVE_INFINITY;

  /** Starts whoever may start, most urgent first, and sees to it that someone looks again in time. */
  function pump(): void {
    let soonest = Number.POSITIVE_INFINITY;
    for (const callClass of CALL_CLASSES) soonest = Math.min(soonest, serve(callClass));
    if (soonest >= wakeAt) return;
    wakeAt = soonest;
    void wait(Math.max(1, soonest - clock())).then(() => {
      // Overtaken by an earlier look, which has seen to the next: each would go on for ever.
      if (wakeAt !== soonest) return;
      wakeAt = Number.POSITIVE_INFINITY;
      pump();
    });
  }

  /** Serves one class as far as possible; answers when to look again. */
  function serve(callClass: CallClass): number {
    const own = lanes[callClass];
    for (let first = own.waiting[0]; first; first = own.waiting[0]) {
      const readyAt = clock() + readyIn(own, 1);
      const isDue = readyAt <= clock() && hasPlace(callClass);
      if (!isDue && Math.max(readyAt, clock()) < first.deadline)
        return readyAt > clock() ? readyAt : first.deadline;
      own.waiting.shift();
      if (isDue) first.start();
      else first.refuse(Math.max(SHORTEST_PAUSE_MS, readyAt - clock()));
    }
    return Number.POSITIVE_INFINITY;
  }

  function readyIn({ pace, pausedUntil }: Lane, calls: number): number {
    return Math.max(0, pausedUntil - clock(), waitFor(pace, { now: clock(), calls }));
  }

  function hasPlace(callClass: CallClass): boolean {
    return CALL_CLASSES.slice(0, CALL_CLASSES.indexOf(callClass) + 1).every((atLeast) => {
      const sharing = CALL_CLASSES.slice(CALL_CLASSES.indexOf(atLeast));
      return sharing.reduce((sum, one) => sum + lanes[one].running, 0) < PLACES[atLeast];
    });
  }

  function turn(callClass: CallClass): Promise<void> {
    const own = lanes[callClass];
    const expected = readyIn(own, own.waiting.length + 1);
    if (expected > LONGEST_WAIT_MS) return Promise.reject(tooBusy(callClass, expected));
    return new Promise((resolve, reject) => {
      own.waiting.push({
        deadline: clock() + LONGEST_WAIT_MS,
        start: () => {
          own.pace = take(own.pace, clock());
          own.running += 1;
          resolve();
        },
        refuse: (waitMs) => reject(tooBusy(callClass, waitMs)),
      });
      pump();
    });
  }

  async function learnPause(callClass: CallClass): Promise<void> {
    const own = lanes[callClass];
    const until = await pauses.read(callClass).catch(() => undefined);
    own.pausedUntil = Math.max(own.pausedUntil, until?.getTime() ?? 0);
  }

  /** Answers how long the class rests. */
  async function holdBack(callClass: CallClass, { sentAt, error }: { sentAt: number; error: ServiceError }) {
    const own = lanes[callClass];
    own.refusals += 1;
    const backOff = Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** own.refusals);
    const restMs = error.retryAfterMs ?? Math.max(SHORTEST_PAUSE_MS, Math.round(random() * backOff));
    for (const slower of CALL_CLASSES.slice(CALL_CLASSES.indexOf(callClass))) {
      lanes[slower].pace = slow(lanes[slower].pace, { now: clock(), sentAt });
    }
    own.pausedUntil = Math.max(own.pausedUntil, clock() + restMs);
    log.warn('service.rate-limited', { class: callClass, restMs, perSecond: own.pace.perSecond });
    await pauses
      .write(callClass, new Date(own.pausedUntil))
      .catch(() => log.warn('service.pause-not-stored'));
    return restMs;
  }

  return {
    async run(callClass, work) {
      await learnPause(callClass);
      await turn(callClass);
      const own = lanes[callClass];
      const sentAt = clock();
      try {
        const result = await work();
        own.pace = quicken(own.pace);
        own.refusals = 0;
        return result;
      } catch (error) {
        if (!isOwnLimit(error)) throw error;
        throw restated(error, { retryAfterMs: await holdBack(callClass, { sentAt, error }) });
      } finally {
        own.running -= 1;
        pump();
      }
    },
  };
}

/** A 429 to the call itself: one to the token request says nothing about this class. */
function isOwnLimit(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.status === 429 && error.step === 'call';
}

function tooBusy(callClass: CallClass, waitMs: number): ServiceError {
  return new ServiceError('rate-limited', `${callClass}: no call may go out within a few seconds`, {
    retryAfterMs: waitMs,
    reached: 'no',
  });
}
