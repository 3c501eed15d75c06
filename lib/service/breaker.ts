import 'server-only';

/**
 * A circuit breaker as data: after failures in a row nothing is asked for a while, then one call probes. Opens
 * for a service that is down and, sooner and for longer, for one that no longer takes our key.
 */
export type Breaker = {
  failures: number;
  reason?: FailureReason;
  /** Epoch milliseconds until which calls fail fast; 0 while closed. */
  openUntil: number;
  /** Epoch milliseconds until which the one probe may take; 0 without a probe. */
  probeUntil: number;
};

export type FailureReason = 'unavailable' | 'auth';

export const CLOSED: Breaker = { failures: 0, openUntil: 0, probeUntil: 0 };

const FAILURES_TO_OPEN = { unavailable: 5, auth: 3 } as const satisfies Record<FailureReason, number>;
const OPEN_MS = { unavailable: 10_000, auth: 60_000 } as const satisfies Record<FailureReason, number>;
/** Longer than a call may take: a probe that is never answered must not hold the circuit open for ever. */
const PROBE_MS = 20_000;

export type Admission =
  | { as: 'call' }
  | { as: 'probe'; state: Breaker }
  | { as: 'refusal'; reason: FailureReason; retryAfterMs: number };

/** Whether a call may go out now, or as the probe, or how long to wait. */
export function admit(state: Breaker, now: number): Admission {
  if (state.openUntil === 0) return { as: 'call' };
  const busyUntil = Math.max(state.openUntil, state.probeUntil);
  if (now < busyUntil) {
    return { as: 'refusal', reason: state.reason ?? 'unavailable', retryAfterMs: busyUntil - now };
  }
  return { as: 'probe', state: { ...state, probeUntil: now + PROBE_MS } };
}

/** The service answered as it should: the circuit is closed. */
export function afterSuccess(): Breaker {
  return CLOSED;
}

/** The probe ended without telling anything about the service: the next call may probe. */
export function afterNothing(state: Breaker): Breaker {
  return { ...state, probeUntil: 0 };
}

/** A failure. An open circuit stays open at least as long as the service asked for with `retryAfterMs`. */
export function afterFailure(
  state: Breaker,
  { reason, now, retryAfterMs = 0 }: { reason: FailureReason; now: number; retryAfterMs?: number },
): Breaker {
  const failures = state.reason === reason ? state.failures + 1 : 1;
  const opens = state.openUntil !== 0 || failures >= FAILURES_TO_OPEN[reason];
  if (!opens) return { ...state, failures, reason };
  const openUntil = now + Math.max(OPEN_MS[reason], retryAfterMs);
  return { failures, reason, openUntil: Math.max(state.openUntil, openUntil), probeUntil: 0 };
}
