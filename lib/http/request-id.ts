/**
 * The request header in which proxy.ts sets the id of each request, replacing a client's value. Responses
 * carry it too.
 */
export const REQUEST_ID = 'x-request-id';

/** A short random id for one request: long enough to find it in a log, and short enough to read aloud. */
export function newRequestId(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 12);
}
