import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  admit,
  afterFailure,
  afterNothing,
  afterSuccess,
  type Breaker,
  breakerSchema,
  CLOSED,
  type FailureReason,
  type Passage,
  passed,
} from './circuit-breaker';

const CALL: Passage = { as: 'call' };

function failing(times: number, reason: FailureReason = 'unavailable', retryAfterMs?: number): Breaker {
  const fail = (state: Breaker) => afterFailure(state, { passage: CALL, reason, now: 1000, retryAfterMs });
  return Array.from({ length: times }).reduce<Breaker>(fail, CLOSED);
}

/** The state with its probe under way, and the probe. */
function probing(state: Breaker, now: number) {
  const passage = admit(state, now);
  if (passage.as !== 'probe') throw new Error(`not a probe but a ${passage.as}`);
  return { passage, state: passed(state, passage) };
}

describe('a service that is down', () => {
  it('is asked until it failed five times in a row', () => {
    expect(admit(failing(4), 1000)).toEqual({ as: 'call' });
    const refusal = { as: 'refusal', reason: 'unavailable', retryAfterMs: 10_000 };
    expect(admit(failing(5), 1000)).toEqual(refusal);
    const again = afterSuccess(failing(4), CALL);
    expect(admit(afterFailure(again, { passage: CALL, reason: 'unavailable', now: 1000 }), 1000)).toEqual({
      as: 'call',
    });
  });

  it('takes no second write that may be lost before a read has shown that it is there', () => {
    const doubt = { passage: CALL, reason: 'unavailable', now: 1000, isDoubtful: true } as const;
    const state = afterFailure(CLOSED, doubt);
    const { passage, state: asked } = probing(state, 1000);
    expect(admit(asked, 1000)).toMatchObject({ as: 'refusal' });
    expect(admit(afterSuccess(asked, passage), 1001)).toEqual({ as: 'call' });
  });

  it('is probed by one call after a while, and by no other meanwhile', () => {
    const { passage, state } = probing(failing(5), 11_000);
    expect(admit(state, 11_001)).toMatchObject({ as: 'refusal' });
    expect(admit(afterSuccess(state, passage), 11_002)).toEqual({ as: 'call' });
    expect(admit(afterNothing(state, passage), 11_002)).toMatchObject({ as: 'probe' });
    const failed = afterFailure(state, { passage, reason: 'unavailable', now: 12_000 });
    expect(admit(failed, 12_001)).toMatchObject({ as: 'refusal', retryAfterMs: 9_999 });
  });

  it('is probed again if a probe never ends; what that one learns late decides nothing', () => {
    const lost = probing(failing(5), 11_000);
    const { state } = probing(lost.state, 41_000);
    const late = afterFailure(state, { passage: lost.passage, reason: 'unavailable', now: 41_500 });
    expect(admit(afterNothing(late, lost.passage), 41_501)).toMatchObject({ as: 'refusal' });
    expect(late.probeUntil).toBe(state.probeUntil);
  });

  it('is not taken for well by the answer to a call from before', () => {
    expect(admit(afterSuccess(failing(5), CALL), 1001)).toMatchObject({ as: 'refusal' });
  });

  it('rests as long as it asked for', () => {
    const state = afterFailure(failing(4), {
      passage: CALL,
      reason: 'unavailable',
      now: 1000,
      retryAfterMs: 120_000,
    });
    expect(admit(state, 1000)).toMatchObject({ retryAfterMs: 120_000 });
  });
});

describe('a service that does not take the key', () => {
  it('is left alone for a minute at once after a 401, which comes after one renewal', () => {
    const refusal = { as: 'refusal', reason: 'unauthorized', retryAfterMs: 60_000 };
    expect(admit(failing(1, 'unauthorized'), 1000)).toEqual(refusal);
  });

  it('with 403 is asked three times: it may be one record that we may not see', () => {
    expect(admit(failing(2, 'forbidden'), 1000)).toEqual({ as: 'call' });
    expect(admit(failing(3, 'forbidden'), 1000)).toMatchObject({ as: 'refusal', retryAfterMs: 60_000 });
  });
});

const reasons = fc.constantFrom<FailureReason>('unavailable', 'unauthorized', 'forbidden');
const events = fc.array(
  fc.record({
    passed: fc.nat(40_000),
    /** How many calls ask to pass at this moment. */
    callers: fc.integer({ min: 1, max: 4 }),
    outcome: fc.oneof(reasons, fc.constantFrom('answer' as const, 'nothing' as const, 'lost' as const)),
  }),
  { maxLength: 60 },
);

type Outcome = FailureReason | 'answer' | 'nothing' | 'lost';

function ended(
  state: Breaker,
  { passage, outcome, now }: { passage: Passage; outcome: Outcome; now: number },
) {
  if (outcome === 'lost') return state;
  if (outcome === 'answer') return afterSuccess(state, passage);
  if (outcome === 'nothing') return afterNothing(state, passage);
  return afterFailure(state, { passage, reason: outcome, now });
}

it('lets one probe at a time through an open circuit, and never stays shut for ever', () => {
  fc.assert(
    fc.property(events, (moments) => {
      let state = CLOSED;
      let now = 1;
      for (const moment of moments) {
        now += moment.passed;
        const wasOpen = state.openUntil !== 0;
        const admitted: Passage[] = [];
        for (let caller = 0; caller < moment.callers; caller += 1) {
          const passage = admit(state, now);
          if (passage.as === 'refusal') continue;
          state = passed(state, passage);
          admitted.push(passage);
        }
        if (wasOpen) expect(admitted.length).toBeLessThanOrEqual(1);
        for (const passage of admitted) state = ended(state, { passage, outcome: moment.outcome, now });
        expect(breakerSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
      }
      expect(admit(state, now + 60_000).as).not.toBe('refusal');
    }),
  );
});

it('asks a service that rejects the key at most once a minute, whoever calls', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5_000), { minLength: 1, maxLength: 200 }), (gaps) => {
      let state = failing(1, 'unauthorized');
      let now = 1000;
      const asked: number[] = [];
      for (const gap of gaps) {
        now += gap;
        const passage = admit(state, now);
        if (passage.as === 'refusal') continue;
        asked.push(now);
        state = afterFailure(passed(state, passage), { passage, reason: 'unauthorized', now });
      }
      expect(asked.length).toBeLessThanOrEqual((now - 1000) / 60_000);
    }),
  );
});

it('is not shut by a clock that was an hour ahead', () => {
  const state = afterFailure(failing(4), { passage: CALL, reason: 'unavailable', now: 3_600_000 });
  expect(admit(state, 1000).as).toBe('probe');
});
