import 'server-only';
import { log } from './log';
import { reasonOf } from './reason';
import { REQUEST_ID } from './request-id';
import { cutText } from './text';

/** What failed: a route as `/leads/[id]`, never the address that was asked for, which may hold names. */
export type FailedRequest = {
  method: string;
  route: string;
  /** What Next was doing: `render`, `route`, `action` or `proxy`. */
  kind: string;
  requestId?: string;
};

const MAX_FRAMES = 20;
const MAX_STATEMENT_LENGTH = 1_000;

/**
 * Logs an error that nobody caught as one line, and returns the code that leads to it: what the person is shown who
 * met it. For pages and actions that is React's digest, which reaches the browser by itself; else the request's id.
 */
export function logRequestError(error: unknown, { method, route, kind, requestId }: FailedRequest): string {
  const code = digestOf(error) ?? requestId ?? '';
  log().error('request.failed', {
    code,
    requestId,
    method,
    route,
    kind,
    reason: reasonOf(error),
    statement: statementOf(error),
    stack: framesOf(error),
  });
  return code;
}

/** The id that proxy.ts gave the request. */
export function requestIdOf(headers: Headers | NodeJS.Dict<string | string[]>): string | undefined {
  const value = headers instanceof Headers ? headers.get(REQUEST_ID) : headers[REQUEST_ID];
  return typeof value === 'string' ? value : undefined;
}

function digestOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('digest' in error)) return undefined;
  return typeof error.digest === 'string' ? error.digest : undefined;
}

/** A failed statement holds no values (lib/db/private-errors). */
function statementOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== 'QueryError') return undefined;
  return cutText(error.message, MAX_STATEMENT_LENGTH);
}

/** Where it happened, without the message, which may quote what somebody typed. */
function framesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const causes = error.cause === undefined ? [] : framesOf(error.cause);
  return [...frames.map((frame) => frame.trim()), ...causes].slice(0, MAX_FRAMES);
}
