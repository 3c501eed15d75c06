import 'server-only';
import PQueue from 'p-queue';
import type { Log } from '@/lib/core/log';
import { ServiceError, withChanges } from '../error';
import { createCircuitBreaker, type GuardedCall } from './circuit-breaker';
import { createPace } from './pace';
import {
  CALL_CLASSES,
  type CallClass,
  msUntil,
  NOTHING_KNOWN,
  type SharedState,
  type SharedStateStore,
} from './shared-state';

export type Scheduler = {
  /**
   * Runs the call when its class may send.
   *
   * @throws {ServiceError} `rate-limited` with `reached: 'no'` and `retryAfterMs` if that is not within seconds;
   * `unavailable` with `reached: 'no'` if the shared state cannot be reached; what the circuit breaker throws; and any
   * error of the work
   */
  run<T>(callClass: CallClass, call: GuardedCall<T>): Promise<T>;
};

type Deps = {
  sharedState: SharedStateStore;
  now: () => Date;
  random: () => number;
  wait: (ms: number) => Promise<unknown>;
  log: Log;
};

/** Calls under way in this process: those that a person waits for have slots of their own. */
const FOR_PEOPLE = 4;
const FOR_OTHERS = 6;
const PRIORITY = { interactive: 2, background: 1, fullSync: 0 } as const satisfies Record<CallClass, number>;
const MAX_WAIT_MS = 3_000;
const MIN_RETRY_AFTER_MS = 500;
/** Delayed calls must not all retry in the same moment. */
const MAX_SPREAD_MS = 10_000;
/** The longest pause after a 429 without a time: of the first one, and after several in a row. */
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;

/**
 * Decides when calls go out: the most urgent class first, a few at a time, each class at a pace of its own. A 429 closes its
 * class in every process until the time the service named, and slows it and the less urgent ones down.
 */
export function createScheduler({ sharedState, now, random, wait, log }: Deps): Scheduler {
  const clock = () => now().getTime();
  const breaker = createCircuitBreaker({ sharedState, now, log });
  const forPeople = new PQueue({ concurrency: FOR_PEOPLE });
  const forOthers = new PQueue({ concurrency: FOR_OTHERS });
  const paces = {
    interactive: createPace(10, random),
    background: createPace(8, random),
    fullSync: createPace(4, random),
  } as const satisfies Record<CallClass, unknown>;
  const refusedInARow = { interactive: 0, background: 0, fullSync: 0 };

  /** Returns how long it waited. */
  async function waitForSlot(callClass: CallClass, deadline: number): Promise<number> {
    const pace = paces[callClass];
    const waitMs = pace.waitMs(clock());
    if (clock() + waitMs > deadline) {
      const retryAfterMs = waitMs + Math.round(random() * Math.min(waitMs, MAX_SPREAD_MS));
      const details = { step: 'desk', retryAfterMs, classRestsMs: waitMs, reached: 'no' } as const;
      throw new ServiceError('rate-limited', `${callClass}: no call may go out within seconds`, details);
    }
    pace.takeSlot(clock());
    if (waitMs > 0) await wait(waitMs);
    return waitMs;
  }

  /** Runs the work in a slot, unless that was free too late: whoever asked may have given up by then. */
  async function inSlot<T>(callClass: CallClass, work: () => Promise<T>): Promise<T> {
    const queuedAt = clock();
    const queue = callClass === 'interactive' ? forPeople : forOthers;
    return queue.add(
      () => {
        if (clock() - queuedAt <= MAX_WAIT_MS) return work();
        const retryAfterMs = MAX_WAIT_MS + Math.round(random() * MAX_SPREAD_MS);
        const details = { step: 'desk', retryAfterMs, reached: 'no' } as const;
        throw new ServiceError('rate-limited', `${callClass}: no slot was free within seconds`, details);
      },
      { priority: PRIORITY[callClass] },
    );
  }

  /** Learns what any process was told. */
  function notice({ closedUntil }: SharedState): void {
    for (const [index, callClass] of CALL_CLASSES.entries()) {
      if (!paces[callClass].close(closedUntil[callClass], clock())) continue;
      for (const slower of CALL_CLASSES.slice(index)) paces[slower].slowDown();
    }
  }

  /** Closes the class for all processes; returns for how long. */
  async function handleRefusal(callClass: CallClass, requestedMs: number | undefined): Promise<number> {
    const longest = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** refusedInARow[callClass]);
    refusedInARow[callClass] += 1;
    const pauseMs = requestedMs ?? Math.max(MIN_RETRY_AFTER_MS, Math.round(random() * longest));
    const until = clock() + pauseMs;
    const close = (known: SharedState): SharedState => {
      const isLonger = msUntil(known.closedUntil[callClass], clock()) > pauseMs;
      return isLonger ? known : { ...known, closedUntil: { ...known.closedUntil, [callClass]: until } };
    };
    notice(close(NOTHING_KNOWN));
    log.warn('service.rate-limited', { class: callClass, pauseMs });
    // Where it can't be stored, this process still keeps to it.
    await sharedState.change(close).catch(() => log.warn('service.pause-not-stored', { class: callClass }));
    return pauseMs;
  }

  /** Sends the call, unless the class is closed by now. */
  async function send<T>(callClass: CallClass, call: GuardedCall<T>): Promise<{ result: T } | undefined> {
    const state = await sharedState.read();
    notice(state);
    if (paces[callClass].isClosed(clock())) return undefined;
    try {
      const result = await breaker.run(state, call);
      refusedInARow[callClass] = 0;
      return { result };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.step !== 'call' || error.status !== 429) throw error;
      const pauseMs = await handleRefusal(callClass, error.retryAfterMs);
      throw withChanges(error, { retryAfterMs: pauseMs, classRestsMs: pauseMs });
    }
  }

  return {
    async run(callClass, call) {
      const deadline = clock() + MAX_WAIT_MS;
      for (;;) {
        const waitedMs = await waitForSlot(callClass, deadline);
        const sent = await inSlot(callClass, () => send(callClass, call));
        if (!sent) continue;
        if (waitedMs > 0) paces[callClass].speedUp();
        return sent.result;
      }
    },
  };
}
