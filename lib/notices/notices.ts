import 'server-only';
import { and, desc, eq, inArray, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { drafts } from '@/lib/db/schema/drafts';
import { imports } from '@/lib/db/schema/imports';
import { leads } from '@/lib/db/schema/leads';
import { notices } from '@/lib/db/schema/notices';
import { submissions } from '@/lib/db/schema/submissions';
import type { Unread } from '@/lib/leads/list-view';
import { MAX_UNREAD, unreadOf } from '@/lib/leads/unread';
import { summariseUnread } from './summary';
import {
  draftOf,
  importOf,
  isVisibleNotice,
  leadOf,
  type NoticeReader,
  submissionOf,
} from './visible-notices';

/** Of these notices, or of all. */
export type Among = { only?: readonly number[] };

/** For queries of notices: only these. */
export const isAmong = ({ only }: Among): SQL | undefined => only && inArray(notices.id, [...only]);

/**
 * What the viewer has not read yet. Of the latest unread notices, those that are told no more are left out only then:
 * a person who changed the organization may have any number of them.
 */
export async function getUnread(db: Db, viewer: NoticeReader, among: Among = {}): Promise<Unread> {
  const latest = db
    .select()
    .from(notices)
    .where(and(unreadOf(viewer), isAmong(among)))
    .orderBy(desc(notices.id))
    .limit(MAX_UNREAD + 1)
    .as('notices');
  const rows = await db
    .select({
      id: notices.id,
      kind: notices.kind,
      leadId: notices.leadId,
      submissionId: notices.submissionId,
      importId: notices.importId,
      draftId: notices.draftId,
      status: leads.status,
      value: leads.value,
      isVisibleNotice: sql<boolean>`(${isVisibleNotice}) is true`,
    })
    .from(latest)
    .leftJoin(leads, leadOf(viewer))
    .leftJoin(submissions, submissionOf(viewer))
    .leftJoin(imports, importOf(viewer))
    .leftJoin(drafts, draftOf(db, viewer))
    .orderBy(desc(notices.id));
  const visible = rows.slice(0, MAX_UNREAD).filter((row) => row.isVisibleNotice);
  return summariseUnread(visible, { isCapped: rows.length > MAX_UNREAD });
}

/** What a page shows: a lead, a submission, an import, or all drafts. */
export type ReadSubject =
  | { leadId: string }
  | { submissionId: string }
  | { importId: string }
  | { kind: 'draft-expires' };

/** A person has opened this: they have read what is about it. Returns whether there was anything unread. */
export async function markRead(
  db: Db,
  viewer: Actor,
  { subject, now }: { subject: ReadSubject; now: Date },
): Promise<boolean> {
  const read = await db
    .update(notices)
    .set({ readAt: now })
    .where(and(unreadOf(viewer), isAbout(subject)))
    .returning({ id: notices.id });
  return read.length > 0;
}

function isAbout(subject: ReadSubject): SQL {
  if ('leadId' in subject) return eq(notices.leadId, subject.leadId);
  if ('submissionId' in subject) return eq(notices.submissionId, subject.submissionId);
  if ('importId' in subject) return eq(notices.importId, subject.importId);
  return eq(notices.kind, subject.kind);
}

/**
 * The person has read all up to this one: what came later they have not seen. `onLeads`: they were shown only what is
 * about leads and submissions.
 */
export async function markAllRead(
  db: Db,
  viewer: Actor,
  { upTo, onLeads = false, now }: { upTo: number; onLeads?: boolean; now: Date },
): Promise<void> {
  const isOnLead = or(isNotNull(notices.leadId), isNotNull(notices.submissionId));
  await db
    .update(notices)
    .set({ readAt: now })
    .where(and(unreadOf(viewer), lte(notices.id, upTo), onLeads ? isOnLead : undefined));
}
