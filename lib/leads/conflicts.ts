import 'server-only';
import { and, count, desc, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leadConflicts, leads } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';
import { webhookDeliveries, webhookReceivers } from '@/lib/db/schema/webhooks';

/** What the portal tells of a lead and what it shows do not agree: nobody but a person can find out why. */
export type ConflictKind = (typeof leadConflicts.$inferSelect)['kind'];

const DELETE = 'lead/delete';

/**
 * The portal told that the lead was deleted, and shows it still, long after. Told again only for another event than
 * the one that an admin dismissed.
 *
 * @param heardAt when the event was first heard
 */
export async function noteStillThere(
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
 * After the service answered that it does not have a lead: notes it if the service had accepted this lead from here and
 * never told that it was deleted, as happens when it is restored from a backup. Not where nobody listens for deletions.
 */
export async function noteIfVanished(tx: Db, { leadId, now }: { leadId: string; now: Date }): Promise<void> {
  const accepted = and(eq(submissions.leadId, leadId), eq(submissions.state, 'accepted'));
  if ((await tx.$count(submissions, accepted)) === 0) return;
  const told = and(eq(webhookDeliveries.topic, DELETE), eq(webhookDeliveries.leadId, leadId));
  if ((await tx.$count(webhookDeliveries, told)) > 0)
    return forgetConflicts(tx, { leadId, kind: 'vanished' });
  const live = and(
    eq(webhookReceivers.topic, DELETE),
    isNotNull(webhookReceivers.secret),
    isNull(webhookReceivers.retiredAt),
  );
  if ((await tx.$count(webhookReceivers, live)) === 0) return;
  await tx.insert(leadConflicts).values({ leadId, kind: 'vanished', foundAt: now }).onConflictDoNothing();
}

/** The portal and what it tells agree again. */
export async function forgetConflicts(
  db: Db,
  { leadId, kind }: { leadId: string; kind: ConflictKind },
): Promise<void> {
  await db.delete(leadConflicts).where(and(eq(leadConflicts.leadId, leadId), eq(leadConflicts.kind, kind)));
}

/** A lead to look into, with what is known of it; without a name if it was never read here. */
export type LeadConflict = {
  leadId: string;
  kind: ConflictKind;
  foundAt: Date;
  name: string;
  organizationId: string;
};

const isOpen = isNull(leadConflicts.dismissedAt);

/** The leads to look into, for admins: the last found first, with how many more there are. */
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

/** How many leads wait to be looked into. */
export async function countConflicts(db: Db): Promise<number> {
  const [row] = await db.select({ count: count() }).from(leadConflicts).where(isOpen);
  return row?.count ?? 0;
}

/** An admin has looked into a lead. Returns false if there is nothing to dismiss (any more). */
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
