import 'server-only';
import { eq } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads, timeline } from '@/lib/db/schema/leads';
import { publishChange } from '@/lib/live/message';
import { lockLead } from './apply';
import { forgetConflicts, forgetIfToldDeleted, noteIfVanished } from './conflicts';
import { isGone } from './guard';
import type { ReadStart } from './read-start';
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
export function tombstoneLead(
  db: Db,
  { leadId, readStart }: { leadId: string; readStart: ReadStart },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const known = await lockLead(tx, leadId);
    if (!known) {
      await tx.insert(leads).values(unknownTombstone({ leadId, readStart }));
      await clearNotes(tx, leadId);
      await noteIfVanished(tx, { leadId, seenAt: undefined, now: readStart.at });
      return false;
    }
    if (!isGone({ readStart }, known)) return false;
    // Also of a tombstone: else a reading between the two 404s, applied after both, would bring it back.
    const { at, order: readOrder } = readStart;
    const seen = { readStartedAt: at, readOrder, confirmedAt: at };
    const gone = { ...seen, wantsRead: false, deletedAt: known.deletedAt ?? at };
    await tx.update(leads).set(gone).where(eq(leads.id, leadId));
    await clearNotes(tx, leadId);
    // What was found gone before was judged then: by now the word of its deletion may be forgotten.
    if (known.deletedAt) return false;
    await noteIfVanished(tx, { leadId, seenAt: known.confirmedAt, now: at });
    const { organizationId, agentId } = known;
    const entry = { leadId, organizationId, agentId, at };
    await tx.insert(timeline).values({ ...entry, kind: 'deleted' });
    await publishChange(tx, { kind: 'lead', ...known });
    return true;
  });
}

/** What was noted about it is over. */
async function clearNotes(tx: Db, leadId: string): Promise<void> {
  await forgetUnapplied(tx, leadId);
  await forgetConflicts(tx, { leadId, kind: 'still-there' });
  await forgetIfToldDeleted(tx, leadId);
}

function unknownTombstone({
  leadId,
  readStart: { at, order: readOrder },
}: {
  leadId: string;
  readStart: ReadStart;
}): typeof leads.$inferInsert {
  const times = { statusSince: at, submittedAt: at, changedAt: at };
  const read = { readStartedAt: at, readOrder, confirmedAt: at, deletedAt: at };
  const nobody = { organizationId: '', agentId: '', firstName: '', lastName: '', email: '' };
  const nothing = { status: '', record: { standard: {}, custom: {} }, sortName: '', searchWords: [] };
  return { id: leadId, firstSeenAt: at, ...nobody, ...nothing, ...times, ...read };
}
