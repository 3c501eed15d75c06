import 'server-only';
import type { leads } from '@/lib/db/schema/leads';

type Lead = typeof leads.$inferSelect;

/** A lead as it is read now. */
type Read = Pick<Lead, 'status' | 'statusSince' | 'firstSeenAt' | 'portalCreatedAt' | 'serviceUpdatedAt'>;
type Known = Pick<
  Lead,
  | ('status' | 'statusSince' | 'serviceUpdatedAt' | 'submittedHereAt')
  | ('sinceKnown' | 'firstResponseAt' | 'responseKnown')
>;

/**
 * What is known of a lead's statuses, as columns of its row, and how long it was in the status that it left, if that is
 * known.
 */
export type StatusTimes = {
  columns: Pick<Lead, 'sinceKnown' | 'firstResponseAt' | 'responseKnown'>;
  tookMs: number | null;
};

/** A lead that is read later than that after it came may have had other statuses before. */
export const SEEN_WITHIN_MS = 24 * 3_600_000;

/**
 * What a change from `known` to `row` says about the first response and the time in a status; `known` is undefined for
 * a new lead.
 */
export function trackStatus(row: Read, known?: Known): StatusTimes {
  const responded = isOpen(row.status) ? null : row.statusSince;
  if (!known || known.status === '') {
    const firstResponseAt = known?.firstResponseAt ?? responded;
    const sinceKnown = firstResponseAt === null && wasSeenFromTheStart(row, known);
    return { columns: { sinceKnown, firstResponseAt, responseKnown: false }, tookMs: null };
  }
  const { firstResponseAt, responseKnown, sinceKnown } = known;
  const restoredTo = row.serviceUpdatedAt;
  if (restoredTo && known.serviceUpdatedAt && restoredTo < known.serviceUpdatedAt) {
    // The portal went back in time, as after a restored backup: what it showed after that has not happened.
    const stays = firstResponseAt !== null && firstResponseAt <= restoredTo;
    return {
      columns: {
        sinceKnown: sinceKnown && row.status === known.status && known.statusSince <= restoredTo,
        firstResponseAt: stays ? firstResponseAt : responded,
        responseKnown: stays && responseKnown,
      },
      tookMs: null,
    };
  }
  if (row.status === known.status)
    return { columns: { sinceKnown, firstResponseAt, responseKnown }, tookMs: null };
  if (row.status === '')
    return { columns: { sinceKnown: false, firstResponseAt, responseKnown }, tookMs: null };
  const tookMs = row.statusSince.getTime() - known.statusSince.getTime();
  return {
    columns: {
      sinceKnown: true,
      firstResponseAt: firstResponseAt ?? row.statusSince,
      responseKnown: responseKnown || (sinceKnown && firstResponseAt === null),
    },
    tookMs: sinceKnown && tookMs > 0 ? tookMs : null,
  };
}

/** The status of every new lead (interface 2.1). */
export const PENDING = 'pending';

const isOpen = (status: string) => status === PENDING || status === '';

function wasSeenFromTheStart({ status, firstSeenAt, portalCreatedAt }: Read, known?: Known): boolean {
  const came = portalCreatedAt ?? known?.submittedHereAt;
  return status === PENDING && !!came && firstSeenAt.getTime() - came.getTime() <= SEEN_WITHIN_MS;
}
