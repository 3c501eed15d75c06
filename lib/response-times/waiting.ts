import 'server-only';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import type { OrderKey } from '@/lib/db/paging';
import { leads } from '@/lib/db/schema/leads';
import { readResponseTimes } from './read-times';
import { PENDING } from './track-status';

/**
 * Leads that wait for the vendor. With `waitingSince` and the id as their order, indexes find the longest first:
 * `leads_waiting` among all, `leads_org_waiting` in an organization.
 */
export const isWaiting = and(eq(leads.status, sql.raw(`'${PENDING}'`)), isNull(leads.deletedAt));

/** Since when such a lead waits: since it was submitted, or since it was opened again. */
export const waitingSince: OrderKey = {
  getSQL: () =>
    sql`(case when ${leads.firstResponseAt} is null then ${leads.submittedAt} else ${leads.statusSince} end)`,
  getSQLType: () => leads.submittedAt.getSQLType(),
  madeOf: [leads.firstResponseAt, leads.submittedAt, leads.statusSince],
};

/** Leads that have been waiting since before a time; undefined for all leads, waiting or not. */
export const isWaitingBefore = (time: Date | undefined): SQL | undefined =>
  time && and(isWaiting, sql`${waitingSince} < ${time}`);

/** The time before which a lead has been waiting for more than these days, as filters name them; '' is none. */
export const waitingBefore = (days: string, now: Date): Date | undefined =>
  days === '' ? undefined : new Date(now.getTime() - Number(days) * DAY_MS);

const DAY_MS = 86_400_000;

type Lead = Pick<typeof leads.$inferSelect, 'status' | 'submittedAt' | 'statusSince' | 'firstResponseAt'> & {
  deletedAt?: Date | null;
};

export type Waiting = {
  /** Since when the lead waits: for its first answer, or since it was opened again. */
  since: string;
  /** What is usual for a first response says nothing about a lead that was opened again. */
  isAgain: boolean;
};

/** Undefined for a lead that does not wait. */
export function toWaiting(lead: Lead): Waiting | undefined {
  const { status, deletedAt, submittedAt, statusSince, firstResponseAt } = lead;
  if (status !== PENDING || deletedAt) return undefined;
  const isAgain = firstResponseAt !== null;
  return { since: (isAgain ? statusSince : submittedAt).toISOString(), isAgain };
}

/** Usual response times are of this period, and need a minimum of leads. */
const USUAL_MS = 91 * DAY_MS;
const ENOUGH_FOR_USUAL = 20;
/** A vendor that tries the desk out responds within minutes, which says nothing about later. */
const SHORTEST_USUAL_MS = 3_600_000;

/** How long an organization, or all together, usually wait for a first response; undefined until enough is known. */
export async function readUsualWait(
  db: Db,
  { organizationId, now }: { organizationId: string | undefined; now: Date },
): Promise<number | undefined> {
  const from = new Date(now.getTime() - USUAL_MS);
  const { count, medianMs } = await readResponseTimes(db, { organizationId, from });
  const isTelling = count >= ENOUGH_FOR_USUAL && medianMs !== undefined && medianMs >= SHORTEST_USUAL_MS;
  return isTelling ? medianMs : undefined;
}
