import 'server-only';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { getKeyFields } from '@/lib/lead-schema/company-field';
import type { LabelOf } from '@/lib/lead-schema/labels';
import { publishChange } from '@/lib/live/message';
import { trackStatus } from '@/lib/response-times/track-status';
import type { ServiceLead } from '@/lib/service/lead';
import { giveTimelineOwner, type TimelineEntry, writeTimeline } from '@/lib/timeline/write-timeline';
import { changedFields } from './changed-fields';
import { takeEditors } from './editors';
import { compareSnapshot } from './guard';
import { compareListedRow, isUnread, type ListedOn, overlay, sharedPart } from './listed';
import { lockLead } from './lock-lead';
import { learnOmittedFields } from './partial-rows';
import { finishSavedEdits, forgetEditsOf } from './pending-edits';
import { forgetQuarantined } from './quarantined-leads';
import type { ReadStart } from './read-start';
import { recordCompanies } from './record-companies';
import { recordOwners } from './record-owners';
import { matchSavedEdits } from './saved-edit';
import { dateBySubmission } from './submitted-here';
import { type MirrorRow, toRow } from './to-row';
import { withoutPerson } from './without-person';

type Row = typeof leads.$inferSelect;

/**
 * What a snapshot did to the mirror. `late` and `behind`: the mirror is newer, nothing was written; `behind`
 * if the service, asked later, answered with an older state than before, or than the one it confirmed as
 * saved. `read-first`: nothing was written, and the lead must be read individually. `completed`: the values
 * that the list omits are known now.
 */
export type Applied = 'new' | 'changed' | 'completed' | 'confirmed' | 'late' | 'behind' | 'read-first';

/**
 * What yields to a snapshot even if the service calls it newer: snapshots that began before `order`, and edits
 * saved here up to `editId`.
 */
export type Superseding = { order: number; editId: number };

/** A snapshot of one lead. */
export type LeadSnapshot = {
  lead: ServiceLead;
  /** When the request for this snapshot began. */
  readStart: ReadStart;
  /** See the guard's `Snapshot`. */
  supersedes?: Superseding;
  /**
   * The lead is known to have changed since this snapshot: if it contains nothing new, it confirms nothing.
   */
  isStale?: boolean;
  /** Only for a row of the list, which may omit fields: the page it is on. */
  listedOn?: ListedOn;
  /** The portal's current label of a field, for the timeline. */
  labelOf: LabelOf;
};

/**
 * Applies one snapshot of a lead to the mirror in a transaction, with its timeline entries and the hint to
 * browsers. The guard decides whether the snapshot counts, and so do edits that the service confirmed as
 * saved: a snapshot that does not show such an edit predates it, and confirms nothing. Of a lead whose person was
 * erased only what is not about them is applied.
 */
export function applyLead(
  db: Db,
  { lead: read, readStart, supersedes, listedOn, isStale = false, labelOf }: LeadSnapshot,
): Promise<Applied> {
  return db.transaction(async (tx) => {
    const stored = await lockLead(tx, read.id);
    const lead = stored?.erasedAt ? withoutPerson(read) : read;
    const isListed = listedOn !== undefined;
    const snapshot = { updatedAt: lead.updatedAt, readStart, supersedes: supersedes?.order, isListed };
    const verdict = stored ? compareSnapshot(snapshot, stored) : 'counts';
    if (verdict !== 'counts') return verdict;
    const known = stored && wasSeen(stored) ? stored : undefined;
    const listed = listedOn && compareListedRow(lead, { known, on: listedOn, labelOf });
    const whole = listed && known ? overlay(lead, known) : lead;
    const keyFields = await getKeyFields(tx);
    const row = toRow({ lead: whole, readStart, known, listed, keyFields });
    const moved = known !== undefined && isMoved(known, row);
    const edits =
      moved || !known ? undefined : await matchSavedEdits(tx, { row, supersedes, updatedAt: lead.updatedAt });
    if (edits?.isBehind || (isStale && known && !isNewer(row, known))) return 'behind';
    if (known && !listed) await learnOmittedFields(tx, { lead, known, now: readStart.at });
    await recordOwners(tx, [row]);
    if (moved || known?.knownCompany !== row.knownCompany) await recordCompanies(tx, [row]);
    const times = trackStatus(row, stored);
    const values = { ...row, ...times.columns };
    await tx.insert(leads).values(values).onConflictDoUpdate({ target: leads.id, set: values });
    await forgetQuarantined(tx, row.id);
    if (!known) await dateBySubmission(tx, lead.id);
    const applied = await recordChange(tx, { known, row, labelOf, tookMs: times.tookMs });
    if (edits) await finishSavedEdits(tx, { ...edits, now: readStart.at });
    if (moved) await forgetEditsOf(tx, row.id);
    if (applied !== 'confirmed' || edits) await publishChange(tx, { kind: 'lead', ...row });
    // A lead that moved to another agent disappears from the former owner's list: notify them too.
    if (moved) await publishChange(tx, { kind: 'lead', ...known });
    return applied;
  });
}

/** Whether the service reports a change of the lead after the stored state. */
function isNewer(row: MirrorRow, known: Row): boolean {
  const [now, then] = [row.serviceUpdatedAt?.getTime() ?? 0, known.serviceUpdatedAt?.getTime() ?? 0];
  return now > then || known.deletedAt !== null;
}

/** Whether the mirror ever stored the lead; if not, its tombstone has the same time as the row. */
function wasSeen({ submittedAt, deletedAt }: Row): boolean {
  return deletedAt?.getTime() !== submittedAt.getTime();
}

function isMoved(known: Row, row: { organizationId: string; agentId: string }): boolean {
  return known.organizationId !== row.organizationId || known.agentId !== row.agentId;
}

/** `tookMs`: how long the lead was in the status that it left. */
type Change = { known: Row; row: MirrorRow; labelOf: LabelOf; tookMs: number | null };

async function recordChange(
  tx: Db,
  { known, ...change }: Omit<Change, 'known'> & { known?: Row },
): Promise<Applied> {
  const { row } = change;
  if (!known) {
    await writeTimeline(tx, [{ ...entryOf(row), at: row.submittedAt, kind: 'first-seen' }]);
    return 'new';
  }
  if (isUnread(known, row)) return completeTimeline(tx, { known, ...change });
  const entries = isMoved(known, row)
    ? entriesOfMove({ known, ...change })
    : await entriesOfChange(tx, { known, ...change });
  await writeTimeline(tx, entries);
  return entries.length > 0 ? 'changed' : 'confirmed';
}

/**
 * Values that the list omits were always there, so adding them is not a change. The owner they name was
 * always the owner.
 */
async function completeTimeline(tx: Db, { known, row, labelOf, tookMs }: Change): Promise<Applied> {
  const { organizationId, agentId } = row;
  if (known.organizationId === '' && organizationId !== '') {
    await giveTimelineOwner(tx, { leadId: row.id, organizationId, agentId });
  } else if (isMoved(known, row)) {
    await writeTimeline(tx, entriesOfMove({ known, row, labelOf }));
    return 'changed';
  }
  const status = Object.hasOwn(known.record.standard, 'status') ? row.status : known.status;
  const shared = { ...row, status, record: sharedPart(row.record, known.record) };
  const entries = await entriesOfChange(tx, { known, row: shared, labelOf, tookMs });
  await writeTimeline(tx, entries);
  if (entries.length > 0) return 'changed';
  return row.fromList ? 'confirmed' : 'completed';
}

function entryOf({ id, organizationId, agentId, changedAt }: MirrorRow) {
  return { leadId: id, organizationId, agentId, at: changedAt };
}

/**
 * One entry for each owner, without any detail of the other. Field changes that came with the move are not
 * recorded: they would show the new owner what the lead contained before it was theirs.
 */
function entriesOfMove({ known, row, labelOf }: Omit<Change, 'tookMs'>): TimelineEntry[] {
  const fieldIds = changedFields({ before: known.record, after: row.record, labelOf }).map(({ id }) => id);
  const entry = { ...entryOf(row), kind: 'reassigned' as const, detail: { fieldIds } };
  return [{ ...entry, organizationId: known.organizationId, agentId: known.agentId }, entry];
}

async function entriesOfChange(tx: Db, { known, row, labelOf, tookMs }: Change): Promise<TimelineEntry[]> {
  const entry = entryOf(row);
  const entries: TimelineEntry[] = [];
  if (known.deletedAt) entries.push({ ...entry, kind: 'restored' });
  if (known.status !== row.status) {
    const detail = { from: known.status, to: row.status };
    entries.push({ ...entry, kind: 'status-changed', tookMs, detail });
  }
  const fields = changedFields({ before: known.record, after: row.record, labelOf });
  const editors = await takeEditors(tx, { row, fieldIds: fields.map(({ id }) => id) });
  // One entry for each author of a change, one of our users or the portal.
  for (const personId of new Set(fields.map(({ id }) => editors.get(id)))) {
    const made = fields.filter(({ id }) => editors.get(id) === personId);
    entries.push({
      ...entry,
      kind: personId ? 'edited' : 'fields-changed',
      personId,
      detail: { fields: made },
    });
  }
  return entries;
}
