import 'server-only';

const FIRST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;

/**
 * When to try again after `attempts` tries (1 or more): exponential, at most five minutes, with jitter over
 * the upper half, so that what failed together does not come back together.
 *
 * @param chance a random number in [0, 1)
 */
export function backoff({ attempts, now, chance }: { attempts: number; now: Date; chance: number }): Date {
  const longest = Math.min(FIRST_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_MS);
  return new Date(now.getTime() + longest / 2 + (chance * longest) / 2);
}
