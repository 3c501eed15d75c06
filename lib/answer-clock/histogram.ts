import { unpackCounts } from '@/lib/core/packed-counts';
import { middleOf } from './bucket';

/** What was measured, in buckets: at most 4.5 % off. */
export type MeasuredTimes = {
  count: number;
  /** Undefined if none was measured. */
  medianMs?: number;
  /** What nine in ten stay within. */
  p90Ms?: number;
};

/**
 * What a histogram amounts to: the counts of all buckets, packed. Each as the nearest rank: a time that was measured, and no
 * mean of two.
 */
export function toTimes(histogram: string): MeasuredTimes {
  const counts = unpackCounts(histogram);
  const count = counts.reduce((sum, one) => sum + one, 0);
  if (count === 0) return { count };
  // In whole numbers: 0.9 of some counts is no exact one.
  const within = (tenths: number) => {
    let sum = 0;
    return middleOf(
      counts.findIndex((one) => {
        sum += one;
        return sum * 10 >= count * tenths;
      }),
    );
  };
  return { count, medianMs: within(5), p90Ms: within(9) };
}
