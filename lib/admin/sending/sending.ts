import 'server-only';
import { and, asc, count, eq, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { type Listed, MAX_LISTED, toListed, total } from '@/lib/core/listed';
import type { Db } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import { agents, organizations } from '@/lib/db/schema/people';
import { type AttemptFact, type SubmissionState, submissions } from '@/lib/db/schema/submissions';
import type { Answers } from '@/lib/forms/field';
import { SCHEMA_REFRESH } from '@/lib/lead-schema/schema';
import { nameOf } from '@/lib/submissions/pending';
import { nextProbeDue } from '@/lib/submissions/probe-schedule';
import { SUBMISSION_SEND, SUBMISSION_SETTLE } from '@/lib/submissions/topics';
import { LEAD_REFRESH } from '@/lib/sync/refresh';
import { SWEEP } from '@/lib/sync/sweep';
import { WEBHOOKS_ENSURE } from '@/lib/webhooks/subscriptions';
import { listReviews, type ReviewRow } from './reviews';
import { listWrongPairs, type WrongPair } from './wrong-pairs';

/** A submission that the desk is still busy with. */
export type WaitingRow = { id: string; name: string; agentName: string; organizationName: string };

/** Sent without an answer, and looked for. */
export type UnclearRow = WaitingRow & {
  attempts: number;
  /** The last request; absent if it was never sent and is only looked for first. */
  sent?: AttemptFact;
  looks: number;
  /** May be past: then the look waits for a complete reading of the portal's list. */
  nextLookAt: Date;
};

/** In the queue for longer than usual. */
export type OverdueRow = WaitingRow & {
  queuedAt: Date;
  lastError?: string;
  /** When it is tried again; absent if its job has given up. */
  nextTryAt?: Date;
};

/** Work that the desk has given up until a person says otherwise. */
export type DeadJob = {
  id: number;
  work: string;
  topic: string;
  key: string;
  deadAt: Date;
  lastError?: string;
};

/** All that is on its way to the portal, and what a person should know or decide about it. */
export type Sending = {
  counts: StateCount[];
  wrongPairs: Listed<WrongPair>;
  reviews: Listed<ReviewRow>;
  unclear: Listed<UnclearRow>;
  overdue: Listed<OverdueRow>;
  dead: Listed<DeadJob>;
};

export type StateCount = { state: SubmissionState; count: number };

/** In the usual case a submission is sent within a second: one that waits for so long has met an obstacle. */
const OVERDUE_MS = 3 * 60_000;

/** Reads it all from our database alone; for admins only. */
export async function getSending(db: Db, now: Date): Promise<Sending> {
  const [counts, wrongPairs, reviews, unclear, overdue, dead] = await Promise.all([
    countByState(db),
    listWrongPairs(db),
    listReviews(db),
    listUnclear(db),
    listOverdue(db, now),
    listDead(db),
  ]);
  return { counts, wrongPairs, reviews, unclear, overdue, dead };
}

/** How many submissions are in each state, without those that are done with: accepted, or corrected since. */
export function countByState(db: Db): Promise<StateCount[]> {
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
  agentName: agents.name,
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
      emptyLooks: submissions.emptyLooks,
    })
    .from(submissions)
    .leftJoin(agents, ofAgent)
    .leftJoin(organizations, eq(organizations.id, submissions.organizationId))
    .where(eq(submissions.state, 'settling'))
    .orderBy(asc(submissions.attemptedAt), asc(submissions.id))
    .limit(MAX_LISTED);
  return toListed(rows, ({ createdAt, attemptLog, ...row }) => {
    const { attempts, emptyLooks } = row;
    const lastAt = row.attemptedAt ?? createdAt;
    const sent = attempts === 0 ? undefined : (attemptLog.at(-1) ?? { at: lastAt.toISOString() });
    const nextLookAt = nextProbeDue(row) ?? lastAt;
    return { ...toWaiting(row), attempts, sent, looks: emptyLooks, nextLookAt };
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
    // One that is sent once more was asked for again lately: it is not overdue yet.
    .where(
      and(
        eq(submissions.state, 'queued'),
        lt(submissions.createdAt, since),
        or(isNull(jobs.askedAt), lt(jobs.askedAt, since)),
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

/** What each job does, as the page names it. */
const WORK: Readonly<Record<string, string>> = {
  [SUBMISSION_SEND]: 'send',
  [SUBMISSION_SETTLE]: 'settle',
  [LEAD_REFRESH]: 'refresh',
  [SWEEP]: 'sweep',
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
    agentName: owner.agentName ?? owner.agentId,
    organizationName: owner.organizationName ?? owner.organizationId,
  };
}
