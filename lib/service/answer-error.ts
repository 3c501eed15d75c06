import 'server-only';
import { ServiceError, type ServiceErrorKind } from './error';
import type { ServiceAnswer, ServiceRequest } from './request';
import { parseRetryAfter } from './retry-after';
import { type ErrorBody, readErrorBody } from './wire/error-body';

const TIMED_OUT = 408;
const TOO_EARLY = 425;
const TOO_MANY = 429;

export type AnswerContext = {
  request: Pick<ServiceRequest, 'what' | 'step' | 'method'>;
  now: Date;
  /** Blanked wherever the service repeats them. */
  secrets: readonly string[];
};

/** The error that an answer with a status other than 2xx means (the interface, section 7), and the shape of its body. */
export function toServiceError(
  answer: ServiceAnswer,
  { request, now, secrets }: AnswerContext,
): { error: ServiceError; shape: string } {
  const { status } = answer;
  const body = readErrorBody(answer);
  const author = { method: request.method, status, body };
  const writtenByService = isWrittenByService(author);
  const kind = kindOf({ ...author, writtenByService });
  const blank = (text: string) =>
    secrets
      .filter((secret) => secret !== '')
      .reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text);
  const error = new ServiceError(kind, `${request.what}: answered ${status}`, {
    step: request.step,
    status,
    retryAfterMs: parseRetryAfter(answer.headers.get('retry-after'), now),
    fieldErrors: Object.assign(
      Object.create(null),
      Object.fromEntries(Object.entries(body.fieldErrors).map(([fieldId, text]) => [fieldId, blank(text)])),
    ),
    serviceMessage: body.message === undefined ? undefined : blank(body.message),
    writtenByService,
    reached: isTurnedAway(kind, status) ? 'no' : 'maybe',
  });
  return { error, shape: body.shape };
}

type Author = { method: ServiceRequest['method']; status: number; body: ErrorBody };

/** Statuses about the content of a request. A gateway does not answer with them by itself. */
const CONTENT_STATUSES = [409, 422];
const BAD_REQUEST = 400;
const GONE = [404, 410];

/**
 * Whether the service wrote this answer itself, as far as one can see: the interface shows no error body (section 7),
 * and a gateway answers in its place while the vendor deploys. JSON that says something counts, and so does a plain
 * text of a 400, unless it only spells the status out. To a POST, other statuses count only where they name a field:
 * "no such route" comes as JSON, too.
 */
function isWrittenByService({ method, status, body }: Author): boolean {
  if (CONTENT_STATUSES.includes(status) || Object.keys(body.fieldErrors).length > 0) return true;
  const says =
    body.message !== undefined && !/^(4\d\d )?[a-z]* ?(bad request|not found)\.?$/i.test(body.message);
  if (status === BAD_REQUEST) return says;
  return method !== 'POST' && says && body.shape !== 'text';
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
 * Refused before anything was stored: by the key, by the rate, or by a gateway with a 4xx. A request that the gateway
 * gave up on (408, 5xx) may have been stored.
 */
function isTurnedAway(kind: ServiceErrorKind, status: number): boolean {
  if (kind === 'auth' || kind === 'rate-limited') return true;
  return kind === 'unavailable' && status < 500 && status !== TIMED_OUT && status !== TOO_EARLY;
}
