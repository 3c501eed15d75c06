import 'server-only';
import type { Log } from '@/lib/core/log';
import { ServiceError, withChanges } from '../error';
import { msUntil, type OpenCircuit, type SharedState, type SharedStateStore } from './shared-state';

type Reason = OpenCircuit['reason'];

/**
 * How many failures in a row open the circuit, and for how long. A 401 comes only after a token renewal, so one is enough to
 * show that the key is refused. A 403 may concern one forbidden record, unless another call was refused too.
 */
const OPENS = {
  unavailable: { failures: 5, forMs: 10_000 },
  unauthorized: { failures: 1, forMs: 60_000 },
  forbidden: { failures: 3, forMs: 60_000 },
} as const satisfies Record<Reason, unknown>;
/** Longer than a call with a new token takes: a lost probe must not hold the circuit open forever. */
const PROBE_MS = 30_000;

/** A call, and the small read that shows whether the service is up and accepts the key. */
export type GuardedCall<T> = { isRead: boolean; work: () => Promise<T>; probe: () => Promise<unknown> };

export type CircuitBreaker = {
  /**
   * Runs the work unless the circuit is open. Once it was open long enough, one call of all processes probes. A write is
   * never the probe, nor is a read where the key was refused, because one record may be forbidden: `probe` runs before it.
   *
   * @throws {ServiceError} with `reached: 'no'` while the circuit is open, or when the probe fails
   */
  run<T>(state: SharedState, call: GuardedCall<T>): Promise<T>;
};

type Deps = { sharedState: SharedStateStore; now: () => Date; log: Log };
type SentAs = 'read' | 'write' | 'probe';

/** Each process counts its own failures in a row; that the circuit is open is shared. */
export function createCircuitBreaker({ sharedState, now, log }: Deps): CircuitBreaker {
  const clock = () => now().getTime();
  let inARow: { reason?: Reason; count: number } = { count: 0 };

  /** Makes this call the probe if the circuit is open for long enough, and throws if it is not. */
  async function claimProbe(): Promise<OpenCircuit | null> {
    const at = clock();
    const openMs = ({ until, probeUntil }: OpenCircuit) => msUntil(Math.max(until, probeUntil), at);
    const { before } = await sharedState.change((state) => {
      if (!state.circuit || openMs(state.circuit) > 0) return state;
      return { ...state, circuit: { ...state.circuit, probeUntil: at + PROBE_MS } };
    });
    if (!before.circuit) return null;
    const retryAfterMs = openMs(before.circuit);
    if (retryAfterMs === 0) return before.circuit;
    const isDown = before.circuit.reason === 'unavailable';
    const why = isDown ? 'the service does not answer' : 'the service does not accept the key';
    const details = { step: 'desk', retryAfterMs, reached: 'no' } as const;
    throw new ServiceError(isDown ? 'unavailable' : 'auth', `not sent: ${why}`, details);
  }

  /** Never throws: the call has ended, and the caller must get its result. */
  async function share(move: (circuit: OpenCircuit | null) => OpenCircuit | null): Promise<void> {
    try {
      const change = sharedState.change((state) => ({ ...state, circuit: move(state.circuit) }));
      const { before, after } = await change;
      if (!before.circuit && after.circuit)
        log.warn('service.circuit-open', { reason: after.circuit.reason });
      if (before.circuit && !after.circuit) log.info('service.circuit-closed');
    } catch {
      log.warn('service.circuit-not-stored');
    }
  }

  async function record(as: SentAs, verdict: Verdict): Promise<void> {
    if (typeof verdict === 'object') return recordFailure(as, verdict);
    if (verdict === 'answered') inARow = { count: 0 };
    // Other calls were sent before the circuit opened. After an unclear probe the next call may probe.
    if (as === 'probe')
      await share((known) => (verdict === 'unclear' && known ? { ...known, probeUntil: 0 } : null));
  }

  async function recordFailure(as: SentAs, { reason, error }: Failure): Promise<void> {
    inARow = { reason, count: inARow.reason === reason ? inARow.count + 1 : 1 };
    const { failures, forMs } = OPENS[reason];
    const isEnough = as === 'probe' || error.scope === 'service' || inARow.count >= failures;
    // A write that may have arrived: a read must succeed before another takes the same risk.
    if (!isEnough && (as !== 'write' || error.reached === 'no')) return;
    inARow = { count: 0 };
    const askedUntil = clock() + (error.retryAfterMs ?? 0);
    const until = Math.max(askedUntil, clock() + (isEnough ? forMs : 0));
    await share((known) =>
      known && as !== 'probe'
        ? { ...known, until: Math.max(known.until, askedUntil) }
        : { reason, until, probeUntil: 0 },
    );
  }

  async function runAs<T>(as: SentAs, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      await record(as, 'answered');
      return result;
    } catch (error) {
      await record(as, verdictOf(error));
      throw error;
    }
  }

  return {
    async run(state, { isRead, work, probe }) {
      const open = state.circuit && (await claimProbe());
      if (open && isRead && open.reason === 'unavailable') return runAs('probe', work);
      if (open) await runAs('probe', probe).catch(throwNotSent);
      return runAs(isRead ? 'read' : 'write', work);
    },
  };
}

type Failure = { reason: Reason; error: ServiceError };
/** Whether the service answers, or why no call can succeed; unclear after a failure before the call. */
type Verdict = 'answered' | 'unclear' | Failure;

function verdictOf(error: unknown): Verdict {
  if (!(error instanceof ServiceError) || error.step !== 'call') return 'unclear';
  // A gateway says so in front of a service that is down.
  if (error.kind === 'unexpected' || error.kind === 'rate-limited') return 'unclear';
  if (error.scope === 'call') return 'answered';
  if (error.kind === 'unavailable') return { reason: 'unavailable', error };
  if (error.kind === 'auth') return { reason: error.status === 401 ? 'unauthorized' : 'forbidden', error };
  return 'answered';
}

/** The probe failed, so the actual call was not sent. A 429 to the probe says nothing about the call's own class. */
function throwNotSent(error: unknown): never {
  if (!(error instanceof ServiceError)) throw error;
  throw withChanges(error, { reached: 'no', ...(error.kind === 'rate-limited' && { step: 'desk' }) });
}
