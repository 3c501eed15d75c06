import 'server-only';
import { z } from 'zod';

const SLOWEST = 0.5;
const FASTEST = 50;

/**
 * How fast calls of one class may go out, as data. The service does not tell its limit (interface 8), so the
 * pace feels for it: a 429 halves it and remembers where the ceiling was; successes bring it back quickly to
 * just below the ceiling and then only creep, so that few calls are spent on finding it again.
 */
export const paceSchema = z.object({
  perSecond: z.number().min(SLOWEST).max(FASTEST),
  /** The pace at the last 429; null before the first. */
  ceiling: z.number().positive().nullable(),
  /** Calls that may go at once; below zero by those that have a slot and wait for it. */
  tokens: z.number(),
  /** Epoch milliseconds from which tokens are counted up; ahead of now while the class rests. */
  since: z.number(),
});

export type Pace = z.infer<typeof paceSchema>;

/** While no limit is known, each success adds this many calls per second. */
const FREE_STEP = 0.5;
/** Between these shares of the ceiling the pace creeps. Far above it, the ceiling is of another time. */
const NEAR = 0.85;
const BEYOND = 1.2;
const RETURN_SHARE = 0.08;
const CREEP_SHARE = 0.002;
const CLIMB_SHARE = 0.02;
/** No rest is longer (see `retry-after.ts`): what claims to be was written by a clock that was wrong. */
const LONGEST_REST_MS = 16 * 60_000;

export function startPace(perSecond: number, now: number): Pace {
  return { perSecond, ceiling: null, tokens: burst(perSecond), since: now };
}

/** Milliseconds until one more call may go out. */
export function waitFor(pace: Pace, now: number): number {
  const { tokens, since, perSecond } = filled(pace, now);
  const missing = Math.max(0, 1 - tokens);
  return Math.ceil(since - now + (missing / perSecond) * 1000);
}

/** One call goes out, or gets the next slot. */
export function take(pace: Pace, now: number): Pace {
  const full = filled(pace, now);
  return { ...full, tokens: full.tokens - 1 };
}

/**
 * After a success. Only where the pace is what holds calls back: a few calls now and then prove nothing about
 * fifty in a second.
 */
export function quicken(pace: Pace, now: number): Pace {
  if (filled(pace, now).tokens > burst(pace.perSecond) / 2) return pace;
  return { ...pace, perSecond: Math.min(FASTEST, pace.perSecond + stepOf(pace)) };
}

/** After a 429. */
export function halve(pace: Pace): Pace {
  return { ...pace, perSecond: Math.max(SLOWEST, pace.perSecond / 2), ceiling: pace.perSecond };
}

/** To make room for others: half as fast for now, and nothing learned about where the limit is. */
export function slacken(pace: Pace): Pace {
  return { ...halve(pace), ceiling: pace.ceiling };
}

/**
 * Takes back every slot given and not used yet; the first call then goes at `until`, or when its pace lets it if that
 * is later, the others after it at their pace.
 */
export function restUntil(pace: Pace, { until, now }: { until: number; now: number }): Pace {
  const full = filled(pace, now);
  // Below zero stand those who wait: without them, what is left is the part of a call that came up since the last.
  const left = full.tokens < 0 ? full.tokens - Math.floor(full.tokens) : full.tokens;
  const since = Math.max(full.since, until);
  const tokens = left + ((since - full.since) / 1000) * full.perSecond;
  return { ...pace, tokens: Math.min(1, tokens), since };
}

function stepOf({ perSecond, ceiling }: Pace): number {
  if (ceiling === null) return FREE_STEP;
  if (perSecond < NEAR * ceiling) return RETURN_SHARE * ceiling;
  return perSecond < BEYOND * ceiling ? CREEP_SHARE * ceiling : CLIMB_SHARE * perSecond;
}

/** The same pace as of now, or as of the end of its rest. */
function filled(pace: Pace, now: number): Pace {
  const ahead = pace.since - now;
  if (ahead > 0 && ahead <= LONGEST_REST_MS) return pace;
  const passed = Math.max(0, -ahead) / 1000;
  return {
    ...pace,
    tokens: Math.min(burst(pace.perSecond), pace.tokens + passed * pace.perSecond),
    since: now,
  };
}

function burst(perSecond: number): number {
  return Math.max(1, perSecond);
}
