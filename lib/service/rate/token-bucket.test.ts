import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createTokenBucket,
  halve,
  pauseUntil,
  speedUp,
  type TokenBucket,
  take,
  waitFor,
} from './token-bucket';

/** A token bucket whose initial burst is used up. */
const busy = (perSecond: number): TokenBucket => ({ ...createTokenBucket(perSecond, 0), tokens: 0 });

describe('the pace of a class', () => {
  it('allows a burst of one second’s worth, then one call after the other', () => {
    let bucket = createTokenBucket(4, 0);
    for (let call = 0; call < 4; call += 1) {
      expect(waitFor(bucket, 0)).toBe(0);
      bucket = take(bucket, 0);
    }
    expect(waitFor(bucket, 0)).toBe(250);
    bucket = take(bucket, 0);
    expect(waitFor(bucket, 0)).toBe(500);
    expect(waitFor(bucket, 250)).toBe(250);
  });

  it('after a pause starts with one call, and continues at its pace', () => {
    let bucket = pauseUntil(createTokenBucket(4, 0), { until: 2_000, now: 0 });
    expect(waitFor(bucket, 500)).toBe(1_500);
    bucket = take(bucket, 500);
    expect(waitFor(bucket, 500)).toBe(1_750);
    expect(waitFor(take(bucket, 500), 1_900)).toBe(600);
  });

  it('is unchanged by a pause shorter than it', () => {
    const bucket = pauseUntil(take(createTokenBucket(0.5, 0), 0), { until: 500, now: 0 });
    expect(waitFor(bucket, 0)).toBe(2_000);
  });

  it('never stops altogether and stays bounded', () => {
    let bucket = busy(8);
    for (let count = 0; count < 50; count += 1) bucket = halve(bucket);
    expect(bucket.perSecond).toBe(0.5);
    for (let call = 0; call < 5000; call += 1) bucket = speedUp(bucket, 0);
    expect(bucket.perSecond).toBe(50);
  });

  it('returns quickly to just below the last refusal, then rises slowly', () => {
    let bucket = halve(busy(10));
    expect(bucket).toMatchObject({ perSecond: 5, ceiling: 10 });
    for (let call = 0; call < 5; call += 1) bucket = speedUp(bucket, 0);
    expect(bucket.perSecond).toBeGreaterThan(8.5);
    for (let call = 0; call < 20; call += 1) bucket = speedUp(bucket, 0);
    expect(bucket.perSecond).toBeLessThan(10);
  });

  it('is not raised by calls that it did not hold back', () => {
    expect(speedUp(createTokenBucket(8, 0), 0).perSecond).toBe(8);
    expect(speedUp(busy(8), 400).perSecond).toBeGreaterThan(8);
    expect(speedUp(busy(8), 600).perSecond).toBe(8);
  });

  it('forgets a ceiling that no longer applies', () => {
    let bucket = halve(busy(1));
    for (let call = 0; call < 400; call += 1) bucket = speedUp(bucket, 0);
    expect(bucket.perSecond).toBeGreaterThan(10);
  });
});

const start = fc.record({
  perSecond: fc.double({ min: 0.5, max: 50, noNaN: true }),
  steps: fc.array(
    fc.record({
      passed: fc.nat(3_000),
      restMs: fc.option(fc.oneof(fc.nat(2_000), fc.nat(20_000)), { freq: 8 }),
    }),
  ),
});

/** When each call is sent if all slots are taken immediately, and the pauses the service requested. */
function run({
  perSecond,
  steps,
}: {
  perSecond: number;
  steps: { passed: number; restMs: number | null }[];
}) {
  let bucket: TokenBucket = createTokenBucket(perSecond, 0);
  let now = 0;
  const rests: { from: number; until: number }[] = [];
  let going: number[] = [];
  for (const { passed, restMs } of steps) {
    now += passed;
    if (restMs !== null) {
      // Calls with an unused slot lose it.
      going = going.filter((at) => at <= now);
      rests.push({ from: now, until: now + restMs });
      bucket = pauseUntil(bucket, { until: now + restMs, now });
      continue;
    }
    going.push(now + waitFor(bucket, now));
    bucket = take(bucket, now);
  }
  return { going, rests };
}

it('never exceeds the rate plus a burst of one second’s worth in any period', () => {
  fc.assert(
    fc.property(start, ({ perSecond, steps }) => {
      const { going } = run({ perSecond, steps });
      going.forEach((begin, first) => {
        going.slice(first).forEach((end, count) => {
          // Each is sent at a whole millisecond, up to one after it may be.
          const allowed = ((end - begin + 1) / 1000) * perSecond + Math.max(1, perSecond);
          expect(count + 1).toBeLessThanOrEqual(allowed + 1e-6);
        });
      });
    }),
  );
});

it('never sends a call during a pause', () => {
  fc.assert(
    fc.property(start, (given) => {
      const { going, rests } = run(given);
      for (const { from, until } of rests) {
        expect(going.filter((at) => at > from && at < until)).toEqual([]);
      }
    }),
  );
});

it('is not blocked by a clock that was an hour ahead', () => {
  const written = take(
    pauseUntil(createTokenBucket(4, 3_600_000), { until: 3_660_000, now: 3_600_000 }),
    3_600_000,
  );
  expect(waitFor(written, 0)).toBeLessThanOrEqual(250);
});
