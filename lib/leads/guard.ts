import 'server-only';
import type { ReadStart } from './read-start';

/**
 * Which of two readings of one lead is the newer one. Pure: `applyLead` and `tombstoneLead` ask it under the lead's lock.
 *
 * The service tells when a lead last changed (`updatedAt`, interface 2.1), in ticks that may be as coarse as a
 * second; we know in which order our requests began. A reading shows the lead as it was at some moment after that.
 * The service's times are compared with each other alone, and ours decide nothing here but how often to ask.
 */

/** What the mirror holds of a lead, as far as the guard looks. */
export type Held = {
  serviceUpdatedAt: Date | null;
  readOrder: number;
  /** When the reading began that it comes from, and when the lead was found gone. */
  readStartedAt: Date;
  deletedAt: Date | null;
};

export type Reading = {
  updatedAt?: Date;
  readStart: ReadStart;
  /** A row of the list: it may come from a copy that lags behind what a read of the lead itself says. */
  isListed?: boolean;
  /**
   * What was read before this place in the order gives way, whatever `updatedAt` says. Only for a service that was
   * found to have gone back in time, as one restored from a backup has.
   */
  overrules?: number;
};

/**
 * `counts`: apply it. `late`: it began before the reading that the mirror holds. `behind`: it began later and
 * still shows an older state, so that the service's reads lag, or the service went back in time. `read-first`: the
 * list shows a lead that a read did not find, so that only another read can tell.
 */
export type Verdict = 'counts' | 'late' | 'behind' | 'read-first';

/** However long a lead is gone, the list is asked about as often as this. */
const MAX_READ_AGAIN_MS = 12 * 3_600_000;

/**
 * Compares a reading that found the lead with what is held.
 *
 * Newer `updatedAt` counts. Of equal ones the reading that began later counts: newer alone would lose the second
 * of two edits in one tick. A tombstone gives way to a reading that began later and to no other, and never to a
 * row of the list. A lead that was found and not found by one and the same reading is gone, whichever comes first.
 */
export function compareReading(reading: Reading, held: Held): Verdict {
  const { updatedAt, readStart, overrules, isListed } = reading;
  if (held.deletedAt) {
    if (readStart.order <= held.readOrder) return 'late';
    return isListed ? compareListed(readStart.at, held.deletedAt, held.readStartedAt) : 'counts';
  }
  if (overrules !== undefined && held.readOrder < overrules && readStart.order >= overrules) return 'counts';
  const age = updatedAt && held.serviceUpdatedAt ? updatedAt.getTime() - held.serviceUpdatedAt.getTime() : 0;
  if (age > 0) return 'counts';
  if (age < 0) return readStart.order > held.readOrder ? 'behind' : 'late';
  return readStart.order >= held.readOrder ? 'counts' : 'late';
}

/**
 * A lead that was only just found gone is read at once; one that was found gone again and again, in spans that
 * double: a list that never forgets its deleted leads must not cost a read of each in every sweep. Times of ours that
 * are still to come were written by a clock that was ahead, and say nothing: then it is read.
 */
function compareListed(listedAt: Date, deletedAt: Date, goneAt: Date): Verdict {
  const sinceGone = listedAt.getTime() - goneAt.getTime();
  const knownMs = Math.min(Math.max(goneAt.getTime() - deletedAt.getTime(), 0), MAX_READ_AGAIN_MS);
  return sinceGone < 0 || sinceGone >= knownMs ? 'read-first' : 'late';
}

/** Whether a reading that did not find the lead counts: not if one that began later found it. */
export function isGone({ readStart }: Pick<Reading, 'readStart'>, held: Pick<Held, 'readOrder'>): boolean {
  return readStart.order >= held.readOrder;
}
