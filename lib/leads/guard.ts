import 'server-only';
import type { ReadStart } from './read-start';

/**
 * Decides which of two snapshots of one lead is newer. Pure: `applyLead` and `tombstoneLead` call it under the
 * lead's lock.
 *
 * The service reports when a lead last changed (`updatedAt`, interface 2.1), in ticks that may be a second;
 * we know in which order our requests began. A snapshot shows the lead as it was at some moment after its
 * request began. The service's times are compared only with each other; our times decide nothing here except
 * how often to read.
 */

/** What the mirror holds of a lead, as far as the guard needs it. */
export type Stored = {
  serviceUpdatedAt: Date | null;
  readOrder: number;
  /** When the stored snapshot began, and when the lead was found deleted. */
  readStartedAt: Date;
  deletedAt: Date | null;
};

export type Snapshot = {
  updatedAt?: Date;
  readStart: ReadStart;
  /** A row of the list: it may come from a copy that lags behind the read of a single lead. */
  isListed?: boolean;
  /**
   * Whatever was read before this place in the order yields, regardless of `updatedAt`. Only for a service
   * that was found to have gone back in time, for example after it was restored from a backup.
   */
  supersedes?: number;
};

/**
 * `counts`: apply it. `late`: it began before the snapshot that the mirror holds. `behind`: it began later and
 * still shows an older state, so the service's reads lag, or the service went back in time. `read-first`: the
 * list shows a lead that a read did not find, so only another read can decide.
 */
export type Verdict = 'counts' | 'late' | 'behind' | 'read-first';

/** The longest interval between reads of a deleted lead that the list still shows. */
const MAX_READ_AGAIN_MS = 12 * 3_600_000;

/**
 * Compares a snapshot that found the lead with what is stored.
 *
 * The newer `updatedAt` counts. If they are equal, the snapshot that began later counts: requiring a newer one
 * would lose the second of two edits in one tick. A tombstone yields only to a snapshot that began later, and
 * never to a row of the list. If one and the same snapshot found and did not find the lead, it is deleted,
 * whichever is applied first.
 */
export function compareSnapshot(snapshot: Snapshot, stored: Stored): Verdict {
  const { updatedAt, readStart, supersedes, isListed } = snapshot;
  if (stored.deletedAt) {
    if (readStart.order <= stored.readOrder) return 'late';
    return isListed ? compareListed(readStart.at, stored.deletedAt, stored.readStartedAt) : 'counts';
  }
  if (supersedes !== undefined && stored.readOrder < supersedes && readStart.order >= supersedes)
    return 'counts';
  const age =
    updatedAt && stored.serviceUpdatedAt ? updatedAt.getTime() - stored.serviceUpdatedAt.getTime() : 0;
  if (age > 0) return 'counts';
  if (age < 0) return readStart.order > stored.readOrder ? 'behind' : 'late';
  return readStart.order >= stored.readOrder ? 'counts' : 'late';
}

/**
 * A lead found deleted recently is read immediately; one found deleted again and again is read at intervals
 * that double, because a list that keeps its deleted leads must not cost one read of each per full sync. Times of
 * ours that are in the future were written by a clock that was ahead, and mean nothing: the lead is then
 * read.
 */
function compareListed(listedAt: Date, deletedAt: Date, goneAt: Date): Verdict {
  const sinceGone = listedAt.getTime() - goneAt.getTime();
  const knownMs = Math.min(Math.max(goneAt.getTime() - deletedAt.getTime(), 0), MAX_READ_AGAIN_MS);
  return sinceGone < 0 || sinceGone >= knownMs ? 'read-first' : 'late';
}

/** Whether a snapshot that did not find the lead counts: not if one that began later found it. */
export function isGone(
  { readStart }: Pick<Snapshot, 'readStart'>,
  stored: Pick<Stored, 'readOrder'>,
): boolean {
  return readStart.order >= stored.readOrder;
}
