/** Buckets of durations: eight to each doubling, so that the middle of one is at most 4.5 % off. */

/** Anything shorter is in bucket 0. */
const SHORTEST_MS = 60_000;
const PER_DOUBLING = 8;
/** 60 years. */
const LAST = 200;

/** The bucket of a duration. The database's `answer_bucket` is the same. */
export function bucketOf(ms: number): number {
  if (ms < SHORTEST_MS) return 0;
  return Math.min(LAST, 1 + Math.floor((Math.log(ms / SHORTEST_MS) / Math.log(2)) * PER_DOUBLING));
}

/** The duration that stands for all in a bucket: the middle of it. */
export function middleOf(bucket: number): number {
  if (bucket === 0) return SHORTEST_MS / 2;
  return Math.round(SHORTEST_MS * 2 ** ((bucket - 0.5) / PER_DOUBLING));
}
