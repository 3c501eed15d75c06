import 'server-only';
import { z } from 'zod';
import { ServiceError } from '../error';
import type { CallClass } from './concurrency';
import { afterCalls, budgetSchema, createBudget, retryIn } from './retry-budget';
import {
  backOff,
  createTokenBucket,
  halve,
  pauseUntil,
  speedUp,
  take,
  tokenBucketSchema,
  waitFor,
} from './token-bucket';

/** A small state shared by all processes of a desk. It must survive JSON: no infinity, no dates. */
export type SharedState<State> = { name: string; schema: z.ZodType<State> };

/** The new state, and the result for the caller. */
export type Transition<State, Result> = { state: State; result: Result };

/** The store of the shared states. */
export type SharedStateStore = {
  /**
   * Changes a state atomically. `move` must be pure: it may run several times. It gets undefined if there is
   * no state yet, or only one in an older format.
   */
  step<State, Result>(
    shared: SharedState<State>,
    move: (state: State | undefined) => Transition<State, Result>,
  ): Promise<Result>;
  read<State>(shared: SharedState<State>): Promise<State | undefined>;
};

/** An in-process store, for tests and tools. States pass through JSON, as in a database. */
export function memorySharedStateStore(): SharedStateStore {
  const states = new Map<string, string>();
  const known = <State>({ name, schema }: SharedState<State>) =>
    schema.safeParse(JSON.parse(states.get(name) ?? 'null')).data;
  return {
    step: async (shared, move) => {
      const { state, result } = move(known(shared));
      states.set(shared.name, JSON.stringify(state));
      return result;
    },
    read: async (shared) => known(shared),
  };
}

/**
 * The same store, failing with a ServiceError: without the shared state it is unknown whether a call may be
 * sent.
 */
export function failingFast(store: SharedStateStore): SharedStateStore {
  return {
    step: (shared, move) => store.step(shared, move).catch(throwUnavailable),
    read: (shared) => store.read(shared).catch(throwUnavailable),
  };
}

function throwUnavailable(cause: unknown): never {
  const message = 'not sent: the state that all processes share cannot be reached';
  throw new ServiceError('unavailable', message, { step: 'desk', reached: 'no', cause });
}

/** The shared state of one class of calls. */
const rateStateSchema = z.object({
  bucket: tokenBucketSchema,
  budget: budgetSchema,
  /** The number of 429s so far. A slot given before a 429 is void after it. */
  refusals: z.int().nonnegative(),
  /**
   * `refusals` when the rate was last halved: refusals of calls sent before that carry no new information.
   */
  halvedAt: z.int().nonnegative(),
  /** 429s since the last success. */
  inARow: z.int().nonnegative(),
});

export type RateState = z.infer<typeof rateStateSchema>;

/**
 * The outcomes of calls since the last update of the shared state; deposits are first tries and successes.
 */
export type Outcomes = { successes: number; failedRetries: number; deposits: number };

/** A 429 to a call whose slot was given at `slotRefusals`. */
export type Refusal = { now: number; slotRefusals: number; requestedMs?: number; chance: number };

/** The call is sent after `waitMs`, unless the count of refusals has changed by then. */
export type Slot = { kind: 'slot'; waitMs: number; refusals: number };
export type NoSlot = { kind: 'none'; reason: 'rate' | 'budget'; waitMs: number };

const START_PER_SECOND = { interactive: 10, background: 8, sweep: 4 } as const satisfies Record<
  CallClass,
  number
>;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
const MIN_PAUSE_MS = 500;

/** The shared state of one class: its name in the store, and its schema. */
export function rateStateOf(callClass: CallClass): SharedState<RateState> {
  return { name: `calls.${callClass}`, schema: rateStateSchema };
}

/** The state of a class before its first call. `now` in epoch milliseconds. */
export function createRateState(callClass: CallClass, now: number): RateState {
  const bucket = createTokenBucket(START_PER_SECOND[callClass], now);
  return { bucket, budget: createBudget(now), refusals: 0, halvedAt: 0, inARow: 0 };
}

/** Takes the next slot, unless it is further away than `timeoutMs`; then nothing is taken. */
export function reserve(
  state: RateState,
  { now, isRetry, timeoutMs }: { now: number; isRetry: boolean; timeoutMs: number },
): Transition<RateState, Slot | NoSlot> {
  const retryMs = isRetry ? retryIn(state.budget, now) : 0;
  if (retryMs > 0) return { state, result: { kind: 'none', reason: 'budget', waitMs: retryMs } };
  const waitMs = waitFor(state.bucket, now);
  if (waitMs > timeoutMs) return { state, result: { kind: 'none', reason: 'rate', waitMs } };
  return {
    state: { ...state, bucket: take(state.bucket, now) },
    result: { kind: 'slot', waitMs, refusals: state.refusals },
  };
}

/** Records calls that no limit refused. */
export function afterOutcomes(state: RateState, { now, ...outcomes }: Outcomes & { now: number }): RateState {
  let { bucket } = state;
  for (let count = 0; count < outcomes.successes; count += 1) bucket = speedUp(bucket, now);
  const inARow = outcomes.successes > 0 ? 0 : state.inARow;
  return { ...state, bucket, inARow, budget: afterCalls(state.budget, { now, ...outcomes }) };
}

/**
 * Records a 429: the class pauses as long as the service asks for, or for a random time (full jitter, so that
 * processes do not return in the same moment). Concurrent calls that are all refused count as one refusal, so
 * they halve the rate once.
 */
export function afterRefusal(
  state: RateState,
  { now, slotRefusals, requestedMs, chance }: Refusal,
): Transition<RateState, { pauseMs: number; isNew: boolean; perSecond: number }> {
  const pauseMs = requestedMs ?? pauseAfter(state.inARow, chance);
  const isNew = slotRefusals >= state.halvedAt;
  const refusals = state.refusals + 1;
  const bucket = pauseUntil(isNew ? halve(state.bucket) : state.bucket, { until: now + pauseMs, now });
  const halvedAt = isNew ? refusals : state.halvedAt;
  return {
    state: { ...state, bucket, refusals, halvedAt, inARow: state.inARow + 1 },
    result: { pauseMs, isNew, perSecond: bucket.perSecond },
  };
}

/** Records a 429 to a more urgent class: this one slows down too. */
export function yielded(state: RateState, now: number): RateState {
  const refusals = state.refusals + 1;
  const bucket = pauseUntil(backOff(state.bucket), { until: now, now });
  return { ...state, bucket, refusals, halvedAt: refusals };
}

function pauseAfter(inARow: number, chance: number): number {
  const maxMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (inARow + 1));
  return Math.max(MIN_PAUSE_MS, Math.round(chance * maxMs));
}
