import 'server-only';
import type { Log } from '@/lib/core/log';
import { isAmbiguous403, ServiceError, withChanges } from './error';
import type { Fetcher } from './fetch';
import type { Scheduler } from './rate/scheduler';
import type { CallClass } from './rate/shared-state';
import { type ServiceRequest, type ServiceResponse, send } from './request';
import { isRefusalAlone, toServiceError } from './response-error';
import { isKeyRefusal, type TokenSource } from './token-source';

export type Call = Pick<ServiceRequest, 'what' | 'method' | 'url' | 'body'> & {
  callClass: CallClass;
  /** Called once, right before the request is sent; false cancels it. */
  beforeSend?: () => Promise<boolean>;
};

type Attempt = Omit<Call, 'callClass'> & { isProbe?: boolean };

export type Caller = (call: Call) => Promise<ServiceResponse>;

/** `beforeSend` returned false. Nothing was sent. */
export class CancelledError extends Error {
  override name = 'CancelledError';
}

type Deps = {
  tokens: TokenSource;
  scheduler: Scheduler;
  /** A small read that shows whether the service is up and accepts the key. */
  probe: Pick<ServiceRequest, 'what' | 'url'>;
  secrets: readonly string[];
  fetcher: Fetcher;
  now: () => Date;
  log: Log;
  readsOnly: boolean;
  /** Called after each call. Must not throw. */
  onCallEnded: (call: EndedCall) => Promise<void>;
};

/** What was called, how long it took with the wait for its turn, and the error, undefined for a success. */
export type EndedCall = Pick<Call, 'what'> & { ms: number; error: ServiceError | undefined };

const TIMEOUT_MS = 10_000;
/** The replacement for a refused token may come from another process and be expired too. */
const RENEWALS = 2;
/** A probe sends at most two requests. */
const PROBE_RENEWALS = 1;

/**
 * Creates the only way to call the service: through the scheduler, with a token that is replaced when refused. Returns only
 * a 2xx; everything else is thrown as ServiceError. Nothing is retried here: only the caller knows what is safe to retry.
 */
export function createCaller(deps: Deps): Caller {
  const { tokens, scheduler, fetcher, now, log, onCallEnded: ended } = deps;

  async function attempt({ beforeSend, isProbe, ...call }: Attempt): Promise<ServiceResponse> {
    const request = { ...call, step: 'call', timeoutMs: TIMEOUT_MS } as const;
    const withToken = async (accessToken: string, after?: number) => {
      const response = await send({ ...request, accessToken }, fetcher);
      tokens.answered(accessToken, { status: response.status, after });
      return response;
    };
    let accessToken = await tokens.current();
    const used = [accessToken];
    if (beforeSend && !(await beforeSend())) throw new CancelledError();
    let response = await withToken(accessToken);
    const renewals = isProbe ? PROBE_RENEWALS : RENEWALS;
    while (used.length <= renewals && isKeyRefusal(response.status)) {
      if (!(await tokens.refused(accessToken, response.status))) break;
      accessToken = await tokens.current();
      used.push(accessToken);
      response = await withToken(accessToken, response.status);
    }
    if (response.status >= 200 && response.status < 300) return response;
    const secrets = [...deps.secrets, ...used];
    const error = toServiceError(response, { request, now: now(), secrets });
    throw call.url === deps.probe.url || !isAmbiguous403(error)
      ? error
      : await withScope(error, { accessToken, isJson: response.json !== undefined });
  }

  /**
   * Adds the scope of the refusal: a gateway rule or a missing permission may refuse one record permanently,
   * which must neither stop all other calls nor be reported as a refused key.
   */
  async function withScope(
    error: ServiceError,
    { accessToken, isJson }: { accessToken: string; isJson: boolean },
  ): Promise<ServiceError> {
    try {
      await probe();
      // If the probe renewed the token, its success says nothing about the refused one.
      if ((await tokens.current()) !== accessToken) return error;
      const refused =
        isRefusalAlone(error, { isJson }) &&
        ({ kind: 'refused', writtenByService: true, reached: 'maybe' } as const);
      return withChanges(error, { scope: 'call', ...refused });
    } catch (probed) {
      if (!(probed instanceof ServiceError)) throw probed;
      const isRefused = probed.step === 'call' && probed.kind === 'auth';
      return isRefused && error.kind === 'auth' ? withChanges(error, { scope: 'service' }) : error;
    }
  }

  function logFailure(what: string, error: ServiceError, ms: number): void {
    const { kind, step, status, reached, message } = error;
    // The cause of a delay on our side is logged when it starts; a line per call would bury it.
    if (step === 'desk' && error.cause === undefined) return;
    // Reading a deleted lead is the normal way to detect the deletion.
    const level = status === 404 || status === 410 ? 'info' : 'warn';
    log[level]('service.call-failed', { what, kind, step, status, reached, ms, reason: message });
  }

  const probe = () => attempt({ ...deps.probe, method: 'GET', isProbe: true });

  return async ({ callClass, ...call }) => {
    const startedAt = performance.now();
    const { what } = call;
    const passed = () => Math.round(performance.now() - startedAt);
    const isRead = call.method === 'GET';
    if (deps.readsOnly && !isRead)
      throw new ServiceError('unavailable', 'A drill (DRILL) sends nothing.', {
        step: 'desk',
        reached: 'no',
      });
    try {
      const response = await scheduler.run(callClass, { isRead, work: () => attempt(call), probe });
      await ended({ what, ms: passed(), error: undefined });
      return response;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const ms = passed();
      logFailure(what, error, ms);
      await ended({ what, ms, error });
      throw error;
    }
  };
}
