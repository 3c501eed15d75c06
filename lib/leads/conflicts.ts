import 'server-only';
import { and, count, desc, eq, isNotNull, isNull, lt, lte } from 'drizzle-orm';
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
 * After the service answered that it does not have a lead that was there so far: notes it if the service had accepted
 * this lead from here and this desk heard of no deletion, as happens when the service is restored from a backup. Only
 * where it would have heard: where one address has been told of deletions since before the lead was last seen.
 *
 * @param seenAt when the lead was last seen here, by our clock as all times of ours; undefined if it never was, but for
 * being accepted
 */
export async function noteIfVanished(
  tx: Db,
  { leadId, seenAt, now }: { leadId: string; seenAt: Date | undefined; now: Date },
): Promise<void> {
  const accepted = and(eq(submissions.leadId, leadId), eq(submissions.state, 'accepted'));
  const { settledAt } = submissions;
  const [submission] = await tx.select({ settledAt }).from(submissions).where(accepted);
  const since = seenAt ?? submission?.settledAt;
  if (!submission || !since || (await wasToldDeleted(tx, leadId))) return;
  const live = and(
    eq(webhookReceivers.topic, DELETE),
    isNotNull(webhookReceivers.secret),
    isNull(webhookReceivers.retiredAt),
    lte(webhookReceivers.createdAt, since),
  );
  if ((await tx.$count(webhookReceivers, live)) === 0) return;
  await tx.insert(leadConflicts).values({ leadId, kind: 'vanished', foundAt: now }).onConflictDoNothing();
}

/** After the service answered again that it does not have a lead: its deletion may have been told meanwhile. */
export async function forgetIfToldDeleted(tx: Db, leadId: string): Promise<void> {
  if (await wasToldDeleted(tx, leadId)) await forgetConflicts(tx, { leadId, kind: 'vanished' });
}

async function wasToldDeleted(tx: Db, leadId: string): Promise<boolean> {
  const told = and(eq(webhookDeliveries.topic, DELETE), eq(webhookDeliveries.leadId, leadId));
  return (await tx.$count(webhookDeliveries, told)) > 0;
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
