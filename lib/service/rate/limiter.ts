import 'server-only';
import type { Log } from '@/lib/core/log';
import { ServiceError, withChanges } from '../error';
import { type CallClass, fromClass } from './call-class';
import { createPlaces } from './concurrency';
import { createTally, type Tally } from './pending-outcomes';
import {
  givenWay,
  type Lane,
  laneGate,
  type NoSlot,
  type Refusal,
  refused,
  reserve,
  startLane,
} from './rate-state';
import type { SharedStateStore } from './shared-state';

/** A call as the limiter sees it. */
export type LimitedCall = { callClass: CallClass; isRetry: boolean };

export type Limiter = {
  /**
   * Runs the work when its class may go, at most a few seconds from now.
   *
   * @throws {ServiceError} `rate-limited` with `reached: 'no'` and `retryAfterMs` if that is not soon, or too
   * many retries have failed lately; `unavailable` with `reached: 'no'` if the processes cannot agree; and
   * whatever the work throws
   */
  run<T>(turn: LimitedCall, work: () => Promise<T>): Promise<T>;
};

type Deps = {
  sharedState: SharedStateStore;
  now: () => Date;
  random: () => number;
  wait: (ms: number) => Promise<unknown>;
  log: Log;
};

const LONGEST_WAIT_MS = 3_000;
const SHORTEST_REST_MS = 500;
/** Those told to come back later must not all come back at once. */
const LARGEST_SPREAD_MS = 10_000;

/**
 * Keeps the desk, all its processes together, within a rate the service does not tell. Classes are served
 * `create > refresh > sweep`; a 429 pauses its class everywhere and slows it and the less urgent ones.
 */
export function createLimiter({ sharedState, now, random, wait, log }: Deps): Limiter {
  const clock = () => now().getTime();
  const places = createPlaces(wait);
  const tallies: Record<CallClass, Tally> = {
    create: createTally(),
    refresh: createTally(),
    sweep: createTally(),
  };

  /** Moves the shared state of a class, telling it first how the calls of this process ended since. */
  async function step<Result>(
    callClass: CallClass,
    move: (lane: Lane) => { state: Lane; result: Result },
  ): Promise<Result> {
    const at = clock();
    const tally = tallies[callClass].take();
    try {
      return await sharedState.step(laneGate(callClass), (known) =>
        move(tally.tell(known ?? startLane(callClass, at), at)),
      );
    } catch (error) {
      tally.giveBack();
      throw error;
    }
  }

  /** Waits for a slot; answers the count of refusals it was given at. */
  async function slotFor({ callClass, isRetry }: LimitedCall, deadline: number): Promise<number> {
    for (;;) {
      const at = clock();
      const patienceMs = Math.max(0, deadline - at);
      const slot = await step(callClass, (lane) => reserve(lane, { now: at, isRetry, patienceMs }));
      if (slot.kind === 'none') throw notNow(callClass, slot);
      if (slot.waitMs === 0) return slot.refusals;
      await wait(slot.waitMs);
      const lane = await sharedState.read(laneGate(callClass));
      if (lane?.refusals === slot.refusals) return slot.refusals;
    }
  }

  function notNow(callClass: CallClass, { reason, waitMs }: NoSlot): ServiceError {
    const spread = random() * Math.min(waitMs, LARGEST_SPREAD_MS);
    const retryAfterMs = Math.max(SHORTEST_REST_MS, Math.round(waitMs + spread));
    const why = reason === 'budget' ? 'too many retries have failed' : 'no call may go out within seconds';
    return new ServiceError('rate-limited', `${callClass}: ${why}`, {
      step: 'desk',
      retryAfterMs,
      // Only retries have a budget: a first try may go all the while.
      classRestsMs: reason === 'pace' ? waitMs : undefined,
      reached: 'no',
    });
  }

  /** Answers how long the class rests. */
  async function holdBack(callClass: CallClass, refusal: Refusal): Promise<number> {
    try {
      const told = await step(callClass, (lane) => refused(lane, refusal));
      log.warn('service.rate-limited', { class: callClass, ...told });
      if (told.isNews) await Promise.all(fromClass(callClass).slice(1).map(giveWay));
      return told.restMs;
    } catch {
      // The call has ended, and its end is what the caller must hear. Before the next one this is told.
      log.warn('service.pause-not-stored', { class: callClass });
      tallies[callClass].owe(refusal);
      return refusal.askedMs ?? SHORTEST_REST_MS;
    }
  }

  /** A class that does not hear of it finds out by a 429 of its own. */
  async function giveWay(callClass: CallClass): Promise<void> {
    const at = clock();
    const move = (lane: Lane) => ({ state: givenWay(lane, at), result: undefined });
    await step(callClass, move).catch(() => undefined);
  }

  async function counted<T>(
    { callClass, isRetry, slotRefusals }: LimitedCall & { slotRefusals: number },
    work: () => Promise<T>,
  ): Promise<T> {
    const tally = tallies[callClass];
    try {
      const result = await work();
      tally.note({ isRetry, outcome: 'success' });
      return result;
    } catch (error) {
      // What our own side stopped was no call.
      if (!(error instanceof ServiceError) || error.step !== 'call') throw error;
      tally.note({ isRetry, outcome: error.kind === 'refused' ? 'success' : 'failure' });
      if (error.status !== 429) throw error;
      const refusal = { now: clock(), slotRefusals, askedMs: error.retryAfterMs, chance: random() };
      const restMs = await holdBack(callClass, refusal);
      throw withChanges(error, { retryAfterMs: restMs, classRestsMs: restMs });
    }
  }

  return {
    async run(turn, work) {
      const deadline = clock() + LONGEST_WAIT_MS;
      const leave = await places.enter(turn.callClass, LONGEST_WAIT_MS);
      try {
        const slotRefusals = await slotFor(turn, deadline);
        return await counted({ ...turn, slotRefusals }, work);
      } finally {
        leave();
      }
    },
  };
}
