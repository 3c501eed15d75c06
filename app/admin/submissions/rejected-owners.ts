import 'server-only';
import { and, asc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { shortId } from '@/lib/core/short-id';
import type { Db } from '@/lib/db/handle';
import { type Listed, MAX_LISTED, toListed, total } from '@/lib/db/paging';
import { agents, memberships, organizations, people } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { agentLabel } from '@/lib/leads/agent-label';
import { mayFollow } from '@/lib/submissions/blocked';
import { isBlocked } from '@/lib/submissions/blocked-rows';
import { nameOf } from '@/lib/submissions/pending';

/** A submission that waits for its owner to be corrected. */
export type BlockedRow = {
  id: string;
  name: string;
  personName: string;
  submittedAt: Date;
  /** Its submitter's current membership, if it may be sent under that. */
  sentAs?: { organizationName: string; agentName: string };
};

/** An owner (organization and agent) that the portal rejects, with its waiting submissions. */
export type RejectedOwner = {
  organizationId: string;
  organizationName: string;
  agentId: string;
  agentName: string;
  /** The portal has shown a lead of it: it was right once. */
  isVerified: boolean;
  /** The portal's message about it, if any. */
  message?: string;
  /** The number of waiting submissions, listed or not. */
  waiting: number;
  rows: BlockedRow[];
};

/** Owners that the portal rejects, by longest waiting submission first. */
export async function listRejectedOwners(db: Db): Promise<Listed<RejectedOwner>> {
  const blocked = toListed(await readBlocked(db), (row) => row);
  const owners = new Map<string, RejectedOwner>();
  for (const row of blocked.rows) {
    const key = JSON.stringify([row.organizationId, row.agentId]);
    const owner = owners.get(key) ?? toOwner(row);
    owner.rows.push(toBlockedRow(row));
    owners.set(key, owner);
  }
  return { rows: [...owners.values()], more: blocked.more };
}

function readBlocked(db: Db) {
  const nowAgents = alias(agents, 'now_agents');
  const nowOrganizations = alias(organizations, 'now_organizations');
  return db
    .select({
      id: submissions.id,
      answers: submissions.answers,
      submittedAt: submissions.createdAt,
      evidence: submissions.evidence,
      personName: people.name,
      organizationId: submissions.organizationId,
      organizationName: organizations.name,
      agentId: submissions.agentId,
      agentName: agentLabel,
      verifiedAt: agents.verifiedAt,
      holds: { organizationId: memberships.organizationId, agentId: memberships.agentId },
      nowOrganizationName: nowOrganizations.name,
      nowAgentName: nowAgents.name,
      waiting: sql<number>`(count(*) over (partition by ${submissions.organizationId}, ${submissions.agentId}))::int`,
      total,
    })
    .from(submissions)
    .innerJoin(people, eq(people.id, submissions.personId))
    .innerJoin(organizations, eq(organizations.id, submissions.organizationId))
    .innerJoin(
      agents,
      and(eq(agents.organizationId, submissions.organizationId), eq(agents.id, submissions.agentId)),
    )
    .leftJoin(memberships, eq(memberships.personId, submissions.personId))
    .leftJoin(nowOrganizations, eq(nowOrganizations.id, memberships.organizationId))
    .leftJoin(
      nowAgents,
      and(eq(nowAgents.organizationId, memberships.organizationId), eq(nowAgents.id, memberships.agentId)),
    )
    .where(isBlocked)
    .orderBy(asc(submissions.createdAt), asc(submissions.id))
    .limit(MAX_LISTED);
}

type BlockedSubmission = Awaited<ReturnType<typeof readBlocked>>[number];

function toOwner(row: BlockedSubmission): RejectedOwner {
  const { organizationId, organizationName, agentId, agentName, verifiedAt, evidence, waiting } = row;
  return {
    organizationId,
    agentId,
    waiting,
    rows: [],
    isVerified: verifiedAt !== null,
    message: evidence?.message,
    organizationName: organizationName ?? shortId(organizationId),
    agentName: agentName ?? shortId(agentId),
  };
}

function toBlockedRow(row: BlockedSubmission): BlockedRow {
  const { id, answers, personName, submittedAt, holds, verifiedAt } = row;
  const isSendable = holds && mayFollow({ from: row, to: holds, isVerified: verifiedAt !== null });
  return {
    id,
    personName,
    submittedAt,
    name: nameOf(answers) || id,
    ...(isSendable && {
      sentAs: {
        organizationName: row.nowOrganizationName ?? shortId(holds.organizationId),
        agentName: row.nowAgentName ?? shortId(holds.agentId),
      },
    }),
  };
}
