import 'server-only';
import { msUntil } from './shared-state';

const MIN_PER_SECOND = 0.5;
const MAX_PER_SECOND = 50;
/** What a 429 multiplies the rate with, and each success that waited for its slot: before the first 429, and after it. */
const SLOWER = 0.7;
const FASTER_AT_FIRST = 1.1;
const FASTER = 1.01;
/** After a while without calls, the slots of this time may be used at once. */
const BURST_MS = 1_000;
/** So long without anyone waiting for a slot doubles a rate that 429s lowered, up to the one that it began with. */
const RECOVERY_MS = 60_000;

/**
 * How fast this process sends calls of one class. The service does not publish its limit (interface 8), so the
 * rate searches for it. Times are epoch milliseconds.
 */
export function createPace(startPerSecond: number, random: () => number) {
  let perSecond = startPerSecond;
  let nextAt = 0;
  let closedUntil = 0;
  let faster: number = FASTER_AT_FIRST;
  const spacing = () => 1_000 / perSecond;

  return {
    isClosed: (now: number) => msUntil(closedUntil, now) > 0,
    /** How long until the next slot. */
    waitMs: (now: number) => Math.ceil(msUntil(nextAt, now)),
    takeSlot(now: number): void {
      // A desk that sends a lead a minute has nobody who waits, and would stay slow for weeks.
      const recovered = perSecond * 2 ** (Math.max(0, now - nextAt) / RECOVERY_MS);
      perSecond = Math.max(perSecond, Math.min(recovered, startPerSecond));
      const isAhead = msUntil(nextAt, now) > 0;
      nextAt = (isAhead ? nextAt : Math.max(now - BURST_MS, Math.min(nextAt, now))) + spacing();
    },
    /** No slot until then. Returns whether the class was open: calls that went out together are refused together. */
    close(until: number, now: number): boolean {
      const closedMs = msUntil(closedUntil, now);
      if (msUntil(until, now) <= closedMs) return false;
      closedUntil = until;
      // Not all processes in the same moment.
      nextAt = Math.max(until + random() * spacing(), now + msUntil(nextAt, now));
      return closedMs === 0;
    },
    slowDown(): void {
      perSecond = Math.max(MIN_PER_SECOND, perSecond * SLOWER);
      faster = FASTER;
    },
    /** After a success that had to wait for its slot: another says nothing about a higher rate. */
    speedUp(): void {
      perSecond = Math.min(MAX_PER_SECOND, perSecond * faster);
    },
  };
}
