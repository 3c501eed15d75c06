import 'server-only';
import { and, asc, count, eq, or, sql } from 'drizzle-orm';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import { newId } from '@/lib/core/ids';
import type { Db } from '@/lib/db/handle';
import { contains, pageOf, toPage } from '@/lib/db/paging';
import { agents, domainRules, memberships, organizations, people } from '@/lib/db/schema/people';
import { domainOf, type PublicDomain, publicDomainOf } from './email-domain';
import { lockMappings } from './mapping-lock';

export type Role = 'agent' | 'manager';

type Newcomer = { id: string; email: string };

/**
 * Maps a person who has just proven their address, if a domain rule matches: to the agent of the rule's
 * organization that has this address and no mapped person. An existing membership is kept. Nothing is created
 * for the mapping, here or in the service.
 *
 * @param tx the transaction of the sign-in
 * @returns whether the person has a membership now
 */
export async function mapByRule(
  tx: Db,
  { person, now }: { person: Newcomer; now: Date },
): Promise<'mapped' | 'waiting'> {
  // Few sign-ins have an agent to take, and only those need the lock.
  if (await findFreeAgent(tx, person.email)) {
    await lockMappings(tx);
    const agent = await findFreeAgent(tx, person.email);
    if (agent && !(await hasMembership(tx, person.id))) {
      // Nobody is notified: they are signing in, and see at once what they have access to.
      await tx.insert(memberships).values({ id: newId('membership'), personId: person.id, ...agent });
      await writeAudit(tx, { event: 'people.mapped-by-rule', subject: person.email, detail: agent, at: now });
    }
  }
  // Asked last: a second sign-in of this person may have taken the agent in the meantime.
  return (await hasMembership(tx, person.id)) ? 'mapped' : 'waiting';
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

/** What a rule assigns to its domain. */
export type RuleTarget = { organizationId: string; role: Role };

/**
 * The result of setting a rule. `exists`: the domain has another rule that the caller did not confirm to
 * replace.
 */
export type RuleSet =
  | { kind: 'done' | 'unknown' }
  | { kind: 'public'; why: PublicDomain }
  | { kind: 'exists'; present: RuleTarget & { organizationName: string | null } };

/**
 * Sets the rule for a domain. An existing rule is replaced only if it is still the one named by `replaces`:
 * the admin must have seen which organization loses the domain. Public domains, where anyone can get an
 * address, are refused. `unknown`: the organization does not exist.
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
      // Removed concurrently, so the admin has to confirm again.
      if (!present) return { kind: 'unknown' };
      if (isSame(present, target)) return { kind: 'done' };
      if (!isSame(present, replaces)) return { kind: 'exists', present };
      await tx.update(domainRules).set(target).where(eq(domainRules.domain, domain));
      from = present;
    }
    const detail = { ...target, ...(from && { organizationBefore: from.organizationId }) };
    await writeAudit(tx, { by, event: 'domain-rule.set', subject: domain, detail, at: now });
    return { kind: 'done' };
  });
}

/** Locks the rule until the transaction ends. */
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

/** Removes a rule; people mapped by it stay mapped. `unknown`: the rule does not exist (any more). */
export async function removeDomainRule(
  db: Db,
  { by, domain, now }: { by: Actor; domain: string; now: Date },
): Promise<'done' | 'unknown'> {
  return db.transaction(async (tx) => {
    const [gone] = await tx.delete(domainRules).where(eq(domainRules.domain, domain)).returning();
    if (!gone) return 'unknown';
    const detail = { organizationId: gone.organizationId, role: gone.role };
    await writeAudit(tx, { by, event: 'domain-rule.removed', subject: domain, detail, at: now });
    return 'done';
  });
}

/** One page of the rules by domain, those whose domain or organization contains `q`, each with the people it affects. */
export async function listDomainRules(db: Db, { q, page }: { q: string; page: number }) {
  const sameDomain = sql`split_part(${people.email}, '@', 2) = ${domainRules.domain}`;
  const where = q ? or(contains(domainRules.domain, q), contains(organizations.name, q)) : undefined;
  const { limit, offset } = pageOf(page);
  const counted = await db
    .select({ total: count() })
    .from(domainRules)
    .innerJoin(organizations, eq(organizations.id, domainRules.organizationId))
    .where(where);
  const rows = await db
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
    .where(where)
    .groupBy(domainRules.domain, organizations.id)
    .orderBy(asc(domainRules.domain))
    .limit(limit)
    .offset(offset);
  return toPage(rows, { page, total: counted[0]?.total ?? 0 });
}
