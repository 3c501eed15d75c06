import 'server-only';
import { and, eq } from 'drizzle-orm';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import type { Db } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import { quarantinedLeads } from '@/lib/db/schema/lead-problems';
import { leads } from '@/lib/db/schema/leads';
import { LEAD_REFRESH, REFETCH_REASONS, requestRefresh } from '@/lib/sync/refresh';

/**
 * The result of reading one lead. `missing`: the portal does not know the number, and is asked again for some
 * minutes, because it may lag; `gone`: that was the last attempt. `quarantined`: the portal has the lead, and
 * it cannot be stored here.
 */
export type Recheck = 'read' | 'gone' | 'missing' | 'quarantined' | 'no-answer' | 'waiting';

/**
 * Refetches one lead from the service, known to the mirror or not, and audits that.
 *
 * @returns the number of earlier attempts, if it was already enqueued
 */
export function recheckLead(
  db: Db,
  { leadId, by, now }: { leadId: string; by: Actor; now: Date },
): Promise<number> {
  return db.transaction(async (tx) => {
    const before = await findJob(tx, leadId);
    await requestRefresh(tx, { leadId, event: 'admin', now });
    await writeAudit(tx, { by, event: 'lead.rechecked', subject: `lead ${leadId}`, at: now });
    // Enqueuing restarts a dead job, with a new count of attempts.
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
 * The result since then.
 *
 * @param triedBefore what `recheckLead` returned
 */
export async function findRecheck(
  db: Db,
  { leadId, triedBefore }: { leadId: string; triedBefore: number },
): Promise<Recheck> {
  const job = await findJob(db, leadId);
  if (job) {
    // The end of an earlier attempt says nothing about this one.
    if (job.attempts <= triedBefore || job.lease !== null || job.lastError === null) return 'waiting';
    if (job.lastError === REFETCH_REASONS.missing) return 'missing';
    return job.lastError === REFETCH_REASONS.older ? 'read' : 'no-answer';
  }
  const [quarantined] = await db
    .select({ leadId: quarantinedLeads.leadId })
    .from(quarantinedLeads)
    .where(eq(quarantinedLeads.leadId, leadId));
  if (quarantined) return 'quarantined';
  const [lead] = await db.select({ deletedAt: leads.deletedAt }).from(leads).where(eq(leads.id, leadId));
  return lead && lead.deletedAt === null ? 'read' : 'gone';
}
