import { describe, expect, it } from 'vitest';
import {
  afterOutcomes,
  afterRefusal,
  createRateState,
  type RateState,
  rateStateOf,
  reserve,
  yielded,
} from './shared-state';

const initial = createRateState('background', 0);
const take = (from: RateState, now = 0) => reserve(from, { now, isRetry: false, timeoutMs: 3_000 });
const refuse = (
  from: RateState,
  given: { now?: number; slotRefusals?: number; requestedMs?: number; chance?: number },
) => afterRefusal(from, { now: 0, slotRefusals: from.refusals, chance: 0.5, ...given });

describe('a 429', () => {
  it('counts once for all calls that were under way together', () => {
    const first = refuse(initial, { requestedMs: 1_000 });
    expect(first.result).toMatchObject({ pauseMs: 1_000, isNew: true, perSecond: 4 });
    const second = refuse(first.state, { slotRefusals: 0, requestedMs: 1_000 });
    expect(second.result).toMatchObject({ isNew: false, perSecond: 4 });
    expect(refuse(second.state, { now: 5_000 }).result).toMatchObject({ isNew: true, perSecond: 2 });
  });

  it('increments the count that invalidates waiting slots', () => {
    const slot = take(initial).result;
    const { state } = refuse(initial, {});
    expect(slot).toMatchObject({ kind: 'slot', refusals: 0 });
    expect(state.refusals).toBe(1);
    expect(yielded(state, 0).refusals).toBe(2);
  });

  it('that asks for less than an earlier one does not shorten the pause', () => {
    const long = refuse(initial, { requestedMs: 60_000 }).state;
    const both = refuse(long, { slotRefusals: 0, requestedMs: 1_000 }).state;
    expect(take(both, 30_000).result).toEqual({ kind: 'none', reason: 'rate', waitMs: 30_000 });
  });

  it.each([
    [0, 500],
    [0.5, 1_000],
    [0.999, 1_998],
  ])('without a time pauses for a random time (%d: %d ms)', (chance, pauseMs) => {
    expect(refuse(initial, { chance }).result.pauseMs).toBe(pauseMs);
  });

  it('without a time pauses longer each time, up to a minute, until a call succeeds', () => {
    let state = initial;
    for (let count = 0; count < 2_000; count += 1) state = refuse(state, { chance: 1 }).state;
    expect(refuse(state, { chance: 1 }).result.pauseMs).toBe(60_000);
    const well = afterOutcomes(state, { now: 0, successes: 1, deposits: 1, failedRetries: 0 });
    expect(refuse(well, { chance: 1 }).result.pauseMs).toBe(2_000);
  });
});

it('a class that yields immediately halves its pace', () => {
  const { state, result } = take(yielded(initial, 0));
  expect(result).toMatchObject({ kind: 'slot', waitMs: 0 });
  expect(state.bucket.perSecond).toBe(4);
});

it('a retry without budget takes no slot', () => {
  const spent = afterOutcomes(initial, { now: 0, successes: 0, deposits: 0, failedRetries: 12 });
  expect(reserve(spent, { now: 0, isRetry: true, timeoutMs: 3_000 })).toEqual({
    state: spent,
    result: { kind: 'none', reason: 'budget', waitMs: 15_000 },
  });
  expect(take(spent).result).toMatchObject({ kind: 'slot' });
});

it('every state survives JSON unchanged', () => {
  const states = [initial, take(initial).state, refuse(initial, {}).state, yielded(initial, 5)];
  for (const state of states) {
    expect(rateStateOf('background').schema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
  }
});
