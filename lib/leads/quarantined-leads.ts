import 'server-only';
import { createHash } from 'node:crypto';
import { and, count, desc, eq, gt, gte, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { codeOf } from '@/lib/db/row-error';
import { quarantinedLeads } from '@/lib/db/schema/lead-problems';
import { leads } from '@/lib/db/schema/leads';
import type { ReadStart } from './read-start';

/** A lead that could not be applied, as stored. */
export type QuarantinedLead = typeof quarantinedLeads.$inferSelect;

/** Records that a snapshot of this lead could not be applied, and why; nothing else of it. */
export async function quarantineLead(
  db: Db,
  { leadId, error, readStart }: { leadId: string; error: unknown; readStart: ReadStart },
): Promise<void> {
  const reason = codeOf(error) ?? (error instanceof Error ? error.name : 'unknown');
  await db
    .insert(quarantinedLeads)
    .values({
      digest: digestOf(leadId),
      leadId,
      reason,
      firstAt: readStart.at,
      lastAt: readStart.at,
      lastOrder: readStart.order,
    })
    .onConflictDoUpdate({
      target: quarantinedLeads.digest,
      set: {
        reason,
        count: sql`${quarantinedLeads.count} + 1`,
        lastAt: sql`case when excluded.last_order > ${quarantinedLeads.lastOrder} then excluded.last_at else ${quarantinedLeads.lastAt} end`,
        lastOrder: sql`greatest(${quarantinedLeads.lastOrder}, excluded.last_order)`,
      },
    });
}

/** Removes the lead's row, if any: it was applied. */
export async function forgetQuarantined(tx: Db, leadId: string): Promise<void> {
  await tx.delete(quarantinedLeads).where(eq(quarantinedLeads.digest, digestOf(leadId)));
}

/**
 * Removes what a full sync of the list resolved: leads confirmed since they were quarantined, and leads that
 * neither the list nor the mirror has any more. `startedOrder`: the full sync's `startedOrder`.
 */
export async function forgetResolved(tx: Db, { startedOrder }: { startedOrder: number }): Promise<void> {
  const known = tx
    .select({ one: sql`1` })
    .from(leads)
    .where(and(eq(leads.id, quarantinedLeads.leadId), lt(leads.readOrder, quarantinedLeads.lastOrder)));
  await tx
    .delete(quarantinedLeads)
    .where(and(lt(quarantinedLeads.lastOrder, startedOrder), sql`not exists ${known}`));
  const confirmed = tx
    .select({ one: sql`1` })
    .from(leads)
    .where(and(eq(leads.id, quarantinedLeads.leadId), gt(leads.readOrder, quarantinedLeads.lastOrder)));
  await tx.delete(quarantinedLeads).where(sql`exists ${confirmed}`);
}

/** Whether a lead that the mirror does not hold was first quarantined since then: its content is unknown. */
export async function hasUnknownSince(db: Db, since: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: quarantinedLeads.leadId })
    .from(quarantinedLeads)
    .leftJoin(leads, eq(leads.id, quarantinedLeads.leadId))
    // A tombstone without an owner belongs to a lead that was requested and never read.
    .where(and(gte(quarantinedLeads.firstAt, since), or(isNull(leads.id), eq(leads.organizationId, ''))))
    .limit(1);
  return row !== undefined;
}

/** The leads quarantined, for admins: newest first, with their number. */
export async function listQuarantinedLeads(
  db: Db,
  limit: number,
): Promise<{ rows: QuarantinedLead[]; more: number }> {
  const rows = await db.select().from(quarantinedLeads).orderBy(desc(quarantinedLeads.lastAt)).limit(limit);
  return { rows, more: (await countQuarantinedLeads(db)) - rows.length };
}

/** The number of leads quarantined. */
export async function countQuarantinedLeads(db: Db): Promise<number> {
  const [row] = await db.select({ count: count() }).from(quarantinedLeads);
  return row?.count ?? 0;
}

function digestOf(leadId: string): string {
  return createHash('sha256').update(leadId).digest('hex');
}
