import 'server-only';
import { z } from 'zod';

const MIN_PER_SECOND = 0.5;
const MAX_PER_SECOND = 50;

/**
 * How fast calls of one class may go out, as data. The service does not publish its limit (interface 8), so the rate
 * searches for it: a 429 halves it and remembers where the ceiling was; successes bring it back quickly to just below
 * the ceiling and then raise it slowly, so that few calls are spent on finding the limit again.
 */
export const tokenBucketSchema = z.object({
  perSecond: z.number().min(MIN_PER_SECOND).max(MAX_PER_SECOND),
  /** The rate at the last 429; null before the first. */
  ceiling: z.number().positive().nullable(),
  /** Calls that may go at once; negative by the number of calls that hold a slot and wait for it. */
  tokens: z.number(),
  /** Epoch milliseconds from which tokens are refilled; in the future while the class is paused. */
  since: z.number(),
});

export type TokenBucket = z.infer<typeof tokenBucketSchema>;

/** While no limit is known, each success adds this many calls per second. */
const STEP_WITHOUT_CEILING = 0.5;
/** Between these shares of the ceiling the rate rises slowly. Far above it, the ceiling is out of date. */
const NEAR_CEILING = 0.85;
const BEYOND_CEILING = 1.2;
const STEP_BELOW = 0.08;
const STEP_NEAR = 0.002;
const STEP_BEYOND = 0.02;
/** No pause is longer (see `retry-after.ts`): one that claims to be was written by a wrong clock. */
const MAX_PAUSE_MS = 16 * 60_000;

export function createTokenBucket(perSecond: number, now: number): TokenBucket {
  return { perSecond, ceiling: null, tokens: burst(perSecond), since: now };
}

/** Milliseconds until one more call may go out. */
export function waitFor(bucket: TokenBucket, now: number): number {
  const { tokens, since, perSecond } = refilled(bucket, now);
  const missing = Math.max(0, 1 - tokens);
  return Math.ceil(since - now + (missing / perSecond) * 1000);
}

/** One call goes out, or gets the next slot. */
export function take(bucket: TokenBucket, now: number): TokenBucket {
  const full = refilled(bucket, now);
  return { ...full, tokens: full.tokens - 1 };
}

/** After a success. Only where the rate holds calls back: an occasional call proves nothing about fifty a second. */
export function speedUp(bucket: TokenBucket, now: number): TokenBucket {
  if (refilled(bucket, now).tokens > burst(bucket.perSecond) / 2) return bucket;
  return { ...bucket, perSecond: Math.min(MAX_PER_SECOND, bucket.perSecond + stepOf(bucket)) };
}

/** After a 429. */
export function halve(bucket: TokenBucket): TokenBucket {
  const perSecond = Math.max(MIN_PER_SECOND, bucket.perSecond / 2);
  return { ...bucket, perSecond, ceiling: bucket.perSecond };
}

/** To make room for more urgent calls: half as fast for now, without learning anything about the limit. */
export function backOff(bucket: TokenBucket): TokenBucket {
  return { ...halve(bucket), ceiling: bucket.ceiling };
}

/**
 * Revokes every slot that was given and not used yet. The next call goes at `until`, or later if the rate says so,
 * and the others follow at the rate.
 */
export function pauseUntil(bucket: TokenBucket, { until, now }: { until: number; now: number }): TokenBucket {
  const full = refilled(bucket, now);
  // Negative tokens are waiting calls: without them, what is left is the fraction refilled since the last call.
  const left = full.tokens < 0 ? full.tokens - Math.floor(full.tokens) : full.tokens;
  const since = Math.max(full.since, until);
  const tokens = left + ((since - full.since) / 1000) * full.perSecond;
  return { ...bucket, tokens: Math.min(1, tokens), since };
}

function stepOf({ perSecond, ceiling }: TokenBucket): number {
  if (ceiling === null) return STEP_WITHOUT_CEILING;
  if (perSecond < NEAR_CEILING * ceiling) return STEP_BELOW * ceiling;
  return perSecond < BEYOND_CEILING * ceiling ? STEP_NEAR * ceiling : STEP_BEYOND * perSecond;
}

/** The same bucket as of now, or as of the end of its pause. */
function refilled(bucket: TokenBucket, now: number): TokenBucket {
  const ahead = bucket.since - now;
  if (ahead > 0 && ahead <= MAX_PAUSE_MS) return bucket;
  const seconds = Math.max(0, -ahead) / 1000;
  return {
    ...bucket,
    tokens: Math.min(burst(bucket.perSecond), bucket.tokens + seconds * bucket.perSecond),
    since: now,
  };
}

function burst(perSecond: number): number {
  return Math.max(1, perSecond);
}
