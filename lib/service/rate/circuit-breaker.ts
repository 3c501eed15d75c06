import 'server-only';
import { z } from 'zod';
import type { Log } from '@/lib/core/log';
import { ServiceError, withChanges } from '../error';
import type { SharedState, SharedStateStore } from './shared-state';

/**
 * A circuit breaker as data: after failures in a row no call is sent for a while, then one call probes. Opens
 * when the service is down and, sooner and for longer, when it no longer accepts our key.
 */
export const breakerStateSchema = z.object({
  failures: z.int().nonnegative(),
  /** The kind of the failures; absent without any. */
  reason: z.enum(['unavailable', 'unauthorized', 'forbidden']).optional(),
  /** Epoch milliseconds until which calls fail fast; 0 while closed. */
  openUntil: z.number(),
  /** Epoch milliseconds by which the probe must end; also identifies the probe. 0 without one. */
  probeUntil: z.number(),
});

export type BreakerState = z.infer<typeof breakerStateSchema>;
export type FailureReason = NonNullable<BreakerState['reason']>;

export const CLOSED: BreakerState = { failures: 0, openUntil: 0, probeUntil: 0 };

/**
 * A 401 comes only after a token renewal, so one is enough to show that the key is refused. A 403 may concern
 * one forbidden record, unless another call was refused too.
 */
const FAILURES_TO_OPEN = { unavailable: 5, unauthorized: 1, forbidden: 3 } as const;
const OPEN_MS = { unavailable: 10_000, unauthorized: 60_000, forbidden: 60_000 } as const;
/** Longer than a call with a new token takes: a lost probe must not hold the circuit open forever. */
const PROBE_MS = 30_000;
/** The maximum open time: anything longer was written by a wrong clock. */
const MAX_OPEN_MS = 16 * 60_000;

/** How a call is sent; a probe is identified by its `probeUntil`. */
export type Admission = { as: 'call' } | { as: 'probe'; probeUntil: number };

export type Rejection = { as: 'rejection'; reason: FailureReason; retryAfterMs: number };

/** Whether a call may be sent now, or as the probe, or how long to wait. */
export function admit(state: BreakerState, now: number): Admission | Rejection {
  if (state.openUntil === 0) return { as: 'call' };
  const openMs = Math.max(state.openUntil, state.probeUntil) - now;
  if (openMs <= 0 || openMs > MAX_OPEN_MS) return { as: 'probe', probeUntil: now + PROBE_MS };
  return { as: 'rejection', reason: state.reason ?? 'unavailable', retryAfterMs: openMs };
}

/** The state during an admitted call. */
export function afterAdmission(state: BreakerState, admission: Admission): BreakerState {
  return admission.as === 'probe' ? { ...state, probeUntil: admission.probeUntil } : state;
}

/** The service answered. Only a probe closes an open circuit: other calls were sent before it opened. */
export function afterSuccess(state: BreakerState, admission: Admission): BreakerState {
  return admission.as === 'probe' || state.openUntil === 0 ? CLOSED : state;
}

/** The call was inconclusive: if it was the probe, the next call may probe. */
export function afterInconclusive(state: BreakerState, admission: Admission): BreakerState {
  return isProbeOf(state, admission) ? { ...state, probeUntil: 0 } : state;
}

export type Failure = {
  reason: FailureReason;
  retryAfterMs?: number;
  /**
   * A write that may or may not have arrived: the first one opens the circuit for zero time, so that a read
   * must succeed before another write takes the same risk.
   */
  isAmbiguous?: boolean;
  /** Another call was refused too: the first failure opens the circuit. */
  isCertain?: boolean;
};

/**
 * A failure. An open circuit stays open at least for `retryAfterMs`; a call sent before it opened does not
 * end the probe.
 */
export function afterFailure(
  state: BreakerState,
  {
    admission,
    reason,
    now,
    retryAfterMs = 0,
    isAmbiguous = false,
    isCertain = false,
  }: Failure & { admission: Admission; now: number },
): BreakerState {
  const isOpen = state.openUntil !== 0;
  if (isOpen && !isProbeOf(state, admission)) {
    return { ...state, openUntil: Math.max(state.openUntil, now + retryAfterMs) };
  }
  const failures = state.reason === reason ? state.failures + 1 : 1;
  const isEarly = !isOpen && !isCertain && failures < FAILURES_TO_OPEN[reason];
  if (isEarly && !isAmbiguous) return { ...state, failures, reason };
  const openMs = Math.max(isEarly ? 0 : OPEN_MS[reason], retryAfterMs);
  return { failures, reason, openUntil: now + openMs, probeUntil: 0 };
}

function isProbeOf(state: BreakerState, admission: Admission): boolean {
  return admission.as === 'probe' && admission.probeUntil === state.probeUntil;
}

export type CircuitBreaker = {
  /** @throws {ServiceError} with `reached: 'no'` while the circuit is open */
  check(): Promise<void>;
  /**
   * Runs the work and records the outcome. A write is never the probe: `probe`, a read, runs first. It also
   * runs before a read where the key was refused, because one record may be permanently forbidden.
   */
  run<T>(work: Attempt<T>, options: { isRead: boolean; probe: Attempt<unknown> }): Promise<T>;
};

/** A call; `isKeyProbe` if it tests whether a refused key is accepted again. */
type Attempt<T> = (options: { isKeyProbe: boolean }) => Promise<T>;

type Deps = { sharedState: SharedStateStore; now: () => Date; log: Log };

const CIRCUIT: SharedState<BreakerState> = { name: 'circuit', schema: breakerStateSchema };
/** How long an open circuit is cached, in milliseconds: a backlog that fails fast rarely reads the state. */
const CACHE_MS = 250;

/** The circuit breaker shared by all processes: any of them opens it for all, and one of them probes. */
export function createCircuitBreaker({ sharedState, now, log }: Deps): CircuitBreaker {
  const clock = () => now().getTime();
  let cached = { state: CLOSED, at: Number.NEGATIVE_INFINITY };
  const cache = (state: BreakerState) => {
    cached = { state, at: clock() };
    return state;
  };

  async function current(): Promise<BreakerState> {
    const isFresh = Math.abs(clock() - cached.at) < CACHE_MS;
    if (isFresh && cached.state.openUntil !== 0) return cached.state;
    return cache((await sharedState.read(CIRCUIT)) ?? CLOSED);
  }

  /** Whether the call may be sent. All processes together choose the probing call. */
  async function requireAdmission(): Promise<Admission> {
    const at = clock();
    const expected = admit(await current(), at);
    if (expected.as !== 'probe') return unlessRejected(expected);
    const { admission, state } = await sharedState.step(CIRCUIT, (known = CLOSED) => {
      const admission = admit(known, at);
      const state = admission.as === 'rejection' ? known : afterAdmission(known, admission);
      return { state, result: { admission, state } };
    });
    cache(state);
    return unlessRejected(admission);
  }

  /** Never throws: the call has ended, and the caller must get its result. */
  async function record(admission: Admission, outcome: Outcome): Promise<void> {
    const isClosed = cached.state.openUntil === 0 && cached.state.failures === 0;
    const changesState = outcome.kind === 'answer' ? !isClosed : outcome.kind === 'failure';
    if (admission.as !== 'probe' && !changesState) return;
    const at = clock();
    try {
      const { before, after } = await sharedState.step(CIRCUIT, (known = CLOSED) => {
        const state = afterOutcome(known, { admission, outcome, now: at });
        return { state, result: { before: known, after: state } };
      });
      cache(after);
      const [wasOpen, isOpen] = [before.openUntil !== 0, after.openUntil !== 0];
      if (!wasOpen && isOpen) log.warn('service.circuit-open', { reason: after.reason });
      if (wasOpen && !isOpen) log.info('service.circuit-closed');
    } catch {
      log.warn('service.circuit-not-stored');
    }
  }

  const isKeyRefused = () => cached.state.reason !== 'unavailable';

  async function runAs<T>(admission: Admission, work: Attempt<T>, of: 'read' | 'write'): Promise<T> {
    const isKeyProbe = admission.as === 'probe' && isKeyRefused();
    try {
      const result = await work({ isKeyProbe });
      await record(admission, { kind: 'answer' });
      return result;
    } catch (error) {
      await record(admission, outcomeOf(error, of));
      throw error;
    }
  }

  return {
    async check() {
      unlessRejected(admit(await current(), clock()));
    },
    async run(work, { isRead, probe }) {
      const admission = await requireAdmission();
      const of = isRead ? 'read' : 'write';
      if (admission.as !== 'probe') return runAs(admission, work, of);
      if (isRead && !isKeyRefused()) return runAs(admission, work, of);
      await runAs(admission, probe, 'read').catch(throwNotSent);
      return runAs({ as: 'call' }, work, of);
    },
  };
}

/** What the end of a call shows about the service. */
type Outcome = { kind: 'answer' | 'inconclusive' } | ({ kind: 'failure' } & Failure);

/** Any answer shows that the service is up; a failure before the call shows nothing. */
function outcomeOf(error: unknown, of: 'read' | 'write'): Outcome {
  if (!(error instanceof ServiceError) || error.step !== 'call') return { kind: 'inconclusive' };
  const { kind, status, reached, retryAfterMs, scope } = error;
  if (scope === 'call') return { kind: 'answer' };
  const isAmbiguous = of === 'write' && kind === 'unavailable' && reached !== 'no';
  if (kind === 'unavailable') return { kind: 'failure', reason: 'unavailable', retryAfterMs, isAmbiguous };
  if (kind === 'auth') {
    const reason = status === 401 ? 'unauthorized' : 'forbidden';
    return { kind: 'failure', reason, isAmbiguous, isCertain: scope === 'service' };
  }
  return { kind: kind === 'unexpected' ? 'inconclusive' : 'answer' };
}

function afterOutcome(
  state: BreakerState,
  { admission, outcome, now }: { admission: Admission; outcome: Outcome; now: number },
): BreakerState {
  if (outcome.kind === 'failure') return afterFailure(state, { admission, now, ...outcome });
  return outcome.kind === 'answer' ? afterSuccess(state, admission) : afterInconclusive(state, admission);
}

function unlessRejected(admission: Admission | Rejection): Admission {
  if (admission.as !== 'rejection') return admission;
  const { reason, retryAfterMs } = admission;
  const [kind, why] =
    reason === 'unavailable'
      ? (['unavailable', 'the service does not answer'] as const)
      : (['auth', 'the service does not accept the key'] as const);
  throw new ServiceError(kind, `not sent: ${why}`, { step: 'desk', retryAfterMs, reached: 'no' });
}

/** The probe failed, so the actual call was not sent. */
function throwNotSent(error: unknown): never {
  throw error instanceof ServiceError ? withChanges(error, { reached: 'no' }) : error;
}
