import 'server-only';

/** How long an admin waits for the worker before the page says "soon", in milliseconds. */
const TIMEOUT_MS = 3_000;
const POLL_MS = 100;

/** Waits for a result of the worker, up to three seconds; returns whether it is true. */
export async function waitFor(isTrue: () => Promise<boolean>): Promise<boolean> {
  const until = performance.now() + TIMEOUT_MS;
  while (performance.now() < until) {
    if (await isTrue()) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}
