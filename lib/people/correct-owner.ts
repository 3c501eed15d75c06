import 'server-only';
import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import { lockMappings } from '@/lib/auth/mapping-lock';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { agents, domainRules, memberships, organizations } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { savedViews } from '@/lib/db/schema/views';
import { correctDraftsOwner } from '@/lib/drafts/transfer';
import { correctImportsOwner } from '@/lib/imports/transfer';
import { publishChange } from '@/lib/live/message';
import { type Released, releaseBlocked } from '@/lib/submissions/blocked';
import { notifyOfAccess } from '@/lib/timeline/notify';
import type { OwnerIds } from './input';
import { lockQueued } from './transfer-submissions';

/**
 * The result. `done`: how many people now act for the right owner, and how many of their submissions are
 * on their way under it; `stayed`: submissions that are not leads and are still under the wrong owner. `same`:
 * the ids did not change. `unknown`: the owner does not exist (any more). `verified`: the portal has shown a lead of it, so it
 * is not a typing error. `elsewhere`: the right agent belongs to another organization (interface 4, rule 1).
 */
export type Corrected =
  | { kind: 'done'; people: number; sent: number; stayed: number }
  | { kind: 'same' | 'unknown' | 'verified' | 'elsewhere' };

/**
 * Retries what is blocked for an owner, each under its submitter's current membership: for use after the portal
 * was corrected, or people were mapped to another agent.
 */
export async function retryOwner(
  db: Db,
  { by, owner, now }: { by: Actor; owner: OwnerIds; now: Date },
): Promise<Released> {
  return db.transaction(async (tx) => {
    await lockMappings(tx);
    const released = await releaseBlocked(tx, { where: isOf(owner), now });
    if (released.sent === 0) return released;
    const detail = { organizationId: owner.organizationId, ...released };
    const subject = `agent ${owner.agentId}`;
    await writeAudit(tx, { by, event: 'submission.owner-retried', subject, detail, at: now });
    return released;
  });
}

type Agent = typeof agents.$inferSelect;

/**
 * Replaces a mistyped owner (organization and agent) with the right one. People who act for the wrong owner
 * act for the right one from now on. Their submissions that definitely never became a lead move with them:
 * queued ones, those blocked for the owner, and refused ones. Submissions that may have arrived stay under the
 * owner they were sent with, and so do those of people who have another membership by now.
 */
export async function correctOwner(
  db: Db,
  { by, wrong, right, now }: { by: Actor; wrong: OwnerIds; right: OwnerIds; now: Date },
): Promise<Corrected> {
  return db.transaction(async (tx) => {
    await lockMappings(tx);
    const [agent] = await tx.select().from(agents).where(isOwnedBy(agents.id, wrong)).for('update');
    if (!agent) return { kind: 'unknown' };
    if (agent.verifiedAt) return { kind: 'verified' };
    if (isSame(wrong, right)) return { kind: 'same' };
    if (await belongsElsewhere(tx, { wrong, right })) return { kind: 'elsewhere' };
    await addRight(tx, { agent, right, now });
    const moved = await tx
      .update(memberships)
      .set(right)
      .where(
        and(eq(memberships.organizationId, wrong.organizationId), eq(memberships.agentId, wrong.agentId)),
      )
      .returning({ personId: memberships.personId, role: memberships.role });
    const changes = moved.map(({ personId, role }) => {
      return { personId, before: { ...wrong, role }, after: { ...right, role } };
    });
    await notifyOfAccess(tx, { changes, by: by.personId });
    await correctDraftsOwner(tx, { wrong, right });
    await correctImportsOwner(tx, { wrong, right });
    const personIds = moved.map(({ personId }) => personId);
    await correctViewsOwner(tx, { wrong, right, personIds });
    const queued = await moveUnsent(tx, { wrong, right, personIds });
    const ofThem = and(isOf(wrong), inArray(submissions.personId, personIds));
    const released = await releaseBlocked(tx, { where: ofThem, now });
    const stayed = await tx.$count(submissions, and(isOf(wrong), ne(submissions.state, 'accepted')));
    await clearWrong(tx, { wrong, right });
    const done = { people: moved.length, sent: queued + released.sent, stayed };
    const { people, sent } = done;
    const { organizationId, agentId: newAgentId } = right;
    const detail = { organizationId, newAgentId, people, sent, stayed };
    const subject = `agent ${wrong.agentId}`;
    await writeAudit(tx, { by, event: 'agent.corrected', subject, detail, at: now });
    return { kind: 'done', ...done };
  });
}

const isSame = (one: OwnerIds, other: OwnerIds) =>
  one.organizationId === other.organizationId && one.agentId === other.agentId;

function isOwnedBy(id: typeof agents.id, { organizationId, agentId }: OwnerIds): SQL | undefined {
  return and(eq(agents.organizationId, organizationId), eq(id, agentId));
}

function isOf({ organizationId, agentId }: OwnerIds): SQL | undefined {
  return and(eq(submissions.organizationId, organizationId), eq(submissions.agentId, agentId));
}

/** The wrong owner itself does not count as another organization of the agent. */
async function belongsElsewhere(
  tx: Db,
  { wrong, right }: { wrong: OwnerIds; right: OwnerIds },
): Promise<boolean> {
  const others = and(
    eq(agents.id, right.agentId),
    ne(agents.organizationId, right.organizationId),
    sql`not (${isOwnedBy(agents.id, wrong)})`,
  );
  return (await tx.$count(agents, others)) > 0;
}

/**
 * Adds the right owner if it is new. It gets the name and the address of the wrong one where it has none, and
 * the wrong one loses its address.
 */
async function addRight(
  tx: Db,
  { agent, right, now }: { agent: Agent; right: OwnerIds; now: Date },
): Promise<void> {
  const { organizationId, agentId } = right;
  const [organization] = await tx
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, agent.organizationId));
  await tx
    .insert(organizations)
    .values({ id: organizationId, name: organization?.name, createdAt: now })
    .onConflictDoUpdate({
      target: organizations.id,
      set: { name: sql`coalesce(${organizations.name}, excluded.name)` },
    });
  // Cleared first: within one organization no two agents may have the same address.
  await tx
    .update(agents)
    .set({ email: null })
    .where(isOwnedBy(agents.id, { organizationId: agent.organizationId, agentId: agent.id }));
  const isTaken =
    agent.email !== null &&
    (await tx.$count(
      agents,
      and(eq(agents.organizationId, organizationId), eq(agents.email, agent.email), ne(agents.id, agentId)),
    )) > 0;
  await tx
    .insert(agents)
    .values({
      organizationId,
      id: agentId,
      name: agent.name,
      createdAt: now,
      email: isTaken ? null : agent.email,
    })
    .onConflictDoUpdate({
      target: [agents.organizationId, agents.id],
      set: {
        name: sql`coalesce(${agents.name}, excluded.name)`,
        email: sql`coalesce(${agents.email}, excluded.email)`,
      },
    });
}

/**
 * Moves these people's queued submissions that no worker has claimed, and their refused ones. Returns the
 * number of queued ones.
 */
async function moveUnsent(
  tx: Db,
  { wrong, right, personIds }: { wrong: OwnerIds; right: OwnerIds; personIds: string[] },
): Promise<number> {
  const ofThem = and(isOf(wrong), inArray(submissions.personId, personIds));
  const queued = await lockQueued(tx, ofThem);
  const isUnsent = and(eq(submissions.state, 'queued'), eq(submissions.attempts, 0));
  const moved = await tx
    .update(submissions)
    .set(right)
    .where(and(ofThem, inArray(submissions.id, queued), isUnsent))
    .returning({ id: submissions.id });
  await tx
    .update(submissions)
    .set(right)
    .where(and(ofThem, eq(submissions.state, 'refused')));
  for (const { id } of moved) {
    await publishChange(tx, { kind: 'submission', id, ...wrong });
    await publishChange(tx, { kind: 'submission', id, ...right });
  }
  return moved.length;
}

/**
 * Deletes the wrong owner if no submission and no lead refers to it. If its organization has no other agent,
 * that is deleted too, and its domain rules move to the right one.
 */
async function clearWrong(tx: Db, { wrong, right }: { wrong: OwnerIds; right: OwnerIds }): Promise<void> {
  const { organizationId } = wrong;
  const remaining = (await tx.$count(submissions, isOf(wrong))) + (await tx.$count(leads, isOwnerOf(wrong)));
  if (remaining > 0) return;
  await tx.delete(agents).where(and(isOwnedBy(agents.id, wrong), isNull(agents.verifiedAt)));
  const isAlone = (await tx.$count(agents, eq(agents.organizationId, organizationId))) === 0;
  if (!isAlone || organizationId === right.organizationId) return;
  await tx
    .update(domainRules)
    .set({ organizationId: right.organizationId })
    .where(eq(domainRules.organizationId, organizationId));
  await tx.delete(organizations).where(eq(organizations.id, organizationId));
}

function isOwnerOf({ organizationId, agentId }: OwnerIds): SQL | undefined {
  return and(eq(leads.organizationId, organizationId), eq(leads.agentId, agentId));
}

/** A corrected typing error is no change of organization: the saved views of these people come along. */
async function correctViewsOwner(
  tx: Db,
  { wrong, right, personIds }: { wrong: OwnerIds; right: OwnerIds; personIds: string[] },
): Promise<void> {
  const ofThem = and(
    eq(savedViews.organizationId, wrong.organizationId),
    inArray(savedViews.personId, personIds),
  );
  await tx.update(savedViews).set({ organizationId: right.organizationId }).where(ofThem);
}
