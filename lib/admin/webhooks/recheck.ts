import 'server-only';
import { and, eq } from 'drizzle-orm';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import type { Db } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import { leads, unappliedLeads } from '@/lib/db/schema/leads';
import { LEAD_REFRESH, REFETCH_REASONS, requestRefresh } from '@/lib/sync/refresh';

/**
 * What came of reading one lead. `missing`: the portal knows none of that number, and is asked again for some minutes,
 * for it may lag; `gone`: it was asked for the last time. `set-aside`: it has the lead, and it cannot be kept here.
 */
export type Recheck = 'read' | 'gone' | 'missing' | 'set-aside' | 'no-answer' | 'waiting';

/**
 * Has one lead read from the service, whether or not the mirror knows it, and notes that.
 *
 * @returns how often this reading was tried before, if it was asked for already
 */
export function recheckLead(
  db: Db,
  { leadId, by, now }: { leadId: string; by: Actor; now: Date },
): Promise<number> {
  return db.transaction(async (tx) => {
    const before = await findJob(tx, leadId);
    await requestRefresh(tx, { leadId, event: 'admin', now });
    await writeAudit(tx, { by, act: 'lead.rechecked', subject: `lead ${leadId}`, at: now });
    // Asking revives a job that was given up, and its tries are counted anew.
    return before && !before.deadAt ? before.attempts : 0;
  });
}

async function findJob(db: Db, leadId: string) {
  const [job] = await db
    .select({ lastError: jobs.lastError, attempts: jobs.attempts, lease: jobs.lease, deadAt: jobs.deadAt })
    .from(jobs)
    .where(and(eq(jobs.topic, LEAD_REFRESH), eq(jobs.key, leadId)));
  return job;
}

/**
 * What came of it since.
 *
 * @param triedBefore what `recheckLead` returned
 */
export async function findRecheck(
  db: Db,
  { leadId, triedBefore }: { leadId: string; triedBefore: number },
): Promise<Recheck> {
  const job = await findJob(db, leadId);
  if (job) {
    // What an earlier try ended with says nothing about this one.
    if (job.attempts <= triedBefore || job.lease !== null || job.lastError === null) return 'waiting';
    if (job.lastError === REFETCH_REASONS.missing) return 'missing';
    return job.lastError === REFETCH_REASONS.older ? 'read' : 'no-answer';
  }
  const [setAside] = await db
    .select({ leadId: unappliedLeads.leadId })
    .from(unappliedLeads)
    .where(eq(unappliedLeads.leadId, leadId));
  if (setAside) return 'set-aside';
  const [lead] = await db.select({ deletedAt: leads.deletedAt }).from(leads).where(eq(leads.id, leadId));
  return lead && lead.deletedAt === null ? 'read' : 'gone';
}
