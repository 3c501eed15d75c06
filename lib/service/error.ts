import 'server-only';

export type ServiceErrorKind = 'auth' | 'rate-limited' | 'refused' | 'unavailable' | 'unexpected';

/** The step that failed: our own side, before any request; getting an access token; or the call itself. */
export type ServiceStep = 'desk' | 'token' | 'call';

/**
 * The scope of a refusal, determined by a small read right after it. `call`: the read succeeded, so only this
 * call is refused. `service`: the key was refused there too.
 */
export type RefusalScope = 'call' | 'service';

export type ServiceErrorDetails = {
  step?: ServiceStep;
  status?: number;
  retryAfterMs?: number;
  classRestsMs?: number;
  fieldErrors?: Record<string, string>;
  serviceMessage?: string;
  reached?: 'no' | 'maybe';
  writtenByService?: boolean;
  scope?: RefusalScope;
  cause?: unknown;
};

const MARK = Symbol.for('partner-desk.ServiceError');

/**
 * The only error of `lib/service`.
 *
 * - `auth`: 401 or 403 after one renewal of the token, or no token could be obtained (the interface, section
 * 5). A 403 with the `scope` `call` concerns one record or route: the key itself is accepted.
 * - `rate-limited`: 429, or our own pace asks to wait; see `retryAfterMs`.
 * - `refused`: another 4xx that the service itself probably wrote; `fieldErrors` holds its messages about
 * single fields. Includes any 404 or 410 to a GET or DELETE, including a gateway's.
 * - `unavailable`: 5xx, another 4xx from a gateway, no network, a timeout, an open circuit, or unavailable
 * shared state.
 * - `unexpected`: a response we cannot read. After a create with a 2xx `status` the lead exists.
 *
 * `reached: 'no'` promises that the service did not accept the request, so a create may be sent again.
 * Neither the message nor any property contains a secret, a token or a person's answer.
 */
export class ServiceError extends Error {
  /**
   * Checked by a brand and not by class: Next keeps several copies of a module in one process, and the error
   * may be thrown by another copy than the one that catches it.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && MARK in value;
  }

  readonly [MARK] = true;
  override readonly name = 'ServiceError';
  readonly kind: ServiceErrorKind;
  readonly step: ServiceStep;
  readonly status?: number;
  /** Milliseconds after which a retry makes sense. */
  readonly retryAfterMs?: number;
  /** Milliseconds for which no call of its class may be sent; undefined if other calls may be. */
  readonly classRestsMs?: number;
  /** By fieldId as the service names it; without a prototype. */
  readonly fieldErrors: Record<string, string>;
  /** The service's message as plain text. */
  readonly serviceMessage?: string;
  readonly reached: 'no' | 'maybe';
  /** False for a response that a gateway may have written, and if there was no response. */
  readonly writtenByService: boolean;
  /** Undefined if the small read was not made or was inconclusive. */
  readonly scope?: RefusalScope;

  constructor(kind: ServiceErrorKind, message: string, details: ServiceErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.step = details.step ?? 'call';
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.classRestsMs = details.classRestsMs;
    this.fieldErrors = Object.assign(Object.create(null), details.fieldErrors);
    this.serviceMessage = details.serviceMessage;
    this.reached = details.reached ?? 'maybe';
    this.writtenByService = details.writtenByService ?? false;
    this.scope = details.scope;
  }
}

/** A copy of the error with some details changed. */
export function withChanges(
  error: ServiceError,
  {
    kind = error.kind,
    message = error.message,
    ...changes
  }: ServiceErrorDetails & {
    kind?: ServiceErrorKind;
    message?: string;
  },
): ServiceError {
  return new ServiceError(kind, message, { ...error, cause: error.cause, ...changes });
}

/** A 4xx from a gateway in front of the service: nothing was stored. */
export function isRejectedByGateway({ status = 0, kind, reached }: ServiceError): boolean {
  return kind === 'unavailable' && reached === 'no' && status >= 400 && status < 500;
}

/** A refusal whose status does not tell whether it concerns the whole service or only this call. */
export function isAmbiguous403(error: ServiceError): boolean {
  return error.step === 'call' && (error.status === 403 || isRejectedByGateway(error));
}
