import 'server-only';
import { digestOf } from '@/lib/core/error-digest';
import { log } from '@/lib/core/log';
import { singleton } from '@/lib/core/singleton';
import { cutText } from '@/lib/core/text';
import { reasonOf } from '@/lib/db/reason';
import { REQUEST_ID } from './request-headers';

/** What failed: a route pattern such as `/leads/[id]`, never the requested URL, which may contain names. */
export type FailedRequest = {
  method: string;
  route: string;
  /** What Next was doing: `render`, `route`, `action` or `proxy`. */
  kind: string;
  requestId?: string;
};

/**
 * The number of equal failures logged individually per hour; after that only the 100th, the 1,000th and so
 * on.
 */
const MAX_ALIKE = 20;
const HOUR_MS = 3_600_000;

const MAX_FRAMES = 20;
const MAX_STATEMENT_LENGTH = 1_000;

/**
 * Logs an uncaught error as one line, and returns the code shown to the person to look it up. For pages and
 * actions that is React's digest, which reaches the browser automatically; else the request's id. Strangers
 * can make some requests fail at will: repeated equal failures are only counted.
 */
export function logRequestError(error: unknown, { method, route, kind, requestId }: FailedRequest): string {
  const code = digestOf(error) ?? requestId ?? '';
  const name = error instanceof Error ? error.name : 'none';
  const count = countUp(`${kind} ${method} ${route} ${name}`, new Date());
  if (!isLogged(count)) return code;
  log().error('request.failed', {
    code,
    count: count > MAX_ALIKE ? count : undefined,
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

/** How often this failed within the current hour, including this time. */
function countUp(kind: string, now: Date): number {
  const counts = singleton('request-failures', () => ({ hour: 0, by: new Map<string, number>() }));
  const hour = Math.floor(now.getTime() / HOUR_MS);
  if (counts.hour !== hour) counts.by.clear();
  counts.hour = hour;
  const count = (counts.by.get(kind) ?? 0) + 1;
  counts.by.set(kind, count);
  return count;
}

function isLogged(count: number): boolean {
  return count <= MAX_ALIKE || /^10+$/.test(String(count));
}

/** A failed statement contains no values (lib/db/private-errors). */
function statementOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== 'QueryError') return undefined;
  return cutText(error.message, MAX_STATEMENT_LENGTH);
}

/** Where it happened, without the message, which may quote user input. */
export function framesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const causes = error.cause === undefined ? [] : framesOf(error.cause);
  return [...frames.map((frame) => frame.trim()), ...causes].slice(0, MAX_FRAMES);
}
