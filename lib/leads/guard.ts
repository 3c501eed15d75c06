import 'server-only';

/**
 * Which of two readings of one lead is the newer one. Pure: `apply` and `bury` ask it under the lead's lock.
 *
 * The service tells when a lead last changed (`updatedAt`, interface 2.1), in ticks that may be as coarse as a
 * second; we know when our request began. A reading shows the lead as it was at some moment after that.
 */

/** What the mirror holds of a lead, as far as the guard looks. */
export type Held = { serviceUpdatedAt: Date | null; readStartedAt: Date; deletedAt: Date | null };

export type Reading = {
  updatedAt?: Date;
  readStartedAt: Date;
  /**
   * What was read before this moment gives way, whatever `updatedAt` says. Only for a service that was found to
   * have gone back in time, as one restored from a backup has.
   */
  overrules?: Date;
};

/**
 * `counts`: apply it. `late`: it began before the reading that the mirror holds. `behind`: it began later and
 * still shows an older state, so that the service's reads lag, or the service went back in time.
 */
export type Verdict = 'counts' | 'late' | 'behind';

/**
 * Judges a reading that found the lead.
 *
 * Newer `updatedAt` counts. Of equal ones the reading that began later counts: newer alone would lose the second
 * of two edits in one tick. A tombstone gives way to a reading that began later and to no other.
 */
export function judgeReading({ updatedAt, readStartedAt, overrules }: Reading, held: Held): Verdict {
  if (held.deletedAt) return readStartedAt > held.readStartedAt ? 'counts' : 'late';
  if (overrules && held.readStartedAt < overrules && readStartedAt >= overrules) return 'counts';
  const began = readStartedAt.getTime() - held.readStartedAt.getTime();
  const age = updatedAt && held.serviceUpdatedAt ? updatedAt.getTime() - held.serviceUpdatedAt.getTime() : 0;
  if (age > 0) return 'counts';
  if (age < 0) return began > 0 ? 'behind' : 'late';
  return began >= 0 ? 'counts' : 'late';
}

/** Whether a reading that did not find the lead counts: not if one that began later found it. */
export function isGone({ readStartedAt }: { readStartedAt: Date }, held: Held): boolean {
  return readStartedAt >= held.readStartedAt;
}
