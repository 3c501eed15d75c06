import 'server-only';
import { eq } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads, timeline } from '@/lib/db/schema/leads';
import { tell } from '@/lib/live/message';
import { lockLead } from './apply';
import { isGone } from './guard';
import { forgetUnapplied } from './unapplied';

/**
 * Makes a tombstone of a lead the service answered 404 or 410 for. Nothing happens if a reading that started
 * later found the lead alive. One that is gone already stays gone, and is known to be so by a later reading.
 *
 * A lead the mirror never held gets a tombstone that nobody can see: without it, a page of the list that was
 * read before the lead was deleted, and is applied now, would show it as alive.
 *
 * @returns whether a lead that was there is gone now
 */
export function buryLead(
  db: Db,
  { leadId, readStartedAt }: { leadId: string; readStartedAt: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const known = await lockLead(tx, leadId);
    if (!known) {
      await tx.insert(leads).values(neverSeen({ leadId, readStartedAt }));
      await forgetUnapplied(tx, leadId);
      return false;
    }
    if (!isGone({ readStartedAt }, known)) return false;
    // Also of a tombstone: else a reading between the two 404s, applied after both, would bring it back.
    const seen = { readStartedAt, confirmedAt: readStartedAt };
    const gone = { ...seen, wantsRead: false, deletedAt: known.deletedAt ?? readStartedAt };
    await tx.update(leads).set(gone).where(eq(leads.id, leadId));
    await forgetUnapplied(tx, leadId);
    if (known.deletedAt) return false;
    const { organizationId, agentId } = known;
    const entry = { leadId, organizationId, agentId, at: readStartedAt };
    await tx.insert(timeline).values({ ...entry, kind: 'deleted' });
    await tell(tx, { kind: 'lead', ...known });
    return true;
  });
}

function neverSeen({
  leadId,
  readStartedAt,
}: {
  leadId: string;
  readStartedAt: Date;
}): typeof leads.$inferInsert {
  const times = { statusSince: readStartedAt, submittedAt: readStartedAt, changedAt: readStartedAt };
  const read = { readStartedAt, confirmedAt: readStartedAt, deletedAt: readStartedAt };
  const firstSeenAt = readStartedAt;
  const nobody = { organizationId: '', agentId: '', firstName: '', lastName: '', email: '' };
  const nothing = { status: '', record: { standard: {}, custom: {} }, sortName: '', searchWords: [] };
  return { id: leadId, firstSeenAt, ...nobody, ...nothing, ...times, ...read };
}
