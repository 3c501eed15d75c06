import { setMaxListeners } from 'node:events';

/**
 * Aborts after this many milliseconds, or with `other`. In place of `AbortSignal.any` with `AbortSignal.timeout`: Node 20
 * forgets such a timeout when it collects garbage, and a request without an answer is then awaited without end.
 */
export function abortAfter(ms: number, other?: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const late = () => controller.abort(new DOMException('It took too long.', 'TimeoutError'));
  setTimeout(late, ms).unref();
  const follow = () => controller.abort(other?.reason);
  if (other?.aborted) follow();
  if (!other) return controller.signal;
  // Many wait for the same one.
  setMaxListeners(0, other);
  other.addEventListener('abort', follow, { once: true, signal: controller.signal });
  return controller.signal;
}
