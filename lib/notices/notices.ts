import 'server-only';
import { and, desc, eq, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '@/lib/auth/viewer';
import { getOwn } from '@/lib/core/own';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { type NoticeKind, notices } from '@/lib/db/schema/notices';
import { submissions } from '@/lib/db/schema/submissions';
import { timeline } from '@/lib/db/schema/timeline';
import type { Answers } from '@/lib/forms/field';
import { companyText, getCompanyField } from '@/lib/lead-schema/company-field';
import { toName } from '@/lib/leads/list';
import type { Unread } from '@/lib/leads/list-view';
import { MAX_UNREAD, unreadOf } from '@/lib/leads/unread';
import { submissionsVisibleTo, visibleTo } from '@/lib/leads/visible-to';
import { nameOf } from '@/lib/submissions/pending';
import { summariseUnread } from './summary';

/** Notices on one page. */
const NOTICES_PER_PAGE = 50;

/** A notice as `/notifications` lists it, with what the history says, as far as the viewer may see it. */
export type NoticeRow = {
  id: number;
  kind: NoticeKind;
  /** When this desk learned of it. */
  at: string;
  isRead: boolean;
  name: string;
  company?: string;
  /** Of the two, the lead if there is one. */
  leadId?: string;
  submissionId?: string;
  /** The statuses of a change, verbatim. */
  from?: string;
  to?: string;
  /** Why it was refused, in the portal's or the admin's words. */
  reason?: string;
};

/** What is about a lead or a refused submission that the viewer may still see, and that still is as it says. */
const isTold: SQL | undefined = or(
  isNotNull(leads.id),
  and(isNull(notices.leadId), eq(submissions.state, 'refused'), isNull(submissions.replacedBy)),
);

const leadOf = (viewer: Actor) => and(eq(leads.id, notices.leadId), visibleTo(viewer));
const submissionOf = (viewer: Actor) =>
  and(eq(submissions.id, notices.submissionId), submissionsVisibleTo(viewer));

/** Of these notices, or of all. */
type Among = { only?: readonly number[] };

const isAmong = ({ only }: Among) => only && inArray(notices.id, [...only]);

/**
 * What the viewer has not read yet. Of the latest unread notices, those that are told no more are left out only then:
 * a person who changed the organization may have any number of them.
 */
export async function getUnread(db: Db, viewer: Actor, among: Among = {}): Promise<Unread> {
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
      at: notices.at,
      leadId: notices.leadId,
      submissionId: notices.submissionId,
      status: leads.status,
      isTold: sql<boolean>`(${isTold}) is true`,
    })
    .from(latest)
    .leftJoin(leads, leadOf(viewer))
    .leftJoin(submissions, submissionOf(viewer))
    .orderBy(desc(notices.id));
  const told = rows.slice(0, MAX_UNREAD).filter((row) => row.isTold);
  return summariseUnread(told, { isCapped: rows.length > MAX_UNREAD });
}

/** One page of the viewer's notices, latest first; those before `before`, if given. */
export async function listNotices(
  db: Db,
  viewer: Actor,
  { before, only }: { before?: number } & Among = {},
): Promise<{ rows: NoticeRow[]; hasMore: boolean }> {
  const company = await getCompanyField(db);
  const found = await db
    .select({
      id: notices.id,
      kind: notices.kind,
      at: notices.at,
      readAt: notices.readAt,
      leadId: notices.leadId,
      submissionId: submissions.id,
      answers: submissions.answers,
      refusal: submissions.refusal,
      detail: timeline.detail,
      lead: {
        id: leads.id,
        firstName: leads.firstName,
        lastName: leads.lastName,
        email: leads.email,
        company: leads.company,
      },
    })
    .from(notices)
    .leftJoin(leads, leadOf(viewer))
    .leftJoin(submissions, submissionOf(viewer))
    .leftJoin(timeline, eq(timeline.id, notices.timelineId))
    .where(
      and(
        eq(notices.personId, viewer.personId),
        isTold,
        before === undefined ? undefined : lt(notices.id, before),
        isAmong({ only }),
      ),
    )
    .orderBy(desc(notices.id))
    .limit(NOTICES_PER_PAGE + 1);
  const companyIn = (answers: Answers) => company && companyText(company, getOwn(answers, company.id));
  const rows = found.slice(0, NOTICES_PER_PAGE).map((row): NoticeRow => {
    const { lead, answers, refusal, detail } = row;
    return {
      id: row.id,
      kind: row.kind,
      at: row.at.toISOString(),
      isRead: row.readAt !== null,
      name: lead ? toName(lead) : nameOf(answers ?? {}),
      company: (lead ? lead.company : companyIn(answers ?? {})) ?? undefined,
      leadId: row.leadId ?? undefined,
      submissionId: row.submissionId ?? undefined,
      from: detail?.from,
      to: detail?.to,
      reason: refusal ? (refusal.message ?? Object.values(refusal.fieldErrors)[0]) : undefined,
    };
  });
  return { rows, hasMore: found.length > NOTICES_PER_PAGE };
}

/** A person has opened this: they have read what is about it. Returns whether there was anything unread. */
export async function markRead(
  db: Db,
  viewer: Actor,
  { subject, now }: { subject: { leadId: string } | { submissionId: string }; now: Date },
): Promise<boolean> {
  const isAbout =
    'leadId' in subject ? eq(notices.leadId, subject.leadId) : eq(notices.submissionId, subject.submissionId);
  const read = await db
    .update(notices)
    .set({ readAt: now })
    .where(and(unreadOf(viewer), isAbout))
    .returning({ id: notices.id });
  return read.length > 0;
}

/** The person has read all up to this one: what came later they have not seen. */
export async function markAllRead(
  db: Db,
  viewer: Actor,
  { upTo, now }: { upTo: number; now: Date },
): Promise<void> {
  await db
    .update(notices)
    .set({ readAt: now })
    .where(and(unreadOf(viewer), lte(notices.id, upTo)));
}
