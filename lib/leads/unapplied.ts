import 'server-only';
import { createHash } from 'node:crypto';
import { and, count, desc, eq, gt, gte, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { codeOf } from '@/lib/db/row-error';
import { unappliedLeads } from '@/lib/db/schema/lead-problems';
import { leads } from '@/lib/db/schema/leads';
import type { ReadStart } from './read-start';

/** A lead that could not be applied, as stored. */
export type UnappliedLead = typeof unappliedLeads.$inferSelect;

/** Records that a snapshot of this lead could not be applied, and why; nothing else of it. */
export async function setAside(
  db: Db,
  { leadId, error, readStart }: { leadId: string; error: unknown; readStart: ReadStart },
): Promise<void> {
  const reason = codeOf(error) ?? (error instanceof Error ? error.name : 'unknown');
  await db
    .insert(unappliedLeads)
    .values({
      digest: digestOf(leadId),
      leadId,
      reason,
      firstAt: readStart.at,
      lastAt: readStart.at,
      lastOrder: readStart.order,
    })
    .onConflictDoUpdate({
      target: unappliedLeads.digest,
      set: {
        reason,
        count: sql`${unappliedLeads.count} + 1`,
        lastAt: sql`case when excluded.last_order > ${unappliedLeads.lastOrder} then excluded.last_at else ${unappliedLeads.lastAt} end`,
        lastOrder: sql`greatest(${unappliedLeads.lastOrder}, excluded.last_order)`,
      },
    });
}

/** Removes the lead's row, if any: it was applied. */
export async function forgetUnapplied(tx: Db, leadId: string): Promise<void> {
  await tx.delete(unappliedLeads).where(eq(unappliedLeads.digest, digestOf(leadId)));
}

/**
 * Removes what a full sync of the list resolved: leads confirmed since they were set aside, and leads that
 * neither the list nor the mirror has any more. `startedOrder`: the full sync's `startedOrder`.
 */
export async function forgetResolved(tx: Db, { startedOrder }: { startedOrder: number }): Promise<void> {
  const known = tx
    .select({ one: sql`1` })
    .from(leads)
    .where(and(eq(leads.id, unappliedLeads.leadId), lt(leads.readOrder, unappliedLeads.lastOrder)));
  await tx
    .delete(unappliedLeads)
    .where(and(lt(unappliedLeads.lastOrder, startedOrder), sql`not exists ${known}`));
  const confirmed = tx
    .select({ one: sql`1` })
    .from(leads)
    .where(and(eq(leads.id, unappliedLeads.leadId), gt(leads.readOrder, unappliedLeads.lastOrder)));
  await tx.delete(unappliedLeads).where(sql`exists ${confirmed}`);
}

/** Whether a lead that the mirror does not hold was first set aside since then: its content is unknown. */
export async function hasUnknownSince(db: Db, since: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: unappliedLeads.leadId })
    .from(unappliedLeads)
    .leftJoin(leads, eq(leads.id, unappliedLeads.leadId))
    // A tombstone without an owner belongs to a lead that was requested and never read.
    .where(and(gte(unappliedLeads.firstAt, since), or(isNull(leads.id), eq(leads.organizationId, ''))))
    .limit(1);
  return row !== undefined;
}

/** The leads set aside, for admins: newest first, with their number. */
export async function listUnapplied(db: Db, limit: number): Promise<{ rows: UnappliedLead[]; more: number }> {
  const rows = await db.select().from(unappliedLeads).orderBy(desc(unappliedLeads.lastAt)).limit(limit);
  return { rows, more: (await countUnapplied(db)) - rows.length };
}

/** The number of leads set aside. */
export async function countUnapplied(db: Db): Promise<number> {
  const [row] = await db.select({ count: count() }).from(unappliedLeads);
  return row?.count ?? 0;
}

function digestOf(leadId: string): string {
  return createHash('sha256').update(leadId).digest('hex');
}
