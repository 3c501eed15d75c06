import 'server-only';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Role } from '@/lib/auth/domain-rules';
import { domainOf } from '@/lib/auth/email-domain';
import { foldLetters } from '@/lib/core/plain-letters';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { agents, domainRules, memberships, organizations, people } from '@/lib/db/schema/people';
import { agentLabel } from '@/lib/leads/agent-label';

/** An agent that the person may be. */
export type Candidate = {
  organizationId: string;
  organizationName: string | null;
  agentId: string;
  agentName: string | null;
  agentLabel: string | null;
  email: string | null;
  leads: number;
};

/** The reason for a suggestion, the strongest first. */
export const REASONS = ['address', 'name', 'rule', 'domain'] as const;

export type Suggestion = Candidate & { role: Role; reason: (typeof REASONS)[number] };

export type Evidence = {
  person: { email: string; name: string };
  /** The rule for the domain of the person's address, if any. */
  rule?: { organizationId: string; role: Role };
  /** The number of people and agents who share the domain, by organization. */
  sharers: ReadonlyMap<string, number>;
  /** Agents without a mapped person. */
  free: readonly Candidate[];
};

const MAX_SHOWN = 4;

/**
 * Guesses which agent a waiting person is, best first: the agent with exactly this address; agents of
 * organizations whose people share the domain, the rule's before others, those with the same name first; then
 * by leads, because an active agent is missed most. An admin decides.
 */
export function suggest(evidence: Evidence): Suggestion[] {
  const { rule, sharers, free } = evidence;
  return free
    .flatMap((candidate) => {
      const reason = reasonFor(candidate, evidence);
      if (!reason) return [];
      const isRuled = candidate.organizationId === rule?.organizationId;
      return [{ ...candidate, reason, isRuled, role: isRuled ? rule.role : ('agent' as const) }];
    })
    .toSorted(
      (one, other) =>
        REASONS.indexOf(one.reason) - REASONS.indexOf(other.reason) ||
        Number(other.isRuled) - Number(one.isRuled) ||
        (sharers.get(other.organizationId) ?? 0) - (sharers.get(one.organizationId) ?? 0) ||
        other.leads - one.leads ||
        (one.agentId < other.agentId ? -1 : 1),
    )
    .slice(0, MAX_SHOWN)
    .map(({ isRuled, ...suggestion }) => suggestion);
}

function reasonFor(
  candidate: Candidate,
  { person, rule, sharers }: Evidence,
): Suggestion['reason'] | undefined {
  if (candidate.email === person.email) return 'address';
  // An agent with another address is another person.
  if (candidate.email) return undefined;
  const isRuled = candidate.organizationId === rule?.organizationId;
  if (!isRuled && !sharers.has(candidate.organizationId)) return undefined;
  if (candidate.agentName && sameName(candidate.agentName, person.name)) return 'name';
  return isRuled ? 'rule' : 'domain';
}

function sameName(one: string, other: string): boolean {
  return toWords(one) === toWords(other);
}

function toWords(name: string): string {
  const tokens = foldLetters(name).match(/[\p{L}\p{N}]+/gu) ?? [];
  return tokens.toSorted().join(' ');
}

type Waiting = { id: string; email: string; name: string };

/** The maximum number of free agents considered per organization: those with the most leads. */
const MAX_FREE = 20;

/** Suggestions for the people of one page, by their ids. Takes four queries for any number of people. */
export async function suggestFor(db: Db, waiting: readonly Waiting[]): Promise<Map<string, Suggestion[]>> {
  if (waiting.length === 0) return new Map();
  const domains = [...new Set(waiting.map(({ email }) => domainOf(email)))];
  const [rules, sharers] = await Promise.all([
    db.select().from(domainRules).where(inArray(domainRules.domain, domains)),
    listSharers(db, domains),
  ]);
  const organizationIds = [...rules, ...sharers].map(({ organizationId }) => organizationId);
  const emails = waiting.map(({ email }) => email);
  const free = await listFree(db, { organizationIds: [...new Set(organizationIds)], emails });
  return new Map(
    waiting.map((person) => {
      const domain = domainOf(person.email);
      const rule = rules.find((one) => one.domain === domain);
      const counts = sharers
        .filter((one) => one.domain === domain)
        .map((one) => [one.organizationId, one.count] as const);
      return [person.id, suggest({ person, rule, sharers: new Map(counts), free })];
    }),
  );
}

/** The number of people and agents with a domain, by organization. */
async function listSharers(db: Db, domains: readonly string[]) {
  const domain = sql<string>`split_part(${people.email}, '@', 2)`;
  const agentDomain = sql<string>`split_part(${agents.email}, '@', 2)`;
  const [byPeople, byAgents] = await Promise.all([
    db
      .select({ domain, organizationId: memberships.organizationId, count: counted })
      .from(people)
      .innerJoin(memberships, eq(memberships.personId, people.id))
      .where(inArray(domain, [...domains]))
      .groupBy(sql`1, 2`),
    db
      .select({ domain: agentDomain, organizationId: agents.organizationId, count: counted })
      .from(agents)
      .where(inArray(agentDomain, [...domains]))
      .groupBy(sql`1, 2`),
  ]);
  return [...byPeople, ...byAgents];
}

const counted = sql<number>`count(*)`.mapWith(Number);

/** Agents without a mapped person: of these organizations, or with one of these addresses. */
async function listFree(
  db: Db,
  { organizationIds, emails }: { organizationIds: readonly string[]; emails: readonly string[] },
): Promise<Candidate[]> {
  const owned = sql<number>`count(${leads.id})`;
  const ranked = db
    .select({
      organizationId: sql<string>`${agents.organizationId}`.as('ranked_organization'),
      organizationName: sql<string | null>`${organizations.name}`.as('organization_name'),
      agentId: sql<string>`${agents.id}`.as('agent_id'),
      agentName: sql<string | null>`${agents.name}`.as('agent_name'),
      email: sql<string | null>`${agents.email}`.as('agent_email'),
      agentLabel: sql<string | null>`${agentLabel}`.as('agent_label'),
      leads: owned.mapWith(Number).as('leads'),
      place:
        sql<number>`row_number() over (partition by ${agents.organizationId} order by ${owned} desc, ${agents.id})`.as(
          'place',
        ),
    })
    .from(agents)
    .innerJoin(organizations, eq(organizations.id, agents.organizationId))
    .leftJoin(
      memberships,
      and(eq(memberships.organizationId, agents.organizationId), eq(memberships.agentId, agents.id)),
    )
    .leftJoin(
      leads,
      and(
        eq(leads.organizationId, agents.organizationId),
        eq(leads.agentId, agents.id),
        isNull(leads.deletedAt),
      ),
    )
    .where(
      and(
        isNull(memberships.id),
        or(inArray(agents.organizationId, [...organizationIds]), inArray(agents.email, [...emails])),
      ),
    )
    .groupBy(agents.organizationId, agents.id, organizations.name)
    .as('ranked');
  const rows = await db
    .select()
    .from(ranked)
    .where(or(sql`${ranked.place} <= ${MAX_FREE}`, inArray(ranked.email, [...emails])));
  return rows.map(({ place, ...candidate }) => candidate);
}
