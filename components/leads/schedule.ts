/** When a live page asks again, and when it admits to be stale. Pure: time and chance are told. */

/** The poll is the truth, the stream only a hint. */
export const POLL_MS = 30_000;

/** Two polls missed: from here on the page says in words that it is old (requirement D6). */
export const STALE_MS = 2 * POLL_MS;

const MAX_PAUSE_MS = 5 * 60_000;

/**
 * Milliseconds to wait before asking again after so many failures in a row; 0 failures is the plain poll.
 * Doubles up to five minutes, half of it by chance (`random` in 0..1), so that a restarted desk is not met by
 * every open page at once.
 */
export function pauseAfter({ failures, random }: { failures: number; random: number }): number {
  if (failures === 0) return POLL_MS;
  const full = Math.min(MAX_PAUSE_MS, POLL_MS * 2 ** (failures - 1));
  return full / 2 + (full / 2) * random;
}
