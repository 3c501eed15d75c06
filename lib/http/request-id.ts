/** The request header in which proxy.ts names each request; what a browser sends in it is lost. Answers carry it, too. */
export const REQUEST_ID = 'x-request-id';

/** A short random name for one request: enough to find it in a log, and short enough to be read out. */
export function newRequestId(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 12);
}
