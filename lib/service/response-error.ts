import 'server-only';
import { ServiceError, type ServiceErrorKind } from './error';
import type { ServiceRequest, ServiceResponse } from './request';
import { type ErrorBody, isStatusText, readErrorBody } from './wire/error-body';

const TIMED_OUT = 408;
const TOO_EARLY = 425;
/** A step after the storing failed, or the gateway's own caller was gone: the service may have stored what was sent. */
const FAILED_LATER = [424, 499];
const TOO_MANY = 429;

export type ResponseContext = {
  request: Pick<ServiceRequest, 'what' | 'step' | 'method'>;
  now: Date;
  /** Redacted wherever the service echoes them. */
  secrets: readonly string[];
};

/** Converts a response with a non-2xx status (the interface, section 7) to an error. */
export function toServiceError(
  response: ServiceResponse,
  { request, now, secrets }: ResponseContext,
): ServiceError {
  const { status } = response;
  const body = readErrorBody(response);
  const author = { method: request.method, status, body };
  const writtenByService = isWrittenByService(author);
  const kind = kindOf({ ...author, writtenByService });
  const blank = (text: string) =>
    secrets
      .filter((secret) => secret !== '')
      .reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text);
  return new ServiceError(kind, `${request.what}: answered ${status}`, {
    step: request.step,
    status,
    retryAfterMs: parseRetryAfter(response.headers.get('retry-after'), now),
    fieldErrors: Object.assign(
      Object.create(null),
      Object.fromEntries(Object.entries(body.fieldErrors).map(([fieldId, text]) => [fieldId, blank(text)])),
    ),
    serviceMessage: body.message === undefined ? undefined : blank(body.message),
    writtenByService,
    reached: isNotStored(kind, status) ? 'no' : 'maybe',
  });
}

type Author = { method: ServiceRequest['method']; status: number; body: ErrorBody };

/** Statuses about the content of a request, which a gateway does not send on its own. */
const CONTENT_STATUSES = [409, 422];
const BAD_REQUEST = 400;
const GONE = [404, 410];

/**
 * Whether the service itself, and not a gateway, probably wrote this response: the interface shows no error
 * body (section 7), and a gateway answers for the service while the vendor deploys. JSON with a message
 * counts, and so does the plain text of a 400, unless it only spells out the status. For a POST, other
 * statuses count only where they name a field: "no such route" is JSON too. A 400 in any other form is the service's if
 * it answers a read right after (`isRefusalAlone`).
 */
function isWrittenByService({ method, status, body }: Author): boolean {
  if (CONTENT_STATUSES.includes(status) || Object.keys(body.fieldErrors).length > 0) return true;
  const says = body.message !== undefined && body.shape !== 'markup' && !isStatusText(body.message);
  if (status === BAD_REQUEST) return says;
  return method !== 'POST' && says && body.shape !== 'text';
}

/**
 * Whether a 400 that only this call got is the service's own refusal, whatever its form: JSON, or anything but the page of a
 * gateway, which spells out the status and says no more.
 */
export function isRefusalAlone(
  { status, serviceMessage }: ServiceError,
  { isJson }: { isJson: boolean },
): boolean {
  return status === BAD_REQUEST && (isJson || serviceMessage === undefined || !isStatusText(serviceMessage));
}

function kindOf({
  method,
  status,
  writtenByService,
}: Author & { writtenByService: boolean }): ServiceErrorKind {
  if (status === 401 || status === 403) return 'auth';
  if (status === TOO_MANY) return 'rate-limited';
  if (status >= 500 || status === TIMED_OUT || status === TOO_EARLY) return 'unavailable';
  if (status < 400) return 'unexpected';
  const isGone = GONE.includes(status) && (method === 'GET' || method === 'DELETE');
  return writtenByService || isGone ? 'refused' : 'unavailable';
}

/**
 * Rejected before anything was stored: by the key, by the rate limit, or by a gateway with a 4xx. A request
 * that timed out at the gateway (408, 5xx) may have been stored.
 */
function isNotStored(kind: ServiceErrorKind, status: number): boolean {
  if (kind === 'auth' || kind === 'rate-limited') return true;
  if (FAILED_LATER.includes(status)) return false;
  return kind === 'unavailable' && status < 500 && status !== TIMED_OUT && status !== TOO_EARLY;
}

const MIN_MS = 500;
const MAX_MS = 15 * 60_000;

/** The two forms that name their time zone, and the oldest one, which does not. */
const HTTP_DATE = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*, .+ \d{2}:\d{2}:\d{2} GMT$/i;
const ASCTIME = /^(?:mon|tue|wed|thu|fri|sat|sun) [a-z]{3} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/i;

/**
 * The wait in a `Retry-After` header, in milliseconds, clamped to 0.5 s..15 min: seconds or an HTTP date in
 * any of its three forms. Undefined if the header is absent or invalid, such as `-1` and `abc`; then the
 * caller chooses its own wait.
 */
export function parseRetryAfter(header: string | null | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return clamp(Number(text) * 1000);
  const date = readDate(text);
  return Number.isNaN(date) ? undefined : clamp(date - now.getTime());
}

/** `Date.parse` alone is too lenient: it reads a year out of "abc 1". */
function readDate(text: string): number {
  if (ASCTIME.test(text)) return Date.parse(`${text} GMT`);
  return HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
}

function clamp(ms: number): number {
  return Math.min(MAX_MS, Math.max(MIN_MS, ms));
}
