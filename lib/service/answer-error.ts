import 'server-only';
import { ServiceError, type ServiceErrorKind } from './error';
import type { ServiceAnswer, ServiceRequest } from './request';
import { parseRetryAfter } from './retry-after';
import { readErrorBody } from './wire/error-body';

const TIMED_OUT = 408;
const TOO_EARLY = 425;
const TOO_MANY = 429;

export type AnswerContext = {
  request: Pick<ServiceRequest, 'what' | 'step'>;
  now: Date;
  /** Blanked wherever the service repeats them. */
  secrets: readonly string[];
};

/** The error that an answer with a status other than 2xx means (the interface, section 7), and how it was told. */
export function toServiceError(
  answer: ServiceAnswer,
  { request, now, secrets }: AnswerContext,
): { error: ServiceError; shape: string } {
  const { status } = answer;
  const body = readErrorBody(answer);
  const kind = kindOf(status);
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
    // Turned away at the door: neither a refused key nor a refused rate has stored anything.
    reached: kind === 'auth' || kind === 'rate-limited' ? 'no' : 'maybe',
  });
  return { error, shape: body.shape };
}

function kindOf(status: number): ServiceErrorKind {
  if (status === 401 || status === 403) return 'auth';
  if (status === TOO_MANY) return 'rate-limited';
  if (status >= 500 || status === TIMED_OUT || status === TOO_EARLY) return 'unavailable';
  return status >= 400 ? 'refused' : 'unexpected';
}
