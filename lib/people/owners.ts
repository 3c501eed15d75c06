import 'server-only';
import { and, eq, isNull, ne } from 'drizzle-orm';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import { lockMappings } from '@/lib/auth/mapping-lock';
import type { Db } from '@/lib/db/handle';
import { agents, organizations } from '@/lib/db/schema/people';

type OwnerInput = { by: Actor; now: Date };

/** The result. `late`: the name has changed by then. `unknown`: no such organization. */
export async function nameOrganization(
  db: Db,
  { by, id, seenName, name, now }: OwnerInput & { id: string; seenName: string | null; name: string | null },
): Promise<'done' | 'late' | 'unknown'> {
  return db.transaction(async (tx) => {
    const isAsSeen = seenName === null ? isNull(organizations.name) : eq(organizations.name, seenName);
    const [named] = await tx
      .update(organizations)
      .set({ name })
      .where(and(eq(organizations.id, id), isAsSeen))
      .returning({ id: organizations.id });
    if (!named) return (await tx.$count(organizations, eq(organizations.id, id))) > 0 ? 'late' : 'unknown';
    const detail = { nameBefore: seenName, name };
    await writeAudit(tx, { by, event: 'organization.named', subject: `organization ${id}`, detail, at: now });
    return 'done';
  });
}

type AgentFacts = { name: string | null; email: string | null };

/**
 * Sets an agent's name and address, if they are still those the admin saw. `address-taken`: another agent of
 * the organization has the address, so a domain rule could not distinguish the two.
 */
export async function describeAgent(
  db: Db,
  {
    by,
    organizationId,
    agentId,
    seen,
    facts,
    now,
  }: OwnerInput & { organizationId: string; agentId: string; seen: AgentFacts; facts: AgentFacts },
): Promise<'done' | 'late' | 'unknown' | 'address-taken'> {
  const renaming = db.transaction(async (tx) => {
    const same = and(eq(agents.organizationId, organizationId), eq(agents.id, agentId));
    const [agent] = await tx
      .select({ name: agents.name, email: agents.email })
      .from(agents)
      .where(same)
      .for('no key update');
    if (!agent) return 'unknown';
    if (agent.name !== seen.name || agent.email !== seen.email) return 'late';
    await tx.update(agents).set(facts).where(same);
    const detail = { organizationId, ...facts, nameBefore: seen.name, emailBefore: seen.email };
    await writeAudit(tx, { by, event: 'agent.named', subject: `agent ${agentId}`, detail, at: now });
    return 'done';
  });
  return renaming.catch((error: unknown) => addressTaken(error));
}

/** Decided by the unique index and no check before it: two admins may set one address concurrently. */
function addressTaken(error: unknown): 'address-taken' {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'agents_email') {
    return 'address-taken';
  }
  throw error;
}

/**
 * Adds an owner that no lead has shown yet: a portal without leads reveals no ids. It counts as unverified until
 * the service shows a lead of it (interface 2.1). `known`: the desk already has it. `elsewhere`: the agent
 * belongs to another organization (interface 4, rule 1).
 */
export async function addAgentManually(
  db: Db,
  {
    by,
    organizationId,
    organizationName,
    agentId,
    agentName,
    now,
  }: OwnerInput & { organizationId: string; organizationName?: string; agentId: string; agentName?: string },
): Promise<'done' | 'known' | 'elsewhere'> {
  return db.transaction(async (tx) => {
    await lockMappings(tx);
    const elsewhere = and(eq(agents.id, agentId), ne(agents.organizationId, organizationId));
    if ((await tx.$count(agents, elsewhere)) > 0) return 'elsewhere';
    await tx
      .insert(organizations)
      .values({ id: organizationId, name: organizationName, createdAt: now })
      .onConflictDoNothing();
    const [typed] = await tx
      .insert(agents)
      .values({ organizationId, id: agentId, name: agentName, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: agents.id });
    if (!typed) return 'known';
    const detail = { organizationId, agentName: agentName ?? null };
    await writeAudit(tx, { by, event: 'agent.typed-in', subject: `agent ${agentId}`, detail, at: now });
    return 'done';
  });
}
