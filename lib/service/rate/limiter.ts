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
   * Runs the work when its class may go, at most a few seconds from now.
   *
   * @throws {ServiceError} `rate-limited` with `reached: 'no'` and `retryAfterMs` if that is not soon, or too
   * many retries have failed lately; `unavailable` with `reached: 'no'` if the shared state cannot be reached; and
   * whatever the work throws
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
/** Calls that must come back later must not all come back at once. */
const MAX_SPREAD_MS = 10_000;

/**
 * Keeps all processes of the desk together within a rate that the service does not publish. Classes are served in the
 * order create, refresh, sweep; a 429 pauses its class everywhere and slows it and the less urgent ones.
 */
export function createLimiter({ sharedState, now, random, wait, log }: Deps): Limiter {
  const clock = () => now().getTime();
  const concurrency = createConcurrencyLimit(wait);
  const pending: Record<CallClass, PendingOutcomes> = {
    create: createPendingOutcomes(),
    refresh: createPendingOutcomes(),
    sweep: createPendingOutcomes(),
  };

  /** Changes the shared state of a class, adding first how this process's calls ended since the last time. */
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

  /** Waits for a slot; returns the count of refusals it was given at. */
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
      // Only retries have a budget: a first try may go all the while.
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
      // The call has ended, and the caller must learn how. The refusal is shared before the next call.
      log.warn('service.pause-not-stored', { class: callClass });
      pending[callClass].deferRefusal(refusal);
      return refusal.requestedMs ?? MIN_RETRY_AFTER_MS;
    }
  }

  /** A class that misses this finds out by a 429 of its own. */
  async function yieldClass(callClass: CallClass): Promise<void> {
    const at = clock();
    await step(callClass, (state) => ({ state: yielded(state, at), result: undefined })).catch(() => {});
  }

  /** Runs the work, and records how it ended. */
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
      // What failed before the call cost no call.
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
 * How this process's calls of one class ended since the shared state was last updated. Writing them with the next
 * call's slot saves a write per call; what a dying process did not share is no loss.
 */
type PendingOutcomes = {
  record(end: { isRetry: boolean; outcome: 'success' | 'failure' }): void;
  /** Keeps a 429 that could not be shared at once. */
  deferRefusal(refusal: Refusal): void;
  /** Takes out everything, to be applied or restored. */
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
