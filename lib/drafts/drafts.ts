import 'server-only';
import { and, count, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Actor, Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import type { Db } from '@/lib/db/handle';
import { drafts } from '@/lib/db/schema/drafts';
import { leads } from '@/lib/db/schema/leads';
import { visibleTo } from '@/lib/leads/visible-to';

/** A draft as it is restored. */
export type StoredDraft = typeof drafts.$inferSelect;

/** What a draft is for: a new lead, a correction of a refused submission, or an edit of a lead. */
export type DraftSubject = { leadId?: string; replaces?: string };

/**
 * A person's own drafts, of their present organization: what was typed for one partner is not submitted for
 * another. Nobody else sees them, neither managers nor admins.
 */
export function ownDrafts({
  personId,
  membership,
}: Pick<Viewer, 'personId' | 'membership'>): SQL | undefined {
  return and(eq(drafts.personId, personId), eq(drafts.organizationId, membership.organizationId));
}

/** Without edits of leads that are not the viewer's any more: nothing of those is shown. */
export function shownDrafts(db: Db, viewer: Actor): SQL | undefined {
  const isTheirs = sql`exists ${db
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.id, drafts.leadId), visibleTo(viewer)))}`;
  return and(ownDrafts(viewer), or(isNull(drafts.leadId), isTheirs));
}

/** From when on a draft is retained for its time: its person saved it last, or got it from a colleague. */
export const retainedSince = sql`greatest(${drafts.updatedAt}, ${drafts.transferredAt})`.mapWith(
  drafts.updatedAt,
);

/** The number of drafts that `/drafts` lists. */
export async function countDrafts(db: Db, viewer: Viewer): Promise<number> {
  const [row] = await db.select({ count: count() }).from(drafts).where(shownDrafts(db, viewer));
  return row?.count ?? 0;
}

/** One draft of the viewer, of this kind; undefined if there is none, or it is another person's. */
export async function findDraft(
  db: Db,
  viewer: Viewer,
  { id, leadId }: { id: string; leadId?: string },
): Promise<StoredDraft | undefined> {
  const isOfLead = leadId === undefined ? isNull(drafts.leadId) : eq(drafts.leadId, leadId);
  const [row] = await db
    .select()
    .from(drafts)
    .where(and(ownDrafts(viewer), eq(drafts.id, id), isOfLead));
  return row;
}

/** The viewer's last saved draft of one edit or correction. */
export async function findLatestDraft(
  db: Db,
  viewer: Viewer,
  { leadId, replaces }: DraftSubject,
): Promise<StoredDraft | undefined> {
  if (leadId === undefined && replaces === undefined) return undefined;
  const [row] = await db
    .select()
    .from(drafts)
    .where(
      and(
        ownDrafts(viewer),
        leadId === undefined ? isNull(drafts.leadId) : eq(drafts.leadId, leadId),
        replaces === undefined ? undefined : eq(drafts.replaces, replaces),
      ),
    )
    .orderBy(sql`${drafts.updatedAt} desc`)
    .limit(1);
  return row;
}

/** Deletes one draft by hand. False if there was none of the viewer's. */
export async function deleteDraft(db: Db, viewer: Viewer, id: string): Promise<boolean> {
  const gone = await db
    .delete(drafts)
    .where(and(ownDrafts(viewer), eq(drafts.id, id)))
    .returning({ id: drafts.id });
  return gone.length > 0;
}

/** Deletes the draft that became a submission, and this person's others of the same correction. */
export async function endDrafts(
  tx: Db,
  viewer: Pick<Viewer, 'personId'>,
  { draftId, replaces }: { draftId?: string; replaces?: string },
): Promise<void> {
  if (draftId === undefined && replaces === undefined) return;
  await tx
    .delete(drafts)
    .where(
      and(
        eq(drafts.personId, viewer.personId),
        isNull(drafts.leadId),
        or(
          draftId === undefined ? undefined : eq(drafts.id, draftId),
          replaces === undefined ? undefined : eq(drafts.replaces, replaces),
        ),
      ),
    );
}

/** Deletes a person's drafts of a lead: they saved their changes. */
export async function endEditDrafts(
  tx: Db,
  { personId, leadId }: { personId: string; leadId: string },
): Promise<void> {
  await tx.delete(drafts).where(and(eq(drafts.personId, personId), eq(drafts.leadId, leadId)));
}

/** The hidden fields of a form that name its draft: one to be created, or the one that it continues. */
export function draftIds(draft?: Pick<StoredDraft, 'id' | 'revision'>) {
  return { draftId: draft?.id ?? newId('draft'), draftRevision: draft?.revision ?? '' };
}
