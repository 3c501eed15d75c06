import 'server-only';

/** The reads of a service may lag behind its events: when, after it was first asked for, a lead is looked at. */
const REFETCH_AFTER_MS = [1_000, 6_000, 36_000, 156_000];

/**
 * When to look once more at a lead that an earlier reading shows as it no longer should be; undefined once the
 * last look was had, and what the service says then stands. By the time since it was asked for and not by
 * attempts: a webhook that arrives in between costs a reading and uses up no look.
 */
export function nextRefetch({
  askedAt,
  readStartedAt,
}: {
  askedAt: Date;
  readStartedAt: Date;
}): Date | undefined {
  const looks = REFETCH_AFTER_MS.map((ms) => new Date(askedAt.getTime() + ms));
  return looks.find((look) => look > readStartedAt);
}
