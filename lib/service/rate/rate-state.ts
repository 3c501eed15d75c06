import 'server-only';
import { z } from 'zod';
import type { CallClass } from './call-class';
import { budgetSchema, retryIn, settled, startBudget } from './retry-budget';
import type { SharedState, Transition } from './shared-state';
import { halve, paceSchema, quicken, restUntil, slacken, startPace, take, waitFor } from './token-bucket';

/** What all processes share about one class of calls. */
const laneSchema = z.object({
  pace: paceSchema,
  budget: budgetSchema,
  /** 429s so far. A slot given before one is void after it. */
  refusals: z.int().nonnegative(),
  /** `refusals` when the pace was last halved: calls sent before that and refused too tell nothing new. */
  halvedAt: z.int().nonnegative(),
  /** 429s since the last success. */
  inARow: z.int().nonnegative(),
});

export type Lane = z.infer<typeof laneSchema>;

/** How calls ended since the shared state was last told; deposits are first tries and successes. */
export type Ended = { successes: number; failedRetries: number; deposits: number };

/** A 429, to a call whose slot was given at `slotRefusals`. */
export type Refusal = { now: number; slotRefusals: number; askedMs?: number; chance: number };

/** A place in the row: the call goes out after `waitMs`, unless the count of refusals has moved by then. */
export type Slot = { kind: 'slot'; waitMs: number; refusals: number };
export type NoSlot = { kind: 'none'; reason: 'pace' | 'budget'; waitMs: number };

const START_PER_SECOND = { create: 10, refresh: 8, sweep: 4 } as const satisfies Record<CallClass, number>;
const FIRST_BACK_OFF_MS = 1_000;
const LONGEST_BACK_OFF_MS = 60_000;
const SHORTEST_REST_MS = 500;

export function laneGate(callClass: CallClass): SharedState<Lane> {
  return { name: `calls.${callClass}`, schema: laneSchema };
}

export function startLane(callClass: CallClass, now: number): Lane {
  const pace = startPace(START_PER_SECOND[callClass], now);
  return { pace, budget: startBudget(now), refusals: 0, halvedAt: 0, inARow: 0 };
}

/** Takes the next slot, unless it is further away than `patienceMs`; then nothing is taken. */
export function reserve(
  lane: Lane,
  { now, isRetry, patienceMs }: { now: number; isRetry: boolean; patienceMs: number },
): Transition<Lane, Slot | NoSlot> {
  const retryMs = isRetry ? retryIn(lane.budget, now) : 0;
  if (retryMs > 0) return { state: lane, result: { kind: 'none', reason: 'budget', waitMs: retryMs } };
  const waitMs = waitFor(lane.pace, now);
  if (waitMs > patienceMs) return { state: lane, result: { kind: 'none', reason: 'pace', waitMs } };
  const state = { ...lane, pace: take(lane.pace, now) };
  return { state, result: { kind: 'slot', waitMs, refusals: lane.refusals } };
}

/** After calls that were not refused by a limit. */
export function learned(lane: Lane, { now, ...ended }: Ended & { now: number }): Lane {
  let { pace } = lane;
  for (let count = 0; count < ended.successes; count += 1) pace = quicken(pace, now);
  const inARow = ended.successes > 0 ? 0 : lane.inARow;
  return { ...lane, pace, inARow, budget: settled(lane.budget, { now, ...ended }) };
}

/**
 * After a 429: the class rests as long as the service asks
 * for, or by chance (full jitter, or all processes would come back together). Calls that were under way
 * together and are all refused tell one thing, so they halve the pace once.
 */
export function refused(
  lane: Lane,
  { now, slotRefusals, askedMs, chance }: Refusal,
): Transition<Lane, { restMs: number; isNews: boolean; perSecond: number }> {
  const restMs = askedMs ?? backOff(lane.inARow, chance);
  const isNews = slotRefusals >= lane.halvedAt;
  const refusals = lane.refusals + 1;
  const pace = restUntil(isNews ? halve(lane.pace) : lane.pace, { until: now + restMs, now });
  const halvedAt = isNews ? refusals : lane.halvedAt;
  const state = { ...lane, pace, refusals, halvedAt, inARow: lane.inARow + 1 };
  return { state, result: { restMs, isNews, perSecond: pace.perSecond } };
}

/** After a 429 to a more urgent class: this one gives way. */
export function givenWay(lane: Lane, now: number): Lane {
  const refusals = lane.refusals + 1;
  const pace = restUntil(slacken(lane.pace), { until: now, now });
  return { ...lane, pace, refusals, halvedAt: refusals };
}

function backOff(inARow: number, chance: number): number {
  const longest = Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** (inARow + 1));
  return Math.max(SHORTEST_REST_MS, Math.round(chance * longest));
}
