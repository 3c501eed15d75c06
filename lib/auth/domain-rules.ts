import 'server-only';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import { newId } from '@/lib/core/ids';
import type { Db } from '@/lib/db/handle';
import { agents, domainRules, memberships, organizations, people } from '@/lib/db/schema/people';
import { domainOf } from './email-domain';
import { lockMappings } from './mapping-lock';
import { type PublicDomain, publicDomainOf } from './public-domain';

export type Role = 'agent' | 'manager';

type Newcomer = { id: string; email: string };

/**
 * Maps somebody who has just proved their address, if a rule says so: to the agent of the rule's organization
 * whose address it is and to whom nobody is mapped. Who has a membership keeps it. Nothing is ever made for it,
 * neither here nor in the service.
 *
 * @param tx the transaction of the sign-in
 * @returns whether the person has a membership now
 */
export async function mapByRule(
  tx: Db,
  { person, now }: { person: Newcomer; now: Date },
): Promise<'mapped' | 'waiting'> {
  if (await hasMembership(tx, person.id)) return 'mapped';
  if (!(await findFreeAgent(tx, person.email))) return 'waiting';
  await lockMappings(tx);
  if (await hasMembership(tx, person.id)) return 'mapped';
  const agent = await findFreeAgent(tx, person.email);
  if (!agent) return 'waiting';
  await tx.insert(memberships).values({ id: newId('membership'), personId: person.id, ...agent });
  await writeAudit(tx, { act: 'people.mapped-by-rule', subject: person.email, detail: agent, at: now });
  return 'mapped';
}

async function hasMembership(tx: Db, personId: string): Promise<boolean> {
  return (await tx.$count(memberships, eq(memberships.personId, personId))) > 0;
}

async function findFreeAgent(tx: Db, email: string) {
  const [agent] = await tx
    .select({ organizationId: agents.organizationId, agentId: agents.id, role: domainRules.role })
    .from(domainRules)
    .innerJoin(
      agents,
      and(eq(agents.organizationId, domainRules.organizationId), eq(agents.email, email.toLowerCase())),
    )
    .where(
      and(
        eq(domainRules.domain, domainOf(email)),
        sql`not exists (select from ${memberships} where ${memberships.organizationId} = ${agents.organizationId} and ${memberships.agentId} = ${agents.id})`,
      ),
    );
  return agent;
}

/** What a rule says of its domain. */
export type RuleTarget = { organizationId: string; role: Role };

/** What came of setting a rule. `exists`: there is another one, which nobody said is to be replaced. */
export type RuleSet =
  | { kind: 'done' | 'unknown' }
  | { kind: 'public'; why: PublicDomain }
  | { kind: 'exists'; present: RuleTarget & { organizationName: string | null } };

/**
 * Sets the rule for a domain. Another rule for it is replaced only if it is still the one that `replaces` names: who
 * sets a rule must have seen whom it takes the domain from. A domain at which anybody gets an address is nobody's.
 * `unknown`: there is no such organization.
 */
export async function setDomainRule(
  db: Db,
  task: RuleTarget & { by: Actor; now: Date; domain: string; replaces?: RuleTarget | undefined },
): Promise<RuleSet> {
  const { by, now, domain, organizationId, role, replaces } = task;
  const why = publicDomainOf(domain);
  if (why) return { kind: 'public', why };
  return db.transaction(async (tx) => {
    const known = await tx.$count(organizations, eq(organizations.id, organizationId));
    if (known === 0) return { kind: 'unknown' };
    const target = { organizationId, role };
    const [added] = await tx
      .insert(domainRules)
      .values({ domain, ...target, createdAt: now })
      .onConflictDoNothing()
      .returning({ domain: domainRules.domain });
    let from: Pick<RuleTarget, 'organizationId'> | undefined;
    if (!added) {
      const present = await readRule(tx, domain);
      // Taken away at this very moment: then it is to be said anew.
      if (!present) return { kind: 'unknown' };
      if (isSame(present, target)) return { kind: 'done' };
      if (!isSame(present, replaces)) return { kind: 'exists', present };
      await tx.update(domainRules).set(target).where(eq(domainRules.domain, domain));
      from = present;
    }
    const detail = { ...target, ...(from && { from: from.organizationId }) };
    await writeAudit(tx, { by, act: 'domain-rule.set', subject: domain, detail, at: now });
    return { kind: 'done' };
  });
}

/** Held until the transaction ends. */
async function readRule(tx: Db, domain: string) {
  const [rule] = await tx
    .select({
      organizationId: domainRules.organizationId,
      organizationName: organizations.name,
      role: domainRules.role,
    })
    .from(domainRules)
    .innerJoin(organizations, eq(organizations.id, domainRules.organizationId))
    .where(eq(domainRules.domain, domain))
    .for('update', { of: domainRules });
  return rule;
}

function isSame(one: RuleTarget, other: RuleTarget | undefined): boolean {
  return one.organizationId === other?.organizationId && one.role === other.role;
}

/** Takes a rule away; who was mapped by it stays mapped. `unknown`: there is none (any more). */
export async function removeDomainRule(
  db: Db,
  { by, domain, now }: { by: Actor; domain: string; now: Date },
): Promise<'done' | 'unknown'> {
  return db.transaction(async (tx) => {
    const [gone] = await tx.delete(domainRules).where(eq(domainRules.domain, domain)).returning();
    if (!gone) return 'unknown';
    const detail = { organizationId: gone.organizationId, role: gone.role };
    await writeAudit(tx, { by, act: 'domain-rule.removed', subject: domain, detail, at: now });
    return 'done';
  });
}

/** All rules by domain, with how many of the people here they are about, and those that should not be there. */
export async function listDomainRules(db: Db) {
  const sameDomain = sql`split_part(${people.email}, '@', 2) = ${domainRules.domain}`;
  return db
    .select({
      domain: domainRules.domain,
      organizationId: domainRules.organizationId,
      organizationName: organizations.name,
      role: domainRules.role,
      people: count(people.id),
    })
    .from(domainRules)
    .innerJoin(organizations, eq(organizations.id, domainRules.organizationId))
    .leftJoin(people, sameDomain)
    .groupBy(domainRules.domain, organizations.id)
    .orderBy(asc(domainRules.domain));
}
