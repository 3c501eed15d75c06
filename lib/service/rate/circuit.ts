import 'server-only';
import type { Log } from '@/lib/core/log';
import { ServiceError, withChanges } from '../error';
import {
  admit,
  afterFailure,
  afterNothing,
  afterSuccess,
  type Breaker,
  breakerSchema,
  CLOSED,
  type FailureReason,
  type Passage,
  passed,
  type Refused,
} from './circuit-breaker';
import type { SharedState, SharedStateStore } from './shared-state';

export type Circuit = {
  /** @throws {ServiceError} with `reached: 'no'` while the circuit is open */
  check(): Promise<void>;
  /**
   * Runs the work and learns from how it ended. A write is never the probe: `probe`, a read, goes first. So it does
   * before a read where the key was refused: one record may be forbidden for good.
   */
  run<T>(work: Attempt<T>, options: { isRead: boolean; probe: Attempt<unknown> }): Promise<T>;
};

/** A call; `isKeyProbe` if it is the one that asks whether a key that was refused is taken again. */
type Attempt<T> = (options: { isKeyProbe: boolean }) => Promise<T>;

type Deps = { sharedState: SharedStateStore; now: () => Date; log: Log };

const CIRCUIT: SharedState<Breaker> = { name: 'circuit', schema: breakerSchema };
/** An open circuit is remembered for so long, in milliseconds: a backlog that fails fast costs few looks. */
const MEMORY_MS = 250;

/** The breaker that all processes share: any of them opens it for all, and one of them probes. */
export function createCircuit({ sharedState, now, log }: Deps): Circuit {
  const clock = () => now().getTime();
  let seen = { state: CLOSED, at: Number.NEGATIVE_INFINITY };

  function see(state: Breaker): Breaker {
    seen = { state, at: clock() };
    return state;
  }

  async function look(): Promise<Breaker> {
    const isFresh = Math.abs(clock() - seen.at) < MEMORY_MS;
    if (isFresh && seen.state.openUntil !== 0) return seen.state;
    return see((await sharedState.read(CIRCUIT)) ?? CLOSED);
  }

  /** Whether the call may pass. Who is to probe is decided among all processes. */
  async function enter(): Promise<Passage> {
    const at = clock();
    const guess = admit(await look(), at);
    if (guess.as !== 'probe') return unlessRefused(guess);
    const { admission, state } = await sharedState.step(CIRCUIT, (known = CLOSED) => {
      const admission = admit(known, at);
      const state = admission.as === 'refusal' ? known : passed(known, admission);
      return { state, result: { admission, state } };
    });
    see(state);
    return unlessRefused(admission);
  }

  /** Never throws: the call has ended, and its end is what the caller must hear. */
  async function tell(passage: Passage, lesson: Lesson): Promise<void> {
    const isClosed = seen.state.openUntil === 0 && seen.state.failures === 0;
    const isNews =
      passage.as === 'probe' || (lesson.kind === 'answer' ? !isClosed : lesson.kind !== 'nothing');
    if (!isNews) return;
    const at = clock();
    try {
      const { before, after } = await sharedState.step(CIRCUIT, (known = CLOSED) => {
        const state = taught(known, { passage, lesson, now: at });
        return { state, result: { before: known, after: state } };
      });
      see(after);
      const [was, is] = [before.openUntil !== 0, after.openUntil !== 0];
      if (!was && is) log.warn('service.circuit-open', { reason: after.reason });
      if (was && !is) log.info('service.circuit-closed');
    } catch {
      log.warn('service.circuit-not-told');
    }
  }

  async function learn<T>(passage: Passage, work: Attempt<T>, of: 'read' | 'write'): Promise<T> {
    const isKeyProbe = passage.as === 'probe' && isKeyRefused();
    try {
      const result = await work({ isKeyProbe });
      await tell(passage, { kind: 'answer' });
      return result;
    } catch (error) {
      await tell(passage, lessonOf(error, of));
      throw error;
    }
  }

  const isKeyRefused = () => seen.state.reason !== 'unavailable';

  return {
    async check() {
      unlessRefused(admit(await look(), clock()));
    },
    async run(work, { isRead, probe }) {
      const passage = await enter();
      const of = isRead ? 'read' : 'write';
      if (passage.as !== 'probe') return learn(passage, work, of);
      if (isRead && !isKeyRefused()) return learn(passage, work, of);
      await learn(passage, probe, 'read').catch(notSent);
      return learn({ as: 'call' }, work, of);
    },
  };
}

/** What the end of a call says about the service. */
type Lesson =
  | { kind: 'answer' | 'nothing' }
  | {
      kind: 'failure';
      reason: FailureReason;
      retryAfterMs?: number;
      isDoubtful: boolean;
      isCertain?: boolean;
    };

/** An answer of any kind shows that the service is there; what failed before the call shows nothing. */
function lessonOf(error: unknown, of: 'read' | 'write'): Lesson {
  if (!(error instanceof ServiceError) || error.step !== 'call') return { kind: 'nothing' };
  const { kind, status, reached, retryAfterMs, scope } = error;
  if (scope === 'call') return { kind: 'answer' };
  const isDoubtful = of === 'write' && kind === 'unavailable' && reached !== 'no';
  if (kind === 'unavailable') return { kind: 'failure', reason: 'unavailable', retryAfterMs, isDoubtful };
  if (kind === 'auth') {
    const reason = status === 401 ? 'unauthorized' : 'forbidden';
    return { kind: 'failure', reason, isDoubtful, isCertain: scope === 'service' };
  }
  return { kind: kind === 'unexpected' ? 'nothing' : 'answer' };
}

function taught(
  state: Breaker,
  { passage, lesson, now }: { passage: Passage; lesson: Lesson; now: number },
): Breaker {
  if (lesson.kind === 'failure') return afterFailure(state, { passage, now, ...lesson });
  return lesson.kind === 'answer' ? afterSuccess(state, passage) : afterNothing(state, passage);
}

function unlessRefused(admission: Passage | Refused): Passage {
  if (admission.as !== 'refusal') return admission;
  const { reason, retryAfterMs } = admission;
  const [kind, why] =
    reason === 'unavailable'
      ? (['unavailable', 'the service does not answer'] as const)
      : (['auth', 'the service does not take the key'] as const);
  throw new ServiceError(kind, `not asked: ${why}`, { step: 'desk', retryAfterMs, reached: 'no' });
}

/** The probe failed: what it stood in for was not sent. */
function notSent(error: unknown): never {
  throw error instanceof ServiceError ? withChanges(error, { reached: 'no' }) : error;
}
