import 'server-only';
import { and, eq, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Actor, Viewer } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { fieldSettings } from '@/lib/db/schema/admin';
import { drafts } from '@/lib/db/schema/drafts';
import { imports } from '@/lib/db/schema/imports';
import { leads } from '@/lib/db/schema/leads';
import { notices } from '@/lib/db/schema/notices';
import { submissions } from '@/lib/db/schema/submissions';
import { timeline } from '@/lib/db/schema/timeline';
import { shownDrafts } from '@/lib/drafts/drafts';
import { ownImports, submissionsVisibleTo, visibleTo } from '@/lib/leads/visible-to';

/** Whose notices are read. Drafts and imports are shown to their own person only: not to an admin who sees the desk as them. */
export type NoticeReader = Actor & Pick<Viewer, 'viewedBy'>;

/** For joins: the lead that a notice is about, if the reader may see it. */
export const leadOf = (reader: NoticeReader) => and(eq(leads.id, notices.leadId), visibleTo(reader));

/** The same for its submission. */
export const submissionOf = (reader: NoticeReader) =>
  and(eq(submissions.id, notices.submissionId), submissionsVisibleTo(reader));

/** The same for its import. */
export const importOf = (reader: NoticeReader) =>
  and(eq(imports.id, notices.importId), ownImports(reader), isOwn(reader));

/** The same for its draft; one that was saved since is kept for longer. */
export const draftOf = (db: Db, reader: NoticeReader) =>
  and(
    eq(drafts.id, notices.draftId),
    lte(drafts.updatedAt, notices.at),
    shownDrafts(db, reader),
    isOwn(reader),
  );

const isOwn = ({ viewedBy }: NoticeReader) => (viewedBy === undefined ? undefined : sql`false`);

/** Details changed that no admin hides today. */
const hasShownField = sql`exists (
  select from ${timeline}, jsonb_array_elements(${timeline.detail} -> 'fields') as changed
  where ${timeline.id} = ${notices.timelineId} and not exists (
    select from ${fieldSettings} where ${fieldSettings.fieldId} = changed ->> 'id' and ${fieldSettings.hidden}))`;

/** For queries with these joins: what is about something that the reader may still see, and that still is as it says. */
export const isVisibleNotice: SQL | undefined = or(
  and(
    isNotNull(leads.id),
    sql`case when ${notices.kind} = 'fields-changed' then ${hasShownField} else true end`,
  ),
  and(
    isNull(notices.leadId),
    eq(notices.kind, 'refused'),
    eq(submissions.state, 'refused'),
    isNull(submissions.replacedBy),
  ),
  and(eq(notices.kind, 'review'), eq(submissions.state, 'review')),
  isNotNull(imports.id),
  isNotNull(drafts.id),
  eq(notices.kind, 'access-changed'),
);
