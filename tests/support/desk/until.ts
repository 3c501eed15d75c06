import { setTimeout as pause } from 'node:timers/promises';

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
    const found = await ended(what, probe, deadline + LAST_LOOK_MS - Date.now());
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`Not within ${withinMs / 1000} s: ${what}.`);
    await pause(everyMs);
  }
}

/** How long a look may take that began within the time. */
const LAST_LOOK_MS = 15_000;

/** Waits for a look; one that never ends must be named, or all that is known is that a hook took too long. */
async function ended<T>(what: string, probe: () => T | Promise<T>, withinMs: number): Promise<T> {
  const over = new AbortController();
  const late = pause(withinMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`A look did not end: ${what}.`);
  });
  late.catch(() => {});
  try {
    return await Promise.race([probe(), late]);
  } finally {
    over.abort();
  }
}
