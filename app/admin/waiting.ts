import 'server-only';
import { and, count, isNotNull, isNull, lt, min } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { mails } from '@/lib/db/schema/admin';
import { jobs } from '@/lib/db/schema/jobs';

/** Jobs that have been due for over a minute without a claim, and dead jobs. */
export type WaitingJobs = { late: number; dead: number };

/** Emails that the mail server has not taken for minutes, and when the oldest was written. */
export type WaitingMails = { waiting: number; since?: Date };

const LATE_MS = 60_000;
/** A mail server that is restarted takes mails again sooner. */
const MAIL_LATE_MS = 5 * 60_000;

export async function countJobs(db: Db, now: Date): Promise<WaitingJobs> {
  const overdue = and(isNull(jobs.deadAt), lt(jobs.runAt, new Date(now.getTime() - LATE_MS)));
  const [late] = await db.select({ count: count() }).from(jobs).where(overdue);
  const [dead] = await db.select({ count: count() }).from(jobs).where(isNotNull(jobs.deadAt));
  return { late: late?.count ?? 0, dead: dead?.count ?? 0 };
}

export async function countMails(db: Db, now: Date): Promise<WaitingMails> {
  const isLate = lt(mails.createdAt, new Date(now.getTime() - MAIL_LATE_MS));
  const [row] = await db
    .select({ waiting: count(), since: min(mails.createdAt) })
    .from(mails)
    .where(isLate);
  return { waiting: row?.waiting ?? 0, since: row?.since ?? undefined };
}
