import 'server-only';

/**
 * The time after the attempt at which a probe of the service counts: its list may lag behind what it stored.
 */
const PROBE_DELAYS_MS = [30, 180, 600].map((seconds) => seconds * 1_000);

type Searched = {
  attempts: number;
  attemptedAt: Date | null;
  /** Set if the database may be older than what was sent: probes count from then on. */
  searchFrom: Date | null;
  emptyLooks: number;
};

/**
 * The time from which the next probe for a submission counts; undefined for one that was never sent and need
 * not be found.
 */
export function nextProbeDue({ attempts, attemptedAt, searchFrom, emptyLooks }: Searched): Date | undefined {
  // Never sent according to this database: if it was sent after all, that was long before.
  if (attempts === 0) return searchFrom ?? undefined;
  const from = searchFrom ?? attemptedAt;
  return from ? new Date(from.getTime() + (PROBE_DELAYS_MS[emptyLooks] ?? 0)) : undefined;
}

/** How many probes without a result mean that it did not arrive. */
export function probesNeeded({ attempts }: Pick<Searched, 'attempts'>): number {
  return attempts === 0 ? 1 : PROBE_DELAYS_MS.length;
}
