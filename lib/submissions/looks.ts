import 'server-only';

/** After the attempt: when a look at the service counts. What it lists may lag behind what it stored. */
const LOOKS_MS = [30, 180, 600].map((seconds) => seconds * 1_000);

/** So many looks that find nothing mean that a submission did not arrive. */
export const MOST_LOOKS = LOOKS_MS.length;

/** From when on the next look for a submission with an unclear outcome counts. */
export function nextLookDue({ attemptedAt, emptyLooks }: { attemptedAt: Date; emptyLooks: number }): Date {
  return new Date(attemptedAt.getTime() + (LOOKS_MS[emptyLooks] ?? 0));
}
