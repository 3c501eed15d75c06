import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Admission,
  admit,
  afterAdmission,
  afterFailure,
  afterInconclusive,
  afterSuccess,
  type BreakerState,
  breakerStateSchema,
  CLOSED,
  type FailureReason,
} from './circuit-breaker';

const CALL: Admission = { as: 'call' };

function failing(times: number, reason: FailureReason = 'unavailable', retryAfterMs?: number): BreakerState {
  const fail = (state: BreakerState) =>
    afterFailure(state, { admission: CALL, reason, now: 1000, retryAfterMs });
  return Array.from({ length: times }).reduce<BreakerState>(fail, CLOSED);
}

/** The state during a probe, and the probe. */
function probing(state: BreakerState, now: number) {
  const admission = admit(state, now);
  if (admission.as !== 'probe') throw new Error(`not a probe but a ${admission.as}`);
  return { admission, state: afterAdmission(state, admission) };
}

describe('a service that is down', () => {
  it('is called until five failures in a row', () => {
    expect(admit(failing(4), 1000)).toEqual({ as: 'call' });
    const rejection = { as: 'rejection', reason: 'unavailable', retryAfterMs: 10_000 };
    expect(admit(failing(5), 1000)).toEqual(rejection);
    const again = afterSuccess(failing(4), CALL);
    expect(admit(afterFailure(again, { admission: CALL, reason: 'unavailable', now: 1000 }), 1000)).toEqual({
      as: 'call',
    });
  });

  it('accepts no second ambiguous write until a read succeeds', () => {
    const ambiguous = { admission: CALL, reason: 'unavailable', now: 1000, isAmbiguous: true } as const;
    const state = afterFailure(CLOSED, ambiguous);
    const { admission, state: asked } = probing(state, 1000);
    expect(admit(asked, 1000)).toMatchObject({ as: 'rejection' });
    expect(admit(afterSuccess(asked, admission), 1001)).toEqual({ as: 'call' });
  });

  it('is probed by one call after a while, and by no other in the meantime', () => {
    const { admission, state } = probing(failing(5), 11_000);
    expect(admit(state, 11_001)).toMatchObject({ as: 'rejection' });
    expect(admit(afterSuccess(state, admission), 11_002)).toEqual({ as: 'call' });
    expect(admit(afterInconclusive(state, admission), 11_002)).toMatchObject({ as: 'probe' });
    const failed = afterFailure(state, { admission, reason: 'unavailable', now: 12_000 });
    expect(admit(failed, 12_001)).toMatchObject({ as: 'rejection', retryAfterMs: 9_999 });
  });

  it('is probed again if a probe never ends; the late result of the first one is ignored', () => {
    const lost = probing(failing(5), 11_000);
    const { state } = probing(lost.state, 41_000);
    const late = afterFailure(state, { admission: lost.admission, reason: 'unavailable', now: 41_500 });
    expect(admit(afterInconclusive(late, lost.admission), 41_501)).toMatchObject({ as: 'rejection' });
    expect(late.probeUntil).toBe(state.probeUntil);
  });

  it('is not considered up because an earlier call succeeds', () => {
    expect(admit(afterSuccess(failing(5), CALL), 1001)).toMatchObject({ as: 'rejection' });
  });

  it('is paused for as long as it requests', () => {
    const state = afterFailure(failing(4), {
      admission: CALL,
      reason: 'unavailable',
      now: 1000,
      retryAfterMs: 120_000,
    });
    expect(admit(state, 1000)).toMatchObject({ retryAfterMs: 120_000 });
  });
});

describe('a service that refuses the key', () => {
  it('is paused for a minute immediately after a 401, which follows one renewal', () => {
    const rejection = { as: 'rejection', reason: 'unauthorized', retryAfterMs: 60_000 };
    expect(admit(failing(1, 'unauthorized'), 1000)).toEqual(rejection);
  });

  it('with a 403 is called three times: one record may be forbidden', () => {
    expect(admit(failing(2, 'forbidden'), 1000)).toEqual({ as: 'call' });
    expect(admit(failing(3, 'forbidden'), 1000)).toMatchObject({ as: 'rejection', retryAfterMs: 60_000 });
  });
});

const reasons = fc.constantFrom<FailureReason>('unavailable', 'unauthorized', 'forbidden');
const events = fc.array(
  fc.record({
    passed: fc.nat(40_000),
    /** How many calls arrive in this moment. */
    callers: fc.integer({ min: 1, max: 4 }),
    outcome: fc.oneof(reasons, fc.constantFrom('answer' as const, 'nothing' as const, 'lost' as const)),
  }),
  { maxLength: 60 },
);

type Outcome = FailureReason | 'answer' | 'nothing' | 'lost';

function ended(
  state: BreakerState,
  { admission, outcome, now }: { admission: Admission; outcome: Outcome; now: number },
) {
  if (outcome === 'lost') return state;
  if (outcome === 'answer') return afterSuccess(state, admission);
  if (outcome === 'nothing') return afterInconclusive(state, admission);
  return afterFailure(state, { admission, reason: outcome, now });
}

it('allows one probe at a time through an open circuit, and never stays open permanently', () => {
  fc.assert(
    fc.property(events, (moments) => {
      let state = CLOSED;
      let now = 1;
      for (const moment of moments) {
        now += moment.passed;
        const wasOpen = state.openUntil !== 0;
        const admitted: Admission[] = [];
        for (let caller = 0; caller < moment.callers; caller += 1) {
          const admission = admit(state, now);
          if (admission.as === 'rejection') continue;
          state = afterAdmission(state, admission);
          admitted.push(admission);
        }
        if (wasOpen) expect(admitted.length).toBeLessThanOrEqual(1);
        for (const admission of admitted) state = ended(state, { admission, outcome: moment.outcome, now });
        expect(breakerStateSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
      }
      expect(admit(state, now + 60_000).as).not.toBe('rejection');
    }),
  );
});

it('calls a service that rejects the key at most once a minute, across all callers', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5_000), { minLength: 1, maxLength: 200 }), (gaps) => {
      let state = failing(1, 'unauthorized');
      let now = 1000;
      const asked: number[] = [];
      for (const gap of gaps) {
        now += gap;
        const admission = admit(state, now);
        if (admission.as === 'rejection') continue;
        asked.push(now);
        state = afterFailure(afterAdmission(state, admission), { admission, reason: 'unauthorized', now });
      }
      expect(asked.length).toBeLessThanOrEqual((now - 1000) / 60_000);
    }),
  );
});

it('is not kept open by a clock that was an hour ahead', () => {
  const state = afterFailure(failing(4), { admission: CALL, reason: 'unavailable', now: 3_600_000 });
  expect(admit(state, 1000).as).toBe('probe');
});
