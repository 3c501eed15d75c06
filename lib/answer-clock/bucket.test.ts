import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bucketOf, middleOf } from './bucket';

const DAY_MS = 86_400_000;

it('tells any duration from a minute to 20 years within 4.5 %', () => {
  fc.assert(
    fc.property(fc.integer({ min: 60_000, max: 20 * 365 * DAY_MS }), (ms) => {
      expect(Math.abs(middleOf(bucketOf(ms)) / ms - 1)).toBeLessThan(0.045);
    }),
  );
});

it('tells longer durations from shorter ones', () => {
  fc.assert(
    fc.property(fc.nat(400 * DAY_MS), fc.nat(400 * DAY_MS), (one, other) => {
      expect(Math.sign(bucketOf(one) - bucketOf(other)) * Math.sign(one - other)).toBeGreaterThanOrEqual(0);
    }),
  );
});

it.each([
  ['nothing', 0, 0],
  ['less than a minute', 59_999, 0],
  ['a minute', 60_000, 1],
  ['a thousand years', 365_000 * DAY_MS, 200],
])('has a bucket for %s', (_, ms, bucket) => {
  expect(bucketOf(ms)).toBe(bucket);
});
