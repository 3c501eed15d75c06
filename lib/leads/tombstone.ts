import 'server-only';
import { eq } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { publishChange } from '@/lib/live/message';
import { writeTimeline } from '@/lib/timeline/write-timeline';
import { forgetConflicts, forgetIfDeletionReported, recordIfVanished } from './conflicts';
import { isGone } from './guard';
import { lockLead } from './lock-lead';
import { forgetQuarantined } from './quarantined-leads';
import type { ReadStart } from './read-start';
import { keyColumns } from './to-row';

/**
 * Makes a tombstone of a lead for which the service answered 404 or 410. Does nothing if a snapshot that began
 * later found the lead. A lead that is deleted already stays so, confirmed by the later snapshot.
 *
 * A lead the mirror never stored gets an invisible tombstone: otherwise a page of the list that was read before
 * the deletion, and is applied now, would show it as existing.
 *
 * @returns whether an existing lead is now deleted
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
      await recordIfVanished(tx, { leadId, confirmedAt: undefined, now: readStart.at });
      return false;
    }
    if (!isGone({ readStart }, known)) return false;
    // Also update a tombstone: otherwise a snapshot between the two 404s, applied after both, would restore
    // the lead.
    const { at, order: readOrder } = readStart;
    const seen = { readStartedAt: at, readOrder, confirmedAt: at };
    const gone = { ...seen, needsRead: false, deletedAt: known.deletedAt ?? at };
    await tx.update(leads).set(gone).where(eq(leads.id, leadId));
    await clearNotes(tx, leadId);
    // An earlier deletion was checked when it was found: the report of it may have been purged since.
    if (known.deletedAt) return false;
    await recordIfVanished(tx, { leadId, confirmedAt: known.confirmedAt, now: at });
    const { organizationId, agentId } = known;
    const entry = { leadId, organizationId, agentId, at };
    await writeTimeline(tx, [{ ...entry, kind: 'deleted' }]);
    await publishChange(tx, { kind: 'lead', ...known });
    return true;
  });
}

/** Clears the notes about the lead. */
async function clearNotes(tx: Db, leadId: string): Promise<void> {
  await forgetQuarantined(tx, leadId);
  await forgetConflicts(tx, { leadId, kind: 'still-there' });
  await forgetIfDeletionReported(tx, leadId);
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
  const record = { standard: {}, custom: {} };
  const nothing = { status: '', record, sortName: '', ...keyColumns(record, {}) };
  return { id: leadId, firstSeenAt: at, ...nobody, ...nothing, ...times, ...read };
}
