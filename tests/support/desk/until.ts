import { setTimeout as pause } from 'node:timers/promises';

/**
 * Polls until `probe` returns something other than undefined or false, and returns that. Without a bound of its own it
 * waits generously: what is to be seen within a time says so.
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
    const found = await probe();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`Not within ${withinMs / 1000} s: ${what}.`);
    await pause(everyMs);
  }
}
