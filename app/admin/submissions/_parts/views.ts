import { getTranslations } from 'next-intl/server';
import { getAgentOf } from '@/components/admin/agent-of';
import { ownerValue } from '@/components/admin/owner-inputs';
import { getFormats } from '@/components/ui/formats';
import { agentAddress } from '@/lib/core/address';
import type { Formats, Moment } from '@/lib/core/formats';
import { stripControlCharacters } from '@/lib/core/text';
import type { AttemptFact } from '@/lib/db/schema/submissions';
import { toError } from '../../_parts/error-labels';
import type { DeadJob, OverdueRow, SubmissionsPage, UnclearRow, WaitingRow } from '../query';
import type { RejectedOwner } from '../rejected-owners';
import type { CandidateLead, Identity, ReviewRow } from '../reviews';
import type {
  CandidateView,
  Compared,
  DeadView,
  OverdueView,
  RejectedOwnerView,
  ReviewView,
  SentView,
  UnclearView,
} from './submission-view';

type Translate = Awaited<ReturnType<typeof getTranslations<'Submissions'>>>;
/** The context for turning a row into words. */
type ViewContext = {
  t: Translate;
  formats: Formats;
  agentOf: Awaited<ReturnType<typeof getAgentOf>>;
  now: Date;
};

/** Everything on the page of submissions, in words. */
export async function toSubmissionViews(
  { rejectedOwners, reviews, unclear, overdue, dead }: SubmissionsPage,
  now: Date,
) {
  const context = {
    t: await getTranslations('Submissions'),
    formats: await getFormats(),
    agentOf: await getAgentOf(),
    now,
  };
  return {
    rejectedOwners: {
      ...rejectedOwners,
      rows: rejectedOwners.rows.map((row) => toRejectedOwner(row, context)),
    },
    reviews: { ...reviews, rows: reviews.rows.map((row) => toReview(row, context)) },
    unclear: { ...unclear, rows: unclear.rows.map((row) => toUnclear(row, context)) },
    overdue: { ...overdue, rows: overdue.rows.map((row) => toOverdue(row, context)) },
    dead: { ...dead, rows: dead.rows.map((row) => toDead(row, context)) },
  };
}

function toRejectedOwner(owner: RejectedOwner, context: ViewContext): RejectedOwnerView {
  const { formats, now } = context;
  const { organizationId, agentId, isVerified, waiting, message, rows } = owner;
  return {
    organizationId,
    agentId,
    waiting,
    isCorrectable: !isVerified,
    owner: ownerValue(owner),
    href: agentAddress(owner),
    organization: owner.organizationName,
    agent: owner.agentName,
    message: message === undefined ? undefined : stripControlCharacters(message),
    rows: rows.map(({ id, name, personName, submittedAt, sentAs }) => ({
      id,
      name,
      person: personName,
      submitted: formats.moment(submittedAt.toISOString(), now),
      sentAs: sentAs && ownerOf(sentAs, context),
    })),
  };
}

function toReview(row: ReviewRow, { t, formats }: ViewContext): ReviewView {
  const { id, email, attempts, reason, answers, candidates } = row;
  const precise = (at: Date) => formats.preciseMoment(at.toISOString());
  return {
    id,
    email,
    attempts,
    reason,
    answers,
    name: row.name || id,
    value: moneyOf(row, formats),
    person: row.personName,
    agent: row.agentName,
    organization: row.organizationName,
    submitted: precise(row.submittedAt),
    sent: row.sent.map((fact) => toSent(fact, { t, at: precise(new Date(fact.at)) })),
    seenLeads: [...new Set([...row.namedLeads, ...candidates.rows.map((lead) => lead.id)])],
    candidates: candidates.rows.map((lead) => toCandidate(lead, { row, formats })),
    moreCandidates: candidates.more,
  };
}

function toCandidate(
  lead: CandidateLead,
  { row, formats }: { row: ReviewRow; formats: Formats },
): CandidateView {
  return {
    id: lead.id,
    name: compare(lead.name, row.name),
    email: compare(lead.email, row.email),
    value: compare(moneyOf(lead, formats), moneyOf(row, formats)),
    created: formats.preciseMoment(lead.createdAt.toISOString()),
    isClaimed: lead.isClaimed,
    isDeleted: lead.deletedAt !== undefined,
    shared: lead.shared,
  };
}

function compare(text: string, submitted: string): Compared {
  return { text, differs: text.trim().toLowerCase() !== submitted.trim().toLowerCase() };
}

function moneyOf({ value, currency }: Identity, { money }: Formats): string {
  return value === undefined ? '' : money(value, currency);
}

/** The response: an error is never shown as no response. */
function toSent(fact: AttemptFact, { t, at }: { t: Translate; at: Moment }): SentView {
  const { status } = fact;
  const message = fact.message === undefined ? undefined : stripControlCharacters(fact.message);
  if (status === undefined) return { at, answer: t('answeredNothing'), message };
  const isTaken = status >= 200 && status < 300;
  return { at, answer: t(isTaken ? 'answeredUnreadable' : 'answered', { status }), message };
}

function toUnclear(row: UnclearRow, context: ViewContext): UnclearView {
  const { t, formats, now } = context;
  const { id, name, attempts, searches, nextSearchAt } = row;
  return {
    id,
    name,
    attempts,
    searches,
    owner: ownerOf(row, context),
    sent: row.sent
      ? toSent(row.sent, { t, at: formats.moment(row.sent.at, now) })
      : { answer: t('searchedFirst') },
    nextSearch: nextSearchAt > now ? formats.moment(nextSearchAt.toISOString()) : undefined,
  };
}

function toOverdue(row: OverdueRow, context: ViewContext): OverdueView {
  const { t, formats, now } = context;
  const { id, name, nextTryAt, lastError } = row;
  return {
    id,
    name,
    owner: ownerOf(row, context),
    queued: formats.moment(row.queuedAt.toISOString(), now),
    error: toError(lastError, t),
    nextTry: nextTryAt && formats.moment(nextTryAt.toISOString()),
  };
}

function ownerOf(
  { agentName: agent, organizationName: organization }: Pick<WaitingRow, 'agentName' | 'organizationName'>,
  { agentOf }: ViewContext,
): string {
  return agentOf({ agent, organization });
}

function toDead(
  { id, work, topic, key, deadAt, lastError }: DeadJob,
  { t, formats, now }: ViewContext,
): DeadView {
  return {
    id,
    what: t('work', { work, topic: stripControlCharacters(topic) }),
    key: stripControlCharacters(key),
    since: formats.moment(deadAt.toISOString(), now),
    error: toError(lastError, t),
  };
}
