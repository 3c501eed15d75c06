import 'server-only';
import type { Log } from '@/lib/core/log';
import { ServiceError, withChanges } from '../error';
import { type CallClass, createConcurrencyLimit, fromClass } from './concurrency';
import {
  afterOutcomes,
  afterRefusal,
  createRateState,
  type NoSlot,
  type Outcomes,
  type RateState,
  type Refusal,
  rateStateOf,
  reserve,
  type SharedStateStore,
  type Transition,
  yielded,
} from './shared-state';

/** A call as the limiter sees it. */
export type LimitedCall = { callClass: CallClass; isRetry: boolean };

export type Limiter = {
  /**
   * Runs the work when its class may send, at most a few seconds from now.
   *
   * @throws {ServiceError} `rate-limited` with `reached: 'no'` and `retryAfterMs` if the wait is longer, or
   * too many retries have failed lately; `unavailable` with `reached: 'no'` if the shared state cannot be
   * reached; and any error of the work
   */
  run<T>(call: LimitedCall, work: () => Promise<T>): Promise<T>;
};

type Deps = {
  sharedState: SharedStateStore;
  now: () => Date;
  random: () => number;
  wait: (ms: number) => Promise<unknown>;
  log: Log;
};

const MAX_WAIT_MS = 3_000;
const MIN_RETRY_AFTER_MS = 500;
/** Delayed calls must not all retry in the same moment. */
const MAX_SPREAD_MS = 10_000;

/**
 * Keeps all processes of the desk together within a rate limit that the service does not publish. Classes are
 * served in the order of `CALL_CLASSES`; a 429 pauses its class everywhere and slows it and the less
 * urgent ones.
 */
export function createLimiter({ sharedState, now, random, wait, log }: Deps): Limiter {
  const clock = () => now().getTime();
  const concurrency = createConcurrencyLimit(wait);
  const pending: Record<CallClass, PendingOutcomes> = {
    interactive: createPendingOutcomes(),
    background: createPendingOutcomes(),
    sweep: createPendingOutcomes(),
  };

  /**
   * Changes the shared state of a class, after adding the outcomes of this process's calls since the last
   * update.
   */
  async function step<Result>(
    callClass: CallClass,
    move: (state: RateState) => Transition<RateState, Result>,
  ): Promise<Result> {
    const at = clock();
    const taken = pending[callClass].take();
    try {
      return await sharedState.step(rateStateOf(callClass), (known) =>
        move(taken.applyTo(known ?? createRateState(callClass, at), at)),
      );
    } catch (error) {
      taken.restore();
      throw error;
    }
  }

  /** Waits for a slot; returns the number of refusals at the time it was given. */
  async function waitForSlot({ callClass, isRetry }: LimitedCall, deadline: number): Promise<number> {
    for (;;) {
      const at = clock();
      const timeoutMs = Math.max(0, deadline - at);
      const slot = await step(callClass, (state) => reserve(state, { now: at, isRetry, timeoutMs }));
      if (slot.kind === 'none') throw notNow(callClass, slot);
      if (slot.waitMs === 0) return slot.refusals;
      await wait(slot.waitMs);
      const state = await sharedState.read(rateStateOf(callClass));
      if (state?.refusals === slot.refusals) return slot.refusals;
    }
  }

  function notNow(callClass: CallClass, { reason, waitMs }: NoSlot): ServiceError {
    const spread = random() * Math.min(waitMs, MAX_SPREAD_MS);
    const retryAfterMs = Math.max(MIN_RETRY_AFTER_MS, Math.round(waitMs + spread));
    const why = reason === 'budget' ? 'too many retries have failed' : 'no call may go out within seconds';
    return new ServiceError('rate-limited', `${callClass}: ${why}`, {
      step: 'desk',
      retryAfterMs,
      // Only retries have a budget: first tries may still be sent.
      classRestsMs: reason === 'rate' ? waitMs : undefined,
      reached: 'no',
    });
  }

  /** Shares the refusal with all processes; returns how long the class pauses. */
  async function handleRefusal(callClass: CallClass, refusal: Refusal): Promise<number> {
    try {
      const paused = await step(callClass, (state) => afterRefusal(state, refusal));
      log.warn('service.rate-limited', { class: callClass, ...paused });
      if (paused.isNew) await Promise.all(fromClass(callClass).slice(1).map(yieldClass));
      return paused.pauseMs;
    } catch {
      // The call has ended, and the caller must get its result. The refusal is shared before the next call.
      log.warn('service.pause-not-stored', { class: callClass });
      pending[callClass].deferRefusal(refusal);
      return refusal.requestedMs ?? MIN_RETRY_AFTER_MS;
    }
  }

  /** A class that misses this slows down on its own 429. */
  async function yieldClass(callClass: CallClass): Promise<void> {
    const at = clock();
    await step(callClass, (state) => ({ state: yielded(state, at), result: undefined })).catch(() => {});
  }

  /** Runs the work, and records its outcome. */
  async function runAndRecord<T>(
    { callClass, isRetry, slotRefusals }: LimitedCall & { slotRefusals: number },
    work: () => Promise<T>,
  ): Promise<T> {
    const outcomes = pending[callClass];
    try {
      const result = await work();
      outcomes.record({ isRetry, outcome: 'success' });
      return result;
    } catch (error) {
      // A failure before the call used up no call.
      if (!(error instanceof ServiceError) || error.step !== 'call') throw error;
      outcomes.record({ isRetry, outcome: error.kind === 'refused' ? 'success' : 'failure' });
      if (error.status !== 429) throw error;
      const refusal = { now: clock(), slotRefusals, requestedMs: error.retryAfterMs, chance: random() };
      const pauseMs = await handleRefusal(callClass, refusal);
      throw withChanges(error, { retryAfterMs: pauseMs, classRestsMs: pauseMs });
    }
  }

  return {
    async run(call, work) {
      const deadline = clock() + MAX_WAIT_MS;
      const release = await concurrency.acquire(call.callClass, MAX_WAIT_MS);
      try {
        const slotRefusals = await waitForSlot(call, deadline);
        return await runAndRecord({ ...call, slotRefusals }, work);
      } finally {
        release();
      }
    },
  };
}

/**
 * The outcomes of this process's calls in one class since the last update of the shared state. Writing them
 * with the next call's slot saves one write per call; losing them when a process dies does no harm.
 */
type PendingOutcomes = {
  record(end: { isRetry: boolean; outcome: 'success' | 'failure' }): void;
  /** Keeps a 429 that could not be shared immediately. */
  deferRefusal(refusal: Refusal): void;
  /** Removes everything, to be applied or restored. */
  take(): { applyTo(state: RateState, now: number): RateState; restore(): void };
};

const NONE: Outcomes = { successes: 0, deposits: 0, failedRetries: 0 };

function createPendingOutcomes(): PendingOutcomes {
  let outcomes = NONE;
  let refusals: Refusal[] = [];

  function add({ successes, deposits, failedRetries }: Outcomes): void {
    outcomes = {
      successes: outcomes.successes + successes,
      deposits: outcomes.deposits + deposits,
      failedRetries: outcomes.failedRetries + failedRetries,
    };
  }

  return {
    record({ isRetry, outcome }) {
      add({
        successes: Number(outcome === 'success'),
        deposits: Number(!isRetry || outcome === 'success'),
        failedRetries: Number(isRetry && outcome === 'failure'),
      });
    },
    deferRefusal(refusal) {
      refusals.push(refusal);
    },
    take() {
      const taken = { outcomes, refusals };
      outcomes = NONE;
      refusals = [];
      return {
        applyTo: (state, now) =>
          taken.refusals.reduce(
            (before, refusal) => afterRefusal(before, refusal).state,
            afterOutcomes(state, { now, ...taken.outcomes }),
          ),
        restore() {
          add(taken.outcomes);
          refusals = [...taken.refusals, ...refusals];
        },
      };
    },
  };
}
