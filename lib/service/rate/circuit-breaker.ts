import 'server-only';
import { z } from 'zod';

/**
 * A circuit breaker as data: after failures in a row nothing is asked for a while, then one call probes. Opens
 * for a service that is down and, sooner and for longer, for one that no longer takes our key.
 */
export const breakerSchema = z.object({
  failures: z.int().nonnegative(),
  /** What the failures were; absent without any. */
  reason: z.enum(['unavailable', 'unauthorized', 'forbidden']).optional(),
  /** Epoch milliseconds until which calls fail fast; 0 while closed. */
  openUntil: z.number(),
  /** Epoch milliseconds until which the one probe may take; it also names the probe. 0 without one. */
  probeUntil: z.number(),
});

export type Breaker = z.infer<typeof breakerSchema>;
export type FailureReason = NonNullable<Breaker['reason']>;

export const CLOSED: Breaker = { failures: 0, openUntil: 0, probeUntil: 0 };

/**
 * A 401 comes only after the token was renewed, so one says that the key is not taken. A 403 may also mean one
 * record that we may not see, unless another call was refused as well.
 */
const FAILURES_TO_OPEN = { unavailable: 5, unauthorized: 1, forbidden: 3 } as const;
const OPEN_MS = { unavailable: 10_000, unauthorized: 60_000, forbidden: 60_000 } as const;
/** Longer than a call with a new token takes: a probe that died must not hold the circuit open for ever. */
const PROBE_MS = 30_000;
/** Nothing keeps a circuit open for longer: what claims to was written by a clock that was wrong. */
const LONGEST_MS = 16 * 60_000;

/** How a call goes out; a probe is known by the `probeUntil` it was given. */
export type Passage = { as: 'call' } | { as: 'probe'; probeUntil: number };

export type Refused = { as: 'refusal'; reason: FailureReason; retryAfterMs: number };

/** Whether a call may go out now, or as the probe, or how long to wait. */
export function admit(state: Breaker, now: number): Passage | Refused {
  if (state.openUntil === 0) return { as: 'call' };
  const restMs = Math.max(state.openUntil, state.probeUntil) - now;
  if (restMs <= 0 || restMs > LONGEST_MS) return { as: 'probe', probeUntil: now + PROBE_MS };
  return { as: 'refusal', reason: state.reason ?? 'unavailable', retryAfterMs: restMs };
}

/** The state while a call that was let pass is under way. */
export function passed(state: Breaker, passage: Passage): Breaker {
  return passage.as === 'probe' ? { ...state, probeUntil: passage.probeUntil } : state;
}

/** The service answered. Only a probe closes an open circuit: other calls went out before it opened. */
export function afterSuccess(state: Breaker, passage: Passage): Breaker {
  return passage.as === 'probe' || state.openUntil === 0 ? CLOSED : state;
}

/** The call told nothing about the service: if it was the probe, the next call may be. */
export function afterNothing(state: Breaker, passage: Passage): Breaker {
  return isProbeOf(state, passage) ? { ...state, probeUntil: 0 } : state;
}

/**
 * A failure. An open circuit stays open at least as long as the service asked for with `retryAfterMs`; who went
 * out before it opened does not end the probe.
 *
 * @param isDoubtful it was a write of which nobody knows whether it arrived: the first one opens the circuit, for
 *   no time at all, so that a read shows whether the service is there before another write risks the same
 * @param isCertain another call was refused as well: the first failure opens the circuit
 */
export function afterFailure(
  state: Breaker,
  {
    passage,
    reason,
    now,
    retryAfterMs = 0,
    isDoubtful = false,
    isCertain = false,
  }: {
    passage: Passage;
    reason: FailureReason;
    now: number;
    retryAfterMs?: number;
    isDoubtful?: boolean;
    isCertain?: boolean;
  },
): Breaker {
  const isOpen = state.openUntil !== 0;
  if (isOpen && !isProbeOf(state, passage)) {
    return { ...state, openUntil: Math.max(state.openUntil, now + retryAfterMs) };
  }
  const failures = state.reason === reason ? state.failures + 1 : 1;
  const isEarly = !isOpen && !isCertain && failures < FAILURES_TO_OPEN[reason];
  if (isEarly && !isDoubtful) return { ...state, failures, reason };
  const openMs = Math.max(isEarly ? 0 : OPEN_MS[reason], retryAfterMs);
  return { failures, reason, openUntil: now + openMs, probeUntil: 0 };
}

function isProbeOf(state: Breaker, passage: Passage): boolean {
  return passage.as === 'probe' && passage.probeUntil === state.probeUntil;
}
