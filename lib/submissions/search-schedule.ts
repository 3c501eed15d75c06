import 'server-only';

/**
 * The time after the attempt at which a search of the service counts: its list may lag behind what it stored.
 */
const SEARCH_DELAYS_MS = [30, 180, 600].map((seconds) => seconds * 1_000);

type Searched = {
  attempts: number;
  attemptedAt: Date | null;
  /** Set if the database may be older than what was sent: searches count from then on. */
  searchFrom: Date | null;
  emptySearches: number;
};

/**
 * The time from which the next search for a submission counts; undefined for one that was never sent and need
 * not be found.
 */
export function nextSearchDue({
  attempts,
  attemptedAt,
  searchFrom,
  emptySearches,
}: Searched): Date | undefined {
  // Never sent according to this database: if it was sent after all, that was long before.
  if (attempts === 0) return searchFrom ?? undefined;
  const from = searchFrom ?? attemptedAt;
  return from ? new Date(from.getTime() + (SEARCH_DELAYS_MS[emptySearches] ?? 0)) : undefined;
}

/** How many searches without a result mean that it did not arrive. */
export function searchesNeeded({ attempts }: Pick<Searched, 'attempts'>): number {
  return attempts === 0 ? 1 : SEARCH_DELAYS_MS.length;
}
