import 'server-only';
import { and, count, desc, eq, isNotNull, isNull, lt, lte } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leadConflicts } from '@/lib/db/schema/lead-problems';
import { leads } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';
import { webhookDeliveries, webhookReceivers } from '@/lib/db/schema/webhooks';

/** The portal's events and its API disagree about a lead: only a person can find out why. */
export type ConflictKind = (typeof leadConflicts.$inferSelect)['kind'];

const DELETE = 'lead/delete';

/**
 * The portal reported the lead as deleted, and still shows it long after. Recorded again only for another
 * event than the one an admin dismissed.
 *
 * @param heardAt when the event was first received
 */
export async function recordStillThere(
  db: Db,
  { leadId, heardAt, now }: { leadId: string; heardAt: Date; now: Date },
): Promise<void> {
  await db
    .insert(leadConflicts)
    .values({ leadId, kind: 'still-there', foundAt: now })
    .onConflictDoUpdate({
      target: [leadConflicts.leadId, leadConflicts.kind],
      set: { foundAt: now, dismissedAt: null },
      setWhere: lt(leadConflicts.dismissedAt, heardAt),
    });
}

/**
 * Call after the service answers that it does not have a lead it had before. Records a conflict if the
 * service accepted this lead from here and no deletion was received, as happens when the service is restored
 * from a backup. Does so only where a deletion would have been received: one address must have been
 * subscribed to deletions since before the lead was last seen.
 *
 * @param confirmedAt when the lead was last seen here, by our clock like all our times; undefined if it never was,
 * apart from being accepted
 */
export async function recordIfVanished(
  tx: Db,
  { leadId, confirmedAt, now }: { leadId: string; confirmedAt: Date | undefined; now: Date },
): Promise<void> {
  const accepted = and(eq(submissions.leadId, leadId), eq(submissions.state, 'accepted'));
  const { completedAt } = submissions;
  const [submission] = await tx.select({ completedAt }).from(submissions).where(accepted);
  const since = confirmedAt ?? submission?.completedAt;
  if (!submission || !since || (await wasDeletionReported(tx, leadId))) return;
  const live = and(
    eq(webhookReceivers.topic, DELETE),
    isNotNull(webhookReceivers.secret),
    isNull(webhookReceivers.retiredAt),
    lte(webhookReceivers.createdAt, since),
  );
  if ((await tx.$count(webhookReceivers, live)) === 0) return;
  await tx.insert(leadConflicts).values({ leadId, kind: 'vanished', foundAt: now }).onConflictDoNothing();
}

/**
 * Call after the service answers again that it does not have a lead: its deletion may have been reported by
 * then.
 */
export async function forgetIfDeletionReported(tx: Db, leadId: string): Promise<void> {
  if (await wasDeletionReported(tx, leadId)) await forgetConflicts(tx, { leadId, kind: 'vanished' });
}

async function wasDeletionReported(tx: Db, leadId: string): Promise<boolean> {
  const reported = and(eq(webhookDeliveries.topic, DELETE), eq(webhookDeliveries.leadId, leadId));
  return (await tx.$count(webhookDeliveries, reported)) > 0;
}

/** Removes the lead's conflicts: the portal's events and its API agree again. */
export async function forgetConflicts(
  db: Db,
  { leadId, kind }: { leadId: string; kind: ConflictKind },
): Promise<void> {
  await db.delete(leadConflicts).where(and(eq(leadConflicts.leadId, leadId), eq(leadConflicts.kind, kind)));
}

/** A lead in conflict, with what is known of it; without a name if it was never read here. */
export type LeadConflict = {
  leadId: string;
  kind: ConflictKind;
  foundAt: Date;
  name: string;
  organizationId: string;
};

const isOpen = isNull(leadConflicts.dismissedAt);

/** The leads in conflict, for admins: newest conflict first, with the number of the rest. */
export async function listConflicts(db: Db, limit: number): Promise<{ rows: LeadConflict[]; more: number }> {
  const found = await db
    .select({
      leadId: leadConflicts.leadId,
      kind: leadConflicts.kind,
      foundAt: leadConflicts.foundAt,
      firstName: leads.firstName,
      lastName: leads.lastName,
      organizationId: leads.organizationId,
    })
    .from(leadConflicts)
    .leftJoin(leads, eq(leads.id, leadConflicts.leadId))
    .where(isOpen)
    .orderBy(desc(leadConflicts.foundAt), leadConflicts.leadId)
    .limit(limit);
  const rows = found.map(({ firstName, lastName, organizationId, ...conflict }) => ({
    ...conflict,
    name: `${firstName ?? ''} ${lastName ?? ''}`.trim(),
    organizationId: organizationId ?? '',
  }));
  return { rows, more: (await countConflicts(db)) - rows.length };
}

/** The number of conflicts that are not dismissed. */
export async function countConflicts(db: Db): Promise<number> {
  const [row] = await db.select({ count: count() }).from(leadConflicts).where(isOpen);
  return row?.count ?? 0;
}

/** Dismisses a conflict for an admin. Returns false if there is nothing to dismiss (any more). */
export async function dismissConflict(
  tx: Db,
  { leadId, kind, now }: { leadId: string; kind: ConflictKind; now: Date },
): Promise<boolean> {
  const dismissed = await tx
    .update(leadConflicts)
    .set({ dismissedAt: now })
    .where(and(eq(leadConflicts.leadId, leadId), eq(leadConflicts.kind, kind), isOpen))
    .returning({ leadId: leadConflicts.leadId });
  return dismissed.length > 0;
}
