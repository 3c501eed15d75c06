import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admit, afterFailure, afterNothing, afterSuccess, type Breaker, CLOSED } from './breaker';

const fail = (
  state: Breaker,
  now: number,
  reason: 'auth' | 'unavailable' = 'unavailable',
  retryAfterMs?: number,
) => afterFailure(state, { reason, now, retryAfterMs });

function failing(times: number, reason: 'auth' | 'unavailable' = 'unavailable'): Breaker {
  return Array.from({ length: times }).reduce<Breaker>((state) => fail(state, 1000, reason), CLOSED);
}

describe('a service that is down', () => {
  it('is asked until it failed five times in a row', () => {
    expect(admit(failing(4), 1000)).toEqual({ as: 'call' });
    expect(admit(failing(5), 1000)).toMatchObject({
      as: 'refusal',
      reason: 'unavailable',
      retryAfterMs: 10_000,
    });
    expect(admit(fail(afterSuccess(), 1000), 1000)).toEqual({ as: 'call' });
  });

  it('is probed by one call after a while, not by many', () => {
    const admission = admit(failing(5), 11_000);
    expect(admission.as).toBe('probe');
    if (admission.as !== 'probe') return;
    expect(admit(admission.state, 11_001)).toMatchObject({ as: 'refusal' });
    expect(admit(afterSuccess(), 11_002)).toEqual({ as: 'call' });
    expect(admit(fail(admission.state, 12_000), 12_001)).toMatchObject({
      as: 'refusal',
      retryAfterMs: 9_999,
    });
    expect(admit(afterNothing(admission.state), 11_002)).toMatchObject({ as: 'probe' });
  });

  it('is probed again if a probe never ends', () => {
    const admission = admit(failing(5), 11_000);
    if (admission.as !== 'probe') expect.unreachable();
    else expect(admit(admission.state, 31_000)).toMatchObject({ as: 'probe' });
  });

  it('rests as long as it asked for', () => {
    expect(admit(fail(failing(4), 1000, 'unavailable', 120_000), 1000)).toMatchObject({
      retryAfterMs: 120_000,
    });
  });
});

it('a service that does not take the key is left alone sooner and for a minute', () => {
  expect(admit(failing(2, 'auth'), 1000)).toEqual({ as: 'call' });
  expect(admit(failing(3, 'auth'), 1000)).toMatchObject({
    as: 'refusal',
    reason: 'auth',
    retryAfterMs: 60_000,
  });
});

it('never refuses for ever, whatever happened before', () => {
  const event = fc.record({
    passed: fc.nat(60_000),
    outcome: fc.constantFrom('auth' as const, 'unavailable' as const, 'ok' as const, 'nothing' as const),
  });
  fc.assert(
    fc.property(fc.array(event), (events) => {
      let state = CLOSED;
      let now = 1;
      for (const { passed, outcome } of events) {
        now += passed;
        const admission = admit(state, now);
        if (admission.as === 'refusal') continue;
        if (admission.as === 'probe') state = admission.state;
        if (outcome === 'ok') state = afterSuccess();
        else state = outcome === 'nothing' ? afterNothing(state) : fail(state, now, outcome);
      }
      expect(admit(state, now + 60_000).as).not.toBe('refusal');
    }),
  );
});
