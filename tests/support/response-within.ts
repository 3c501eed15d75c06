import { withTimeout } from '@/lib/core/timeout';

/**
 * How long a request of the tests may wait for its answer, in milliseconds. Generous, and shorter than a hook may take:
 * what does not answer must be named.
 */
export const RESPOND_WITHIN_MS = 120_000;

/** The client has limits of its own, which name the cause. */
const AFTER_ITS_OWN_MS = 10_000;

/**
 * The response, or an error that names the request. Once in hundreds of runs in which processes are killed and frozen, the
 * HTTP client lost a request: its promise never settled, with no connection and no timer left, and the test hung.
 */
export function responseWithin<T>(response: Promise<T>, what: string): Promise<T> {
  const ms = RESPOND_WITHIN_MS + AFTER_ITS_OWN_MS;
  return withTimeout(response, ms, () => {
    throw new Error(`No answer within ${ms / 1000} s: ${what}`);
  });
}
