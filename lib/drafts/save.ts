import 'server-only';
import { and, eq, ne } from 'drizzle-orm';
import { hasSameAccess } from '@/lib/auth/same-access';
import type { Viewer } from '@/lib/auth/viewer';
import type { Device } from '@/lib/core/device';
import { lockPerson } from '@/lib/db/advisory-locks';
import type { Db } from '@/lib/db/handle';
import { drafts } from '@/lib/db/schema/drafts';
import { erasedSubmissions } from '@/lib/db/schema/erasures';
import { leads } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';
import type { DraftField } from '@/lib/forms/draft-fields';
import { lockUnerased } from '@/lib/leads/lock-lead';
import { readRevision, wasEditedSince } from '@/lib/leads/revision';
import { submissionsVisibleTo, visibleOrDeletedTo } from '@/lib/leads/visible-to';
import { type DraftSubject, deleteDraft, findDraft, ownDrafts, type StoredDraft } from './drafts';
import { keepFields } from './keep-fields';
import { findTransfer, type Transfer } from './transfer';

/** More than anyone works on at once. */
export const MAX_DRAFTS = 100;

/** One state of a draft, as a browser saves it. */
export type DraftSave = DraftSubject & {
  id: string;
  /**
   * The revisions that this browser knows to be its own: the last one that was confirmed, and those of saves
   * without an answer. Empty for a draft that was never saved.
   */
  known: readonly string[];
  /** The name of the new state. */
  revision: string;
  /** The revision of the lead's answers that an edit was rendered from. */
  basis?: string;
  schemaVersion: string;
  fields: readonly DraftField[];
  locale: string;
  timeZone: string;
  device: Device;
  now: Date;
};

/**
 * `saved`: it is stored under this revision. `empty`: nothing was typed, and there is no draft; `emptied`: nothing any
 * more, and it was deleted. `conflict`: another device saved it since; nothing was written. `submitted`: it became this
 * submission. `erased`: it became one, and its person was erased since. `transferred`: an admin gave it to a colleague.
 * `gone`: the edit was saved, or the draft deleted, or it belongs to someone else. `too-many`: this person has too many
 * drafts, and none was deleted for it. `unknown-form`: this desk has never read that version of the form.
 * `access-changed`: the person acts for someone else now.
 */
export type DraftSaved =
  | { kind: 'saved'; revision: string }
  | { kind: 'conflict'; other: StoredDraft }
  | { kind: 'submitted'; submissionId: string }
  | { kind: 'transferred'; transfer: Transfer }
  | {
      kind: 'empty' | 'emptied' | 'erased' | 'gone' | 'too-many' | 'unknown-form' | 'access-changed';
    };

/**
 * Saves a draft if nobody else saved it since. What may not be kept is dropped here, whatever was posted. The
 * same save twice is one; saves and submissions of one person are serialised, so that a save that arrives
 * after its submission finds it.
 */
export async function saveDraft(db: Db, viewer: Viewer, save: DraftSave): Promise<DraftSaved> {
  const fields = await keepFields(db, save);
  if (!fields) return { kind: 'unknown-form' };
  return await db.transaction(async (tx) => {
    await lockPerson(tx, viewer.personId);
    if (!(await hasSameAccess(tx, viewer))) return { kind: 'access-changed' };
    if (!(await isTheirs(tx, viewer, save))) return { kind: 'gone' };
    if (save.leadId !== undefined && !(await lockUnerased(tx, save.leadId))) return { kind: 'erased' };
    return await write(tx, viewer, { ...save, fields });
  });
}

/** Whether the viewer may see what the draft is about. */
async function isTheirs(tx: Db, viewer: Viewer, { leadId, replaces }: DraftSubject): Promise<boolean> {
  if (leadId !== undefined)
    return (await tx.$count(leads, and(eq(leads.id, leadId), visibleOrDeletedTo(viewer)))) > 0;
  if (replaces === undefined) return true;
  const refused = and(eq(submissions.id, replaces), submissionsVisibleTo(viewer));
  return (await tx.$count(submissions, refused)) > 0;
}

async function write(
  tx: Db,
  viewer: Viewer,
  save: DraftSave & { fields: DraftField[] },
): Promise<DraftSaved> {
  const before = await findDraft(tx, viewer, save);
  if (!before) {
    const submissionId = await findSubmissionOf(tx, viewer, save);
    if (submissionId !== undefined) return { kind: 'submitted', submissionId };
    if ((await tx.$count(erasedSubmissions, eq(erasedSubmissions.draftId, save.id))) > 0)
      return { kind: 'erased' };
    const transfer = await findTransfer(tx, viewer, save.id);
    if (transfer) return { kind: 'transferred', transfer };
    if (save.known.length > 0 || (await isOver(tx, viewer, save))) return { kind: 'gone' };
    if (save.fields.length === 0) return { kind: 'empty' };
    return await insert(tx, viewer, save);
  }
  if (!save.known.includes(before.revision)) {
    if (JSON.stringify(before.fields) === JSON.stringify(save.fields))
      return { kind: 'saved', revision: before.revision };
    return { kind: 'conflict', other: before };
  }
  if (save.fields.length === 0) {
    await deleteDraft(tx, viewer, save.id);
    return { kind: 'emptied' };
  }
  const updated = await tx
    .update(drafts)
    .set(columnsOf(viewer, save))
    .where(and(ownDrafts(viewer), eq(drafts.id, save.id)))
    .returning({ id: drafts.id });
  // A transfer does not take the person's lock.
  return updated.length > 0
    ? { kind: 'saved', revision: save.revision }
    : { kind: 'transferred', transfer: 'transferred' };
}

/** What the draft became, maybe while this save was on its way. */
async function findSubmissionOf(
  tx: Db,
  { personId }: Viewer,
  { id }: Pick<DraftSave, 'id'>,
): Promise<string | undefined> {
  const ofDraft = and(eq(submissions.draftId, id), eq(submissions.personId, personId));
  const [found] = await tx.select({ id: submissions.id }).from(submissions).where(ofDraft).limit(1);
  return found?.id;
}

/** Whether it is too late: the edit was saved while this save was on its way. */
async function isOver(
  tx: Db,
  { personId }: Viewer,
  { leadId, basis }: Pick<DraftSave, 'leadId' | 'basis'>,
): Promise<boolean> {
  return leadId !== undefined && (await wasEditedSince(tx, { leadId, personId, revision: basis }));
}

async function insert(tx: Db, viewer: Viewer, save: DraftSave): Promise<DraftSaved> {
  const { personId } = viewer;
  if (save.leadId !== undefined) await dropOutdated(tx, { ...save, personId, leadId: save.leadId });
  if ((await tx.$count(drafts, eq(drafts.personId, personId))) >= MAX_DRAFTS) return { kind: 'too-many' };
  const inserted = await tx
    .insert(drafts)
    .values({ id: save.id, personId, createdAt: save.now, ...columnsOf(viewer, save) })
    .onConflictDoNothing()
    .returning({ id: drafts.id });
  // The id is another person's. Must not be revealed.
  return inserted.length > 0 ? { kind: 'saved', revision: save.revision } : { kind: 'gone' };
}

/**
 * Drafts of the same lead from older answers: the form that begins this one has shown what they held. A form that is
 * itself from older answers has not, and drops none.
 */
async function dropOutdated(
  tx: Db,
  { personId, leadId, basis = '' }: { personId: string; leadId: string; basis?: string },
): Promise<void> {
  if (basis !== (await readRevision(tx, leadId))) return;
  await tx
    .delete(drafts)
    .where(and(eq(drafts.personId, personId), eq(drafts.leadId, leadId), ne(drafts.basis, basis)));
}

function columnsOf({ membership: { organizationId, agentId } }: Viewer, save: DraftSave) {
  const { leadId, replaces, basis, schemaVersion, locale, timeZone, revision, now } = save;
  const { browser, system } = save.device;
  return {
    organizationId,
    agentId,
    leadId,
    replaces,
    basis,
    schemaVersion,
    locale,
    timeZone,
    revision,
    fields: [...save.fields],
    browser: browser ?? null,
    system: system ?? null,
    updatedAt: now,
  };
}
