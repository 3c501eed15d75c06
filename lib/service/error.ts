import 'server-only';

export type ServiceErrorKind = 'auth' | 'rate-limited' | 'refused' | 'unavailable' | 'unexpected';

/** What failed: our own side, before any request; getting an access token; or the call itself. */
export type ServiceStep = 'desk' | 'token' | 'call';

/**
 * How far a refusal goes, by a small read right after it. `call`: that one was answered, so it is about this call
 * alone. `service`: the key was refused there, too.
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
 * The one error of `lib/service`.
 *
 * - `auth`: 401 or 403 after one renewal of the token, or no token could be obtained (the interface, section 5). A 403 with
 *   the `scope` `call` is about one record or one route: the key itself is taken.
 * - `rate-limited`: 429, or our own limiter asks to wait; see `retryAfterMs`.
 * - `refused`: another 4xx that the service wrote itself, as far as one can see; `fieldErrors` holds what it said
 *   about single fields. A 404 or 410 to a GET or DELETE is one, whoever wrote it.
 * - `unavailable`: 5xx, another 4xx that something in front of the service wrote, no network, no answer in time, the
 *   circuit is open, or our own processes cannot agree on who may call.
 * - `unexpected`: an answer we cannot read. After a create with a 2xx `status` the lead exists.
 *
 * `reached: 'no'` promises that the service did not take the request in, so a create may be sent again.
 * Neither the message nor any property holds a secret, a token or an answer of a person.
 */
export class ServiceError extends Error {
  /**
   * By its mark and not by its class: Next keeps several copies of a module in one process, and the client that
   * throws is often not of the copy that catches.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && MARK in value;
  }

  readonly [MARK] = true;
  override readonly name = 'ServiceError';
  readonly kind: ServiceErrorKind;
  readonly step: ServiceStep;
  readonly status?: number;
  /** Milliseconds after which trying again makes sense. */
  readonly retryAfterMs?: number;
  /** Milliseconds for which no call of its class may go out, this one or another; undefined if others may. */
  readonly classRestsMs?: number;
  /** By fieldId as the service names it; without a prototype. */
  readonly fieldErrors: Record<string, string>;
  /** Plain text in the service's own words. */
  readonly serviceMessage?: string;
  readonly reached: 'no' | 'maybe';
  /** False for an answer that a gateway in front of the service may have written, and where nothing was answered. */
  readonly writtenByService: boolean;
  /** Undefined where there was no small read, or where it showed neither. */
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

/** The same error with some details changed. */
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
  const { step, status, retryAfterMs, fieldErrors, serviceMessage, reached, cause } = error;
  const said = { fieldErrors, serviceMessage, writtenByService: error.writtenByService, scope: error.scope };
  const details = { step, status, retryAfterMs, classRestsMs: error.classRestsMs, ...said, reached, cause };
  return new ServiceError(kind, message, { ...details, ...changes });
}

/** A 4xx by which something in front of the service answered in its place: nothing was stored. */
export function isTurnedAwayInFront({ status = 0, kind, reached }: ServiceError): boolean {
  return kind === 'unavailable' && reached === 'no' && status >= 400 && status < 500;
}

/** Refused in a way that may be about the whole service or about this one call: the status does not tell. */
export function isOfUnknownScope(error: ServiceError): boolean {
  return error.step === 'call' && (error.status === 403 || isTurnedAwayInFront(error));
}
