import 'server-only';

/**
 * How fast calls of one class may go out, as data. The service does not tell its limit (the interface, section
 * 8), so the pace feels for it: a 429 halves it and remembers where the ceiling was; successes bring it back
 * quickly to just below the ceiling and then only creep, so that few calls are spent on finding it again.
 */
export type Pace = {
  perSecond: number;
  /** The pace at the last 429; infinite before the first. */
  ceiling: number;
  /** Calls that may go at once. */
  tokens: number;
  /** Epoch milliseconds of the last look. */
  at: number;
  /** When the pace was last halved. */
  slowedAt: number;
};

const SLOWEST = 0.5;
const FASTEST = 50;
/** While no limit is known, each success adds this many calls per second. */
const FREE_STEP = 0.2;
const NEAR = 0.85;
const RETURN_SHARE = 0.08;
const CREEP_SHARE = 0.004;

export function startPace(perSecond: number, now: number): Pace {
  return {
    perSecond,
    ceiling: Number.POSITIVE_INFINITY,
    tokens: burst(perSecond),
    at: now,
    slowedAt: Number.NEGATIVE_INFINITY,
  };
}

/** Milliseconds until `calls` more calls may have gone out. */
export function waitFor(pace: Pace, { now, calls }: { now: number; calls: number }): number {
  const missing = calls - filled(pace, now).tokens;
  return missing <= 0 ? 0 : Math.ceil((missing / pace.perSecond) * 1000);
}

/** One call goes out. */
export function take(pace: Pace, now: number): Pace {
  const full = filled(pace, now);
  return { ...full, tokens: full.tokens - 1 };
}

/** After a success. */
export function quicken(pace: Pace): Pace {
  return { ...pace, perSecond: Math.min(FASTEST, pace.perSecond + stepOf(pace)) };
}

/**
 * After a 429 to a call that went out at `sentAt`. Calls that were under way together and are all refused tell
 * one thing, so they halve the pace once.
 */
export function slow(pace: Pace, { now, sentAt }: { now: number; sentAt: number }): Pace {
  const emptied = { ...filled(pace, now), tokens: 0 };
  if (sentAt <= pace.slowedAt) return emptied;
  const perSecond = Math.max(SLOWEST, pace.perSecond / 2);
  return { ...emptied, perSecond, ceiling: pace.perSecond, slowedAt: now };
}

function stepOf({ perSecond, ceiling }: Pace): number {
  if (!Number.isFinite(ceiling)) return FREE_STEP;
  return ceiling * (perSecond < NEAR * ceiling ? RETURN_SHARE : CREEP_SHARE);
}

function filled(pace: Pace, now: number): Pace {
  const passed = Math.max(0, now - pace.at) / 1000;
  return { ...pace, tokens: Math.min(burst(pace.perSecond), pace.tokens + passed * pace.perSecond), at: now };
}

function burst(perSecond: number): number {
  return Math.max(1, perSecond);
}
