import 'server-only';
import type { Log } from '@/lib/log';
import { admit, afterFailure, afterNothing, afterSuccess, type Breaker, CLOSED } from './breaker';
import { restated, ServiceError } from './error';

export type Circuit = {
  /** @throws {ServiceError} with `reached: 'no'` while the circuit is open */
  check(): void;
  /** Runs the work and learns from how it ended. A write is never the probe: `probe`, a read, goes first. */
  run<T>(work: () => Promise<T>, options: { isRead: boolean; probe: () => Promise<unknown> }): Promise<T>;
};

/** Holds the breaker of this process. */
export function createCircuit({ now, log }: { now: () => Date; log: Log }): Circuit {
  let state: Breaker = CLOSED;
  const clock = () => now().getTime();

  function enter(): 'call' | 'probe' {
    const admission = admit(state, clock());
    if (admission.as === 'refusal') throw isOpen(admission);
    if (admission.as === 'probe') state = admission.state;
    return admission.as;
  }

  async function learn<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      become(afterSuccess());
      return result;
    } catch (error) {
      become(afterError(state, { error, now: clock() }));
      throw error;
    }
  }

  function become(next: Breaker): void {
    if (state.openUntil === 0 && next.openUntil !== 0)
      log.warn('service.circuit-open', { reason: next.reason });
    if (state.openUntil !== 0 && next.openUntil === 0) log.info('service.circuit-closed');
    state = next;
  }

  return {
    check() {
      const admission = admit(state, clock());
      if (admission.as === 'refusal') throw isOpen(admission);
    },
    async run(work, { isRead, probe }) {
      if (enter() === 'probe' && !isRead) await learn(probe).catch(notSent);
      return learn(work);
    },
  };
}

/** An answer of any kind shows that the service is there; what failed before the call shows nothing. */
function afterError(state: Breaker, { error, now }: { error: unknown; now: number }): Breaker {
  if (!(error instanceof ServiceError) || error.step === 'token') return afterNothing(state);
  const { kind, retryAfterMs } = error;
  if (kind === 'auth' || kind === 'unavailable')
    return afterFailure(state, { reason: kind, now, retryAfterMs });
  return kind === 'unexpected' ? afterNothing(state) : afterSuccess();
}

function isOpen({
  reason,
  retryAfterMs,
}: {
  reason: 'unavailable' | 'auth';
  retryAfterMs: number;
}): ServiceError {
  const why = reason === 'auth' ? 'the service does not take the key' : 'the service does not answer';
  return new ServiceError(reason, `not asked: ${why}`, { retryAfterMs, reached: 'no' });
}

function notSent(error: unknown): never {
  throw error instanceof ServiceError ? restated(error, { reached: 'no' }) : error;
}
