import 'server-only';
import { and, eq, ne } from 'drizzle-orm';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import type { Role } from '@/lib/auth/domain-rules';
import { domainOf } from '@/lib/auth/email-domain';
import { lockMappings } from '@/lib/auth/mapping-lock';
import { newId } from '@/lib/core/ids';
import type { Db } from '@/lib/db/handle';
import { agents, domainRules, memberships, people } from '@/lib/db/schema/people';
import { followMappings } from '@/lib/submissions/blocked';
import { notifyOfAccess } from '@/lib/timeline/notify';

export type Mapping = { organizationId: string; agentId: string; role: Role };

/**
 * The result of a change. `late`: the mapping has changed by then, and nothing was changed now. `unknown`: no
 * such person. `foreign-agent`: the organization has no such agent. `taken`: another person is mapped to the
 * agent.
 */
export type Mapped = 'done' | 'late' | 'unknown' | 'foreign-agent' | 'taken';

type MappingInput = {
  by: Actor;
  personId: string;
  /** The mapping that the admin saw; absent if there was none. */
  seen?: Mapping;
  now: Date;
};

/**
 * Maps a person to an agent, or changes agent or role. The agent must belong to the organization: the foreign
 * key enforces this under concurrent changes (interface 4, rule 1).
 *
 * Submissions blocked because the service refused the person's former owner are sent with the new one, if it is
 * of the same organization.
 *
 * @param sharing `refused` if the admin chose the agent because it was free
 */
export async function mapPerson(
  db: Db,
  { by, personId, seen, to, sharing, now }: MappingInput & { to: Mapping; sharing: 'allowed' | 'refused' },
): Promise<Mapped> {
  return db.transaction(async (tx) => {
    const person = await lockPerson(tx, { personId, seen });
    if (typeof person === 'string') return person;
    if (!(await agentExists(tx, to))) return 'foreign-agent';
    if (sharing === 'refused' && (await isTaken(tx, { personId, to }))) return 'taken';
    await tx
      .insert(memberships)
      .values({ id: newId('membership'), personId, ...to })
      .onConflictDoUpdate({ target: memberships.personId, set: to });
    await notifyOfAccess(tx, { changes: [{ personId, before: seen, after: to }], by: by.personId });
    const { sent } = await followMappings(tx, { personIds: [personId], now });
    const detail = {
      ...to,
      sent: sent || null,
      ...(seen && seen.organizationId !== to.organizationId && { organizationBefore: seen.organizationId }),
      ...(seen && seen.agentId !== to.agentId && { agentBefore: seen.agentId }),
      ...(seen && seen.role !== to.role && { roleBefore: seen.role }),
    };
    await writeAudit(tx, { by, event: 'people.mapped', subject: person.email, detail, at: now });
    return 'done';
  });
}

/**
 * Removes a person's mapping. Where a domain rule would map them again at the next sign-in, the agent loses
 * the address that the rule matches.
 */
export async function unmapPerson(db: Db, { by, personId, seen, now }: MappingInput): Promise<Mapped> {
  return db.transaction(async (tx) => {
    const person = await lockPerson(tx, { personId, seen });
    if (typeof person === 'string') return person;
    if (!seen) return 'late';
    await tx.delete(memberships).where(eq(memberships.personId, personId));
    await notifyOfAccess(tx, { changes: [{ personId, before: seen }], by: by.personId });
    const withRule = tx
      .select({ id: domainRules.organizationId })
      .from(domainRules)
      .where(eq(domainRules.domain, domainOf(person.email)));
    const [cleared] = await tx
      .update(agents)
      .set({ email: null })
      .where(and(eq(agents.email, person.email), eq(agents.organizationId, withRule)))
      .returning({ agentId: agents.id });
    const detail = { ...seen, addressTakenFrom: cleared?.agentId ?? null };
    await writeAudit(tx, { by, event: 'people.unmapped', subject: person.email, detail, at: now });
    return 'done';
  });
}

/** Locks the person, if their mapping is still the one the admin saw. */
async function lockPerson(
  tx: Db,
  { personId, seen }: Pick<MappingInput, 'personId' | 'seen'>,
): Promise<{ email: string } | 'unknown' | 'late'> {
  await tx.select({ id: people.id }).from(people).where(eq(people.id, personId)).for('no key update');
  await lockMappings(tx);
  const [row] = await tx
    .select({ email: people.email, membership: memberships })
    .from(people)
    .leftJoin(memberships, eq(memberships.personId, people.id))
    .where(eq(people.id, personId));
  if (!row) return 'unknown';
  return isSame(row.membership, seen) ? { email: row.email } : 'late';
}

function isSame(one: Mapping | null, other: Mapping | undefined): boolean {
  if (!one || !other) return !one && !other;
  return (
    one.organizationId === other.organizationId && one.agentId === other.agentId && one.role === other.role
  );
}

/** True if the organization has this agent. */
export async function agentExists(
  tx: Db,
  { organizationId, agentId }: { organizationId: string; agentId: string },
): Promise<boolean> {
  const same = and(eq(agents.organizationId, organizationId), eq(agents.id, agentId));
  return (await tx.$count(agents, same)) > 0;
}

async function isTaken(tx: Db, { personId, to }: { personId: string; to: Mapping }): Promise<boolean> {
  const { organizationId, agentId } = to;
  const others = and(
    eq(memberships.organizationId, organizationId),
    eq(memberships.agentId, agentId),
    ne(memberships.personId, personId),
  );
  return (await tx.$count(memberships, others)) > 0;
}
