import 'server-only';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { getOwn } from '@/lib/core/own';
import { expiresAt } from '@/lib/core/retention';
import type { Db } from '@/lib/db/handle';
import { fieldSettings } from '@/lib/db/schema/admin';
import { drafts } from '@/lib/db/schema/drafts';
import { imports } from '@/lib/db/schema/imports';
import { leads } from '@/lib/db/schema/leads';
import { type AccessChange, type NoticeKind, notices } from '@/lib/db/schema/notices';
import { submissions } from '@/lib/db/schema/submissions';
import { type TimelineDetail, timeline } from '@/lib/db/schema/timeline';
import { retainedSince } from '@/lib/drafts/drafts';
import type { DraftField } from '@/lib/forms/draft-fields';
import type { Answers } from '@/lib/forms/field';
import { countOutcomes, type Progress } from '@/lib/imports/progress';
import { companyText, getCompanyField } from '@/lib/lead-schema/company-field';
import { toName } from '@/lib/leads/list';
import { readRetention } from '@/lib/retention/retention';
import { nameOf, reviewState } from '@/lib/submissions/pending';
import { type Among, isAmong } from './notices';
import {
  draftOf,
  importOf,
  isVisibleNotice,
  leadOf,
  type NoticeReader,
  submissionOf,
} from './visible-notices';

/** Notices on one page. */
const NOTICES_PER_PAGE = 50;

/** A notice as `/notifications` lists it, with what the history says, as far as the viewer may see it. */
export type NoticeRow = {
  id: number;
  kind: NoticeKind;
  /** When this desk learned of it. */
  at: string;
  isRead: boolean;
  /** Of the person, as far as it is known; of an import, its file. */
  name: string;
  company?: string;
  /** Of the two, the lead if there is one. */
  leadId?: string;
  submissionId?: string;
  /** The statuses of a change, verbatim. */
  from?: string;
  to?: string;
  /** The changed fields that no admin hides. */
  fields?: NonNullable<TimelineDetail['fields']>;
  /** Why it was refused, in the portal's or the admin's words. */
  reason?: string;
  /** What a submission waits for. */
  waitsFor?: 'review' | 'blocked';
  /** What has become of the rows by now, and why it ended by itself. */
  import?: { id: string; counts: Progress; endedBy: 'access' | 'form' | null };
  /** When the draft is deleted. */
  draft?: { expiresAt: string };
  /** `isCurrent`: the viewer still acts for whom it names. */
  access?: AccessChange & { isCurrent: boolean };
};

/** One page of the viewer's notices, latest first; those before `before`, if given. */
export async function listNotices(
  db: Db,
  viewer: NoticeReader,
  { before, only }: { before?: number } & Among = {},
): Promise<{ rows: NoticeRow[]; hasMore: boolean }> {
  const found = await readNotices(db, viewer, { before, only });
  const company = await getCompanyField(db);
  const companyIn = (answers: Answers) => company && companyText(company, getOwn(answers, company.id));
  const { drafts: draftDays } = await readRetention(db);
  const rows = await Promise.all(
    found.slice(0, NOTICES_PER_PAGE).map(async ({ lead, draft, ...row }): Promise<NoticeRow> => {
      const { refusal, detail, access } = row;
      const answers = row.answers ?? (draft ? typedAnswers(draft.fields) : {});
      const about = lead ?? row.draftLead;
      return {
        id: row.id,
        kind: row.kind,
        at: row.at.toISOString(),
        isRead: row.readAt !== null,
        name: row.import?.fileName ?? (about ? toName(about) : nameOf(answers)),
        company: (about ? about.company : companyIn(answers)) ?? undefined,
        leadId: row.leadId ?? undefined,
        submissionId: row.submissionId ?? undefined,
        from: detail?.from,
        to: detail?.to,
        ...(detail?.fields && { fields: detail.fields.filter(({ id = '' }) => !row.hidden?.includes(id)) }),
        reason: refusal ? (refusal.message ?? Object.values(refusal.fieldErrors)[0]) : undefined,
        ...(row.kind === 'review' && { waitsFor: reviewState(row.evidence) }),
        ...(row.import && {
          import: {
            id: row.import.id,
            counts: await countOutcomes(db, row.import.id),
            endedBy: row.import.pausedBy === 'transfer' ? null : row.import.pausedBy,
          },
        }),
        ...(draft && {
          draft: {
            expiresAt: expiresAt(draftDays, draft.retainedSince).toISOString(),
          },
        }),
        ...(access && { access: { ...access, isCurrent: isCurrent(access, viewer) } }),
      };
    }),
  );
  return { rows, hasMore: found.length > NOTICES_PER_PAGE };
}

const draftLeads = alias(leads, 'draft_leads');

function readNotices(db: Db, viewer: NoticeReader, { before, only }: { before?: number } & Among) {
  const { id, firstName, lastName, email, company } = leads;
  return (
    db
      .select({
        id: notices.id,
        kind: notices.kind,
        at: notices.at,
        readAt: notices.readAt,
        access: notices.access,
        leadId: notices.leadId,
        submissionId: submissions.id,
        answers: submissions.answers,
        refusal: submissions.refusal,
        evidence: submissions.evidence,
        detail: timeline.detail,
        hidden: sql<string[] | null>`(select array_agg(${fieldSettings.fieldId}) from ${fieldSettings}
        where ${notices.kind} = 'fields-changed' and ${fieldSettings.hidden})`,
        import: {
          id: imports.id,
          fileName: imports.fileName,
          pausedBy: imports.pausedBy,
        },
        draft: { id: drafts.id, fields: drafts.fields, retainedSince },
        lead: { id, firstName, lastName, email, company },
        draftLead: {
          id: draftLeads.id,
          firstName: draftLeads.firstName,
          lastName: draftLeads.lastName,
          email: draftLeads.email,
          company: draftLeads.company,
        },
      })
      .from(notices)
      .leftJoin(leads, leadOf(viewer))
      .leftJoin(submissions, submissionOf(viewer))
      .leftJoin(imports, importOf(viewer))
      .leftJoin(drafts, draftOf(db, viewer))
      // Whoever sees a draft of a change sees the lead.
      .leftJoin(draftLeads, eq(draftLeads.id, drafts.leadId))
      .leftJoin(timeline, eq(timeline.id, notices.timelineId))
      .where(
        and(
          eq(notices.personId, viewer.personId),
          isVisibleNotice,
          before === undefined ? undefined : lt(notices.id, before),
          isAmong({ only }),
        ),
      )
      .orderBy(desc(notices.id))
      .limit(NOTICES_PER_PAGE + 1)
  );
}

/** What was typed, as far as names are read from it. */
function typedAnswers(fields: readonly DraftField[]): Answers {
  return Object.fromEntries(
    fields.flatMap(([id, , value]) => (typeof value === 'string' ? [[id, value] as const] : [])),
  );
}

function isCurrent({ after }: AccessChange, { membership }: NoticeReader): boolean {
  return after?.organizationId === membership.organizationId && after.agentId === membership.agentId;
}
