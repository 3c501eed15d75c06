import 'server-only';
import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import { lockMappings } from '@/lib/auth/mapping-lock';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { agents, domainRules, memberships, organizations } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { publishChange } from '@/lib/live/message';
import { type Released, releaseHeld } from '@/lib/submissions/held';
import type { Pair } from './pair';
import { lockQueued } from './queued-submissions';

/**
 * What came of it. `done`: how many people act for the right pair now, and how many of their submissions are on their
 * way under it; `stayed`: submissions of the wrong pair that this did not move. `same`: the ids are as they were.
 * `unknown`: there is no such pair (any more). `proven`: the portal has shown a lead of it, so it is no slip of the pen.
 * `elsewhere`: the right agent belongs to another organization (interface 4, rule 1).
 */
export type Corrected =
  | { kind: 'done'; people: number; sent: number; stayed: number }
  | { kind: 'same' | 'unknown' | 'proven' | 'elsewhere' };

/**
 * Sends what is held for a pair once more, each in the name of whom its submitter acts for now: for when the portal was
 * put right, or people were mapped to another agent since.
 */
export async function retryPair(
  db: Db,
  { by, pair, now }: { by: Actor; pair: Pair; now: Date },
): Promise<Released> {
  return db.transaction(async (tx) => {
    await lockMappings(tx);
    const released = await releaseHeld(tx, { where: isOf(pair), now });
    if (released.sent === 0) return released;
    const detail = { organizationId: pair.organizationId, ...released };
    const subject = `agent ${pair.agentId}`;
    await writeAudit(tx, { by, act: 'submission.pair-retried', subject, detail, at: now });
    return released;
  });
}

type Agent = typeof agents.$inferSelect;

/**
 * Puts the right pair of organization and agent in place of one that somebody typed in wrongly. Whoever acts for the
 * wrong one acts for the right one from now on, and what they submitted that surely never became a lead goes with
 * them: what is in the queue, what was held for the pair, and what they have to correct. What may have arrived stays
 * under the pair that it was sent with, and so does what somebody submitted who acts for another pair meanwhile.
 */
export async function correctPair(
  db: Db,
  { by, wrong, right, now }: { by: Actor; wrong: Pair; right: Pair; now: Date },
): Promise<Corrected> {
  return db.transaction(async (tx) => {
    await lockMappings(tx);
    const [agent] = await tx.select().from(agents).where(isPair(agents.id, wrong)).for('update');
    if (!agent) return { kind: 'unknown' };
    if (agent.provenAt) return { kind: 'proven' };
    if (isSame(wrong, right)) return { kind: 'same' };
    if (await belongsElsewhere(tx, { wrong, right })) return { kind: 'elsewhere' };
    await addRight(tx, { agent, right, now });
    const moved = await tx
      .update(memberships)
      .set(right)
      .where(
        and(eq(memberships.organizationId, wrong.organizationId), eq(memberships.agentId, wrong.agentId)),
      )
      .returning({ personId: memberships.personId });
    const personIds = moved.map(({ personId }) => personId);
    const queued = await moveUnsent(tx, { wrong, right, personIds });
    const ofThem = and(isOf(wrong), inArray(submissions.personId, personIds));
    const released = await releaseHeld(tx, { where: ofThem, now });
    const stayed = await tx.$count(submissions, and(isOf(wrong), ne(submissions.state, 'accepted')));
    await clearWrong(tx, { wrong, right });
    const done = { people: moved.length, sent: queued + released.sent, stayed };
    const { people, sent } = done;
    const detail = { organizationId: right.organizationId, to: right.agentId, people, sent, stayed };
    const subject = `agent ${wrong.agentId}`;
    await writeAudit(tx, { by, act: 'agent.corrected', subject, detail, at: now });
    return { kind: 'done', ...done };
  });
}

const isSame = (one: Pair, other: Pair) =>
  one.organizationId === other.organizationId && one.agentId === other.agentId;

function isPair(id: typeof agents.id, { organizationId, agentId }: Pair): SQL | undefined {
  return and(eq(agents.organizationId, organizationId), eq(id, agentId));
}

function isOf({ organizationId, agentId }: Pair): SQL | undefined {
  return and(eq(submissions.organizationId, organizationId), eq(submissions.agentId, agentId));
}

/** The wrong pair itself is no other organization that the agent could belong to. */
async function belongsElsewhere(tx: Db, { wrong, right }: { wrong: Pair; right: Pair }): Promise<boolean> {
  const others = and(
    eq(agents.id, right.agentId),
    ne(agents.organizationId, right.organizationId),
    sql`not (${isPair(agents.id, wrong)})`,
  );
  return (await tx.$count(agents, others)) > 0;
}

/** Names and address that somebody gave to the wrong pair, where the right one has none. */
async function addRight(
  tx: Db,
  { agent, right, now }: { agent: Agent; right: Pair; now: Date },
): Promise<void> {
  const { organizationId, agentId } = right;
  const [organization] = await tx
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, agent.organizationId));
  await tx
    .insert(organizations)
    .values({ id: organizationId, name: organization?.name, seenAt: now })
    .onConflictDoUpdate({
      target: organizations.id,
      set: { name: sql`coalesce(${organizations.name}, excluded.name)` },
    });
  // First away: within one organization no two agents have the same address.
  await tx
    .update(agents)
    .set({ email: null })
    .where(isPair(agents.id, { organizationId: agent.organizationId, agentId: agent.id }));
  const isTaken =
    agent.email !== null &&
    (await tx.$count(
      agents,
      and(eq(agents.organizationId, organizationId), eq(agents.email, agent.email), ne(agents.id, agentId)),
    )) > 0;
  await tx
    .insert(agents)
    .values({
      ...{ organizationId, id: agentId, name: agent.name, seenAt: now },
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

/** What these people have in the queue and no worker has in hand, and what they have to correct. Returns the former. */
async function moveUnsent(
  tx: Db,
  { wrong, right, personIds }: { wrong: Pair; right: Pair; personIds: string[] },
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

/** Nothing is left of the wrong pair where nothing is kept under it; its organization's rule goes to the right one. */
async function clearWrong(tx: Db, { wrong, right }: { wrong: Pair; right: Pair }): Promise<void> {
  const { organizationId } = wrong;
  const kept = (await tx.$count(submissions, isOf(wrong))) + (await tx.$count(leads, ofOrganization(wrong)));
  if (kept > 0) return;
  await tx.delete(agents).where(and(isPair(agents.id, wrong), isNull(agents.provenAt)));
  const isAlone = (await tx.$count(agents, eq(agents.organizationId, organizationId))) === 0;
  if (!isAlone || organizationId === right.organizationId) return;
  await tx
    .update(domainRules)
    .set({ organizationId: right.organizationId })
    .where(eq(domainRules.organizationId, organizationId));
  await tx.delete(organizations).where(eq(organizations.id, organizationId));
}

function ofOrganization({ organizationId, agentId }: Pair): SQL | undefined {
  return and(eq(leads.organizationId, organizationId), eq(leads.agentId, agentId));
}
