import 'server-only';
import { asc, eq, or } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { contains, folded } from '@/lib/db/paging';
import { agents, organizations, people } from '@/lib/db/schema/people';
import { agentLabel } from '@/lib/leads/agent-label';

/** What an admin finds by a part of a name or an email address. These tables are small: they are read as they are. */
type Search = { q: string; limit: number };

/** The first people by name. */
export function searchPeople(db: Db, { q, limit }: Search) {
  return db
    .select({ id: people.id, name: people.name, email: people.email })
    .from(people)
    .where(or(contains(people.name, q), contains(people.email, q)))
    .orderBy(asc(folded(people.name)), asc(people.id))
    .limit(limit);
}

/** The first agents by what lists call them, also of people who act for them. */
export function searchAgents(db: Db, { q, limit }: Search) {
  return db
    .select({
      organizationId: agents.organizationId,
      agentId: agents.id,
      name: agentLabel,
      organizationName: organizations.name,
    })
    .from(agents)
    .innerJoin(organizations, eq(organizations.id, agents.organizationId))
    .where(or(contains(agentLabel, q), contains(agents.email, q), eq(agents.id, q)))
    .orderBy(asc(folded(agentLabel)), asc(agents.organizationId), asc(agents.id))
    .limit(limit);
}

/** The first organizations by name. */
export function searchOrganizations(db: Db, { q, limit }: Search) {
  return db
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .where(or(contains(organizations.name, q), eq(organizations.id, q)))
    .orderBy(asc(folded(organizations.name)), asc(organizations.id))
    .limit(limit);
}
