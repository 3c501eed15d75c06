import 'server-only';
import { and, asc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { agents, memberships } from '@/lib/db/schema/people';
import { type Evidence, submissions } from '@/lib/db/schema/submissions';
import { enqueue } from '@/lib/jobs/enqueue';
import { PRIORITY } from '@/lib/jobs/job';
import { publishChange } from '@/lib/live/message';
import type { ServiceError } from '@/lib/service/error';
import { isBlocked } from './blocked-rows';
import { findMatch } from './candidates';
import { findSimilar } from './find-similar';
import { ownerMessage } from './owner-refusal';
import { moveSubmission } from './states';
import { enqueueSending, SUBMISSION_CONFIRM } from './topics';

/**
 * Blocked submissions: the service refused the owner (organization and agent) that they were sent with. The owner
 * comes from the membership, so no agent can fix it; an admin corrects it, and they are sent with the right
 * one.
 */

type Submission = typeof submissions.$inferSelect;
type OwnerIds = { organizationId: string; agentId: string };

/** Why a submission is blocked. What an admin ruled out before stays ruled out. */
export function ownerEvidence(error: ServiceError, before: Evidence | null): Evidence {
  const { leadIds } = before?.ruledOut ? before : { leadIds: [] };
  const ruledOut = before?.ruledOut ? { ruledOut: true as const } : {};
  return { reason: 'owner', leadIds, message: ownerMessage(error), ...ruledOut };
}

/**
 * Whether a blocked submission may be sent under another owner than the refused one: within its organization, if
 * its agent was mapped anew, or in place of an owner that the service never returned, which therefore
 * identifies no agent.
 */
export function mayFollow({
  from,
  to,
  isVerified,
}: {
  from: OwnerIds;
  to: OwnerIds;
  isVerified: boolean;
}): boolean {
  return !isVerified || from.organizationId === to.organizationId;
}

/** The result for blocked submissions: how many are on their way again, and how many still wait for an admin. */
export type Released = { sent: number; stayed: number };

/**
 * Sends blocked submissions again, each under its submitter's current mapping, in the caller's transaction. If
 * the submitter acts for no agent any more, or for another organization than one the service confirmed for
 * them, theirs are left to the admin. A submission that may have arrived under the former owner is first
 * searched for again.
 *
 * @param to a colleague they are transferred to, in place of their submitters
 */
export async function releaseBlocked(
  tx: Db,
  { where, to, now }: { where: SQL | undefined; to?: OwnerIds; now: Date },
): Promise<Released> {
  const blocked = await tx
    .select({
      submission: submissions,
      holds: { organizationId: memberships.organizationId, agentId: memberships.agentId },
      verifiedAt: sql`${agents.verifiedAt}`.mapWith(agents.verifiedAt),
    })
    .from(submissions)
    .leftJoin(memberships, eq(memberships.personId, submissions.personId))
    .leftJoin(agents, ofOwner)
    .where(and(isBlocked, where))
    .orderBy(asc(submissions.createdAt), asc(submissions.id))
    .for('update', { of: submissions });
  let sent = 0;
  for (const { submission, holds, verifiedAt } of blocked) {
    const owner = to ?? holds;
    const isAllowed = owner && mayFollow({ from: submission, to: owner, isVerified: verifiedAt !== null });
    if (!isAllowed || !(await isNowhere(tx, submission))) continue;
    await sendAs(tx, { submission, owner, now });
    sent += 1;
  }
  return { sent, stayed: blocked.length - sent };
}

const ofOwner = and(
  eq(agents.organizationId, submissions.organizationId),
  eq(agents.id, submissions.agentId),
);

/**
 * Sends the blocked submissions of these people if they now act for another agent of the same organization:
 * their new mapping is the correction. If they moved to another organization, an admin decides.
 */
export function followMappings(
  tx: Db,
  { personIds, now }: { personIds: readonly string[]; now: Date },
): Promise<Released> {
  const where = and(
    inArray(submissions.personId, [...personIds]),
    eq(memberships.organizationId, submissions.organizationId),
    ne(memberships.agentId, submissions.agentId),
  );
  return releaseBlocked(tx, { where, now });
}

/**
 * For a submission with an unanswered request: a lead that arrived late under the former owner may be its
 * lead.
 */
async function isNowhere(tx: Db, submission: Submission): Promise<boolean> {
  if (submission.attempts === 0) return true;
  const match = await findMatch(tx, { submission });
  const similar = await findSimilar(tx, { submission });
  if (match.kind === 'none' && similar.leadIds.length === 0) return true;
  const found = match.kind === 'lead' ? [match.leadId] : [];
  const leadIds = [...new Set([...found, ...similar.leadIds])];
  const evidence: Evidence =
    match.kind === 'unclear' ? match.evidence : { reason: 'similar', leadIds, shared: similar.shared };
  await tx.update(submissions).set({ evidence }).where(eq(submissions.id, submission.id));
  return false;
}

/** After a restore it is searched for first: the backup may be older than what was sent. */
async function sendAs(
  tx: Db,
  { submission, owner, now }: { submission: Submission; owner: OwnerIds; now: Date },
): Promise<void> {
  const { id, personId, organizationId, agentId, searchFrom, evidence } = submission;
  const ruledOut: Evidence | null = evidence?.ruledOut ? { ...evidence, reason: 'similar' } : null;
  const changes = { evidence: ruledOut, organizationId: owner.organizationId, agentId: owner.agentId };
  const move = searchFrom
    ? ({ from: 'review', to: 'confirming' } as const)
    : ({ from: 'review', to: 'queued' } as const);
  await moveSubmission(tx, { id, ...move, changes });
  if (organizationId !== owner.organizationId || agentId !== owner.agentId) {
    await publishChange(tx, { kind: 'submission', id, organizationId, agentId });
  }
  if (!searchFrom) return enqueueSending(tx, { id, personId, now });
  await enqueue(tx, { topic: SUBMISSION_CONFIRM, key: id, priority: PRIORITY.high, runAt: now });
}
