import 'server-only';
import { z } from 'zod';

const MIN_PER_SECOND = 0.5;
const MAX_PER_SECOND = 50;

/**
 * The rate of one class of calls, as data. The service does not publish its limit (interface 8), so the rate
 * searches for it: a 429 halves it and remembers the ceiling; successes raise it quickly to just below the
 * ceiling and then slowly, so that few calls are spent on finding the limit again.
 */
export const tokenBucketSchema = z.object({
  perSecond: z.number().min(MIN_PER_SECOND).max(MAX_PER_SECOND),
  /** The rate at the last 429; null before the first. */
  ceiling: z.number().positive().nullable(),
  /** Calls that may be sent immediately; negative by the number of calls waiting with a slot. */
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
/** The maximum pause (see `retry-after.ts`): anything longer was written by a wrong clock. */
const MAX_PAUSE_MS = 16 * 60_000;

/** A bucket with a full burst, for `perSecond` calls a second. `now` in epoch milliseconds. */
export function createTokenBucket(perSecond: number, now: number): TokenBucket {
  return { perSecond, ceiling: null, tokens: burst(perSecond), since: now };
}

/** Milliseconds until the next call may be sent. */
export function waitFor(bucket: TokenBucket, now: number): number {
  const { tokens, since, perSecond } = refilled(bucket, now);
  const missing = Math.max(0, 1 - tokens);
  return Math.ceil(since - now + (missing / perSecond) * 1000);
}

/** Sends one call now, or gives it the next slot. */
export function take(bucket: TokenBucket, now: number): TokenBucket {
  const full = refilled(bucket, now);
  return { ...full, tokens: full.tokens - 1 };
}

/**
 * Records a success. Only counts where the rate holds calls back: an occasional call says nothing about fifty
 * a second.
 */
export function speedUp(bucket: TokenBucket, now: number): TokenBucket {
  if (refilled(bucket, now).tokens > burst(bucket.perSecond) / 2) return bucket;
  return { ...bucket, perSecond: Math.min(MAX_PER_SECOND, bucket.perSecond + stepOf(bucket)) };
}

/** Records a 429. */
export function halve(bucket: TokenBucket): TokenBucket {
  const perSecond = Math.max(MIN_PER_SECOND, bucket.perSecond / 2);
  return { ...bucket, perSecond, ceiling: bucket.perSecond };
}

/** Makes room for more urgent calls: half the rate for now, without learning anything about the limit. */
export function backOff(bucket: TokenBucket): TokenBucket {
  return { ...halve(bucket), ceiling: bucket.ceiling };
}

/**
 * Revokes every unused slot. The next call is sent at `until`, or later if the rate requires it, and the
 * others follow at the rate.
 */
export function pauseUntil(bucket: TokenBucket, { until, now }: { until: number; now: number }): TokenBucket {
  const full = refilled(bucket, now);
  // Negative tokens are waiting calls: without them, only the fraction refilled since the last call remains.
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
