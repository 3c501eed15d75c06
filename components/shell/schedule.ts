/**
 * When a live page polls again, and when it shows that it is stale. Pure: time and randomness are parameters.
 */

/** The poll is authoritative, the stream only a hint. */
export const POLL_MS = 30_000;

/** Two missed polls: from then on the page says that it is old (requirement D6). */
export const STALE_MS = 2 * POLL_MS;

const MAX_PAUSE_MS = 5 * 60_000;

/**
 * Milliseconds before the next request after this many failures in a row; 0 failures is the normal poll.
 * Backoff up to five minutes, half of it random (`random` in 0..1), so that not every open page calls a
 * restarted desk in the same moment.
 */
export function pauseAfter({ failures, random }: { failures: number; random: number }): number {
  if (failures === 0) return POLL_MS;
  const full = Math.min(MAX_PAUSE_MS, POLL_MS * 2 ** (failures - 1));
  return full / 2 + (full / 2) * random;
}
