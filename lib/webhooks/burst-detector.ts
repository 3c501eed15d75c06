import 'server-only';

/** Deliveries of one lead with shorter gaps than this, in milliseconds, belong together. */
const GAP_MS = 2_000;
/** The first consecutive deliveries are read immediately; more of them are a burst. */
const FIRST_FREE = 2;
/** With fewer deliveries than this within two seconds, each is read immediately. */
const MIN_RATE = 30;
/** The maximum of leads remembered; forgetting one costs one read. */
const MAX_LEADS = 10_000;

/**
 * Detects, under a high rate of deliveries, leads with deliveries in quick succession, so that one read can
 * serve many of them. Counts only this process's deliveries, which is enough.
 *
 * @returns notes a delivery of a lead, and says whether it is part of a burst
 */
export function createBurstDetector(): (leadId: string, now: Date) => boolean {
  const seen = new Map<string, { at: number; inARow: number }>();
  let counts = { second: 0, count: 0, before: 0 };

  /** The number of deliveries in this second of the clock and in the previous one. */
  function countLately(at: number): number {
    const second = Math.floor(at / 1_000);
    if (second !== counts.second) {
      counts = { second, count: 0, before: second === counts.second + 1 ? counts.count : 0 };
    }
    counts.count += 1;
    return counts.count + counts.before;
  }

  return (leadId, now) => {
    const at = now.getTime();
    const isRateHigh = countLately(at) >= MIN_RATE;
    const last = seen.get(leadId);
    const follows = last !== undefined && Math.abs(at - last.at) < GAP_MS;
    const inARow = follows ? last.inARow + 1 : 1;
    if (seen.size >= MAX_LEADS) seen.clear();
    seen.set(leadId, { at, inARow });
    return isRateHigh && inARow > FIRST_FREE;
  };
}
