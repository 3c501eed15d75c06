import { setTimeout as pause } from 'node:timers/promises';
import { withTimeout } from '@/lib/core/timeout';

/**
 * Polls until `probe` returns something other than undefined or false, and returns that. Without a bound of its own it
 * waits generously: a caller that expects it sooner says so.
 *
 * @throws {Error} naming what was waited for, after `withinMs`
 */
export async function until<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  { withinMs = 30_000, everyMs = 50 }: { withinMs?: number; everyMs?: number } = {},
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    // One that never ends must be named, or all that is known is that a hook took too long.
    const found = await withTimeout(Promise.resolve(probe()), deadline + LAST_LOOK_MS - Date.now(), () => {
      throw new Error(`A look did not end: ${what}.`);
    });
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`Not within ${withinMs / 1000} s: ${what}.`);
    await pause(everyMs);
  }
}

/** How long a look may take that began within the time. */
const LAST_LOOK_MS = 15_000;
