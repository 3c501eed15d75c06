import 'server-only';

const FIRST_MS = 1_000;
const MAX_MS = 5 * 60_000;
/** The minimum backoff: a failing job must not become a busy loop. */
const MIN_MS = 50;

/**
 * When to retry after `attempts` tries (1 or more): exponential, at most five minutes, with full jitter, so
 * that jobs that failed together are not retried together.
 *
 * @param random a random number in [0, 1)
 */
export function backoff({ attempts, now, random }: { attempts: number; now: Date; random: number }): Date {
  const longest = Math.min(FIRST_MS * 2 ** Math.min(attempts - 1, 20), MAX_MS);
  return new Date(now.getTime() + MIN_MS + random * (longest - MIN_MS));
}
