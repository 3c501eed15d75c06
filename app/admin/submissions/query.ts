import 'server-only';
import { and, asc, count, eq, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { shortId } from '@/lib/core/short-id';
import type { Db } from '@/lib/db/handle';
import { type Listed, MAX_LISTED, toListed, total } from '@/lib/db/paging';
import { jobs } from '@/lib/db/schema/jobs';
import { agents, organizations } from '@/lib/db/schema/people';
import { type AttemptFact, type SubmissionState, submissions } from '@/lib/db/schema/submissions';
import type { Answers } from '@/lib/forms/field';
import { SCHEMA_REFRESH } from '@/lib/lead-schema/schema';
import { agentLabel } from '@/lib/leads/agent-label';
import { nameOf } from '@/lib/submissions/pending';
import { nextSearchDue } from '@/lib/submissions/search-schedule';
import { SUBMISSION_CONFIRM, SUBMISSION_SEND } from '@/lib/submissions/topics';
import { FULL_SYNC } from '@/lib/sync/full-sync';
import { LEAD_REFRESH } from '@/lib/sync/refresh';
import { WEBHOOKS_ENSURE } from '@/lib/webhooks/subscriptions';
import { listRejectedOwners, type RejectedOwner } from './rejected-owners';
import { listReviews, type ReviewRow } from './reviews';

/** A submission that the desk is still working on. */
export type WaitingRow = { id: string; name: string; agentName: string; organizationName: string };

/** Sent without a response; the desk is searching for its lead. */
export type UnclearRow = WaitingRow & {
  attempts: number;
  /** The last request; absent if it was never sent and is searched for first. */
  sent?: AttemptFact;
  searches: number;
  /** May be in the past: then the search waits for a complete full sync of the portal's list. */
  nextSearchAt: Date;
};

/** In the queue for longer than usual. */
export type OverdueRow = WaitingRow & {
  queuedAt: Date;
  lastError?: string;
  /** The time of the next retry; absent if its job is dead. */
  nextTryAt?: Date;
};

/** Dead work that only a person can requeue. */
export type DeadJob = {
  id: number;
  work: string;
  topic: string;
  key: string;
  deadAt: Date;
  lastError?: string;
};

/** All pending submissions, with what a person should know or decide about them. */
export type SubmissionsPage = {
  counts: StateCount[];
  rejectedOwners: Listed<RejectedOwner>;
  reviews: Listed<ReviewRow>;
  unclear: Listed<UnclearRow>;
  overdue: Listed<OverdueRow>;
  dead: Listed<DeadJob>;
};

export type StateCount = { state: SubmissionState; count: number };

/** A submission is normally sent within a second: after this long, something blocks it. */
const OVERDUE_MS = 3 * 60_000;

/**
 * Reads all of it from our database only; for admins only.
 *
 * @param locale the admin's, as a tag (BCP 47)
 */
export async function getSubmissionsPage(
  db: Db,
  { now, locale }: { now: Date; locale: string },
): Promise<SubmissionsPage> {
  const [counts, rejectedOwners, reviews, unclear, overdue, dead] = await Promise.all([
    countByState(db),
    listRejectedOwners(db),
    listReviews(db, locale),
    listUnclear(db),
    listOverdue(db, now),
    listDead(db),
  ]);
  return { counts, rejectedOwners, reviews, unclear, overdue, dead };
}

/** The number of submissions by state, except finished ones: accepted, or corrected since. */
function countByState(db: Db): Promise<StateCount[]> {
  return db
    .select({ state: submissions.state, count: count() })
    .from(submissions)
    .where(and(ne(submissions.state, 'accepted'), isNull(submissions.replacedBy)))
    .groupBy(submissions.state);
}

const waiting = {
  id: submissions.id,
  answers: submissions.answers,
  agentId: submissions.agentId,
  agentName: agentLabel,
  organizationId: submissions.organizationId,
  organizationName: organizations.name,
  total,
};

const ofAgent = and(
  eq(agents.organizationId, submissions.organizationId),
  eq(agents.id, submissions.agentId),
);

async function listUnclear(db: Db): Promise<Listed<UnclearRow>> {
  const rows = await db
    .select({
      ...waiting,
      attempts: submissions.attempts,
      attemptLog: submissions.attemptLog,
      attemptedAt: submissions.attemptedAt,
      searchFrom: submissions.searchFrom,
      createdAt: submissions.createdAt,
      emptySearches: submissions.emptySearches,
    })
    .from(submissions)
    .leftJoin(agents, ofAgent)
    .leftJoin(organizations, eq(organizations.id, submissions.organizationId))
    .where(eq(submissions.state, 'confirming'))
    .orderBy(asc(submissions.attemptedAt), asc(submissions.id))
    .limit(MAX_LISTED);
  return toListed(rows, ({ createdAt, attemptLog, ...row }) => {
    const { attempts, emptySearches } = row;
    const lastAt = row.attemptedAt ?? createdAt;
    const sent = attempts === 0 ? undefined : (attemptLog.at(-1) ?? { at: lastAt.toISOString() });
    const nextSearchAt = nextSearchDue(row) ?? lastAt;
    return { ...toWaiting(row), attempts, sent, searches: emptySearches, nextSearchAt };
  });
}

async function listOverdue(db: Db, now: Date): Promise<Listed<OverdueRow>> {
  const since = new Date(now.getTime() - OVERDUE_MS);
  const rows = await db
    .select({
      ...waiting,
      createdAt: submissions.createdAt,
      lastError: jobs.lastError,
      runAt: jobs.runAt,
      deadAt: jobs.deadAt,
    })
    .from(submissions)
    .leftJoin(jobs, and(eq(jobs.topic, SUBMISSION_SEND), eq(jobs.key, submissions.id)))
    .leftJoin(agents, ofAgent)
    .leftJoin(organizations, eq(organizations.id, submissions.organizationId))
    // One that is sent again was enqueued recently: it is not overdue yet.
    .where(
      and(
        eq(submissions.state, 'queued'),
        lt(submissions.createdAt, since),
        or(isNull(jobs.requestedAt), lt(jobs.requestedAt, since)),
      ),
    )
    .orderBy(asc(submissions.createdAt), asc(submissions.id))
    .limit(MAX_LISTED);
  return toListed(rows, (row) => ({
    ...toWaiting(row),
    queuedAt: row.createdAt,
    lastError: row.lastError ?? undefined,
    nextTryAt: row.deadAt ? undefined : (row.runAt ?? undefined),
  }));
}

/** The description of each job, as on the page. */
const WORK: Readonly<Record<string, string>> = {
  [SUBMISSION_SEND]: 'send',
  [SUBMISSION_CONFIRM]: 'confirm',
  [LEAD_REFRESH]: 'refresh',
  [FULL_SYNC]: 'fullSync',
  [WEBHOOKS_ENSURE]: 'webhooks',
  [SCHEMA_REFRESH]: 'schema',
};

async function listDead(db: Db): Promise<Listed<DeadJob>> {
  const { id, topic, key, deadAt, lastError } = jobs;
  const rows = await db
    .select({ id, topic, key, deadAt: sql`${deadAt}`.mapWith(deadAt), lastError, total })
    .from(jobs)
    .where(isNotNull(deadAt))
    .orderBy(asc(deadAt), asc(id))
    .limit(MAX_LISTED);
  return toListed(rows, ({ total: _total, ...job }) => ({
    ...job,
    work: WORK[job.topic] ?? 'other',
    lastError: job.lastError ?? undefined,
  }));
}

type WaitingColumns = {
  id: string;
  answers: Answers;
  agentId: string;
  agentName: string | null;
  organizationId: string;
  organizationName: string | null;
};

function toWaiting({ id, answers, ...owner }: WaitingColumns): WaitingRow {
  return {
    id,
    name: nameOf(answers) || id,
    agentName: owner.agentName ?? shortId(owner.agentId),
    organizationName: owner.organizationName ?? shortId(owner.organizationId),
  };
}
