import { describe, expect, it } from 'vitest';
import { middleOf } from './bucket';
import { toTimes } from './histogram';

/** As the database adds it up. */
function histogramOf(counts: Record<number, number>): string {
  return Object.entries(counts)
    .reduce((sum, [bucket, count]) => sum + BigInt(count) * 10n ** (8n * BigInt(bucket)), 0n)
    .toString();
}

describe('a histogram', () => {
  it('of nothing has no times', () => expect(toTimes('0')).toEqual({ count: 0 }));

  it.each<[Record<number, number>, { count: number; median: number; p90: number }]>([
    [{ 0: 1 }, { count: 1, median: 0, p90: 0 }],
    [
      { 0: 5, 200: 5 },
      { count: 10, median: 0, p90: 200 },
    ],
    [
      { 0: 9, 200: 1 },
      { count: 10, median: 0, p90: 0 },
    ],
    [
      { 7: 1, 8: 1, 9: 1 },
      { count: 3, median: 8, p90: 9 },
    ],
    [
      { 60: 99_999_999, 61: 1, 200: 99_999_999 },
      { count: 199_999_999, median: 61, p90: 200 },
    ],
  ])('of %o is read exactly', (counts, { count, median, p90 }) => {
    const times = { count, medianMs: middleOf(median), p90Ms: middleOf(p90) };
    expect(toTimes(histogramOf(counts))).toEqual(times);
  });
});
