import 'server-only';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { shortId } from '@/lib/core/short-id';
import type { Db } from '@/lib/db/handle';
import { folded } from '@/lib/db/paging';
import { agents, memberships, organizations, people } from '@/lib/db/schema/people';

/**
 * What an agent is called in lists: their name, else that of the one person who acts for them, else the email address
 * that an admin entered for them; null if none of it is known. Never the address that a person signs in with. Only in
 * queries that join: without one, Drizzle leaves the tables' names out.
 */
export const agentLabel: SQL<string | null> = sql<string | null>`coalesce(${agents.name}, (
  select min(${people.name}) from ${memberships} join ${people} on ${people.id} = ${memberships.personId}
  where ${memberships.organizationId} = ${agents.organizationId} and ${memberships.agentId} = ${agents.id}
  having count(*) = 1), ${agents.email})`;

/** The agents of an organization, or one of them, as lists call them; by name, those without one last. */
export async function listAgentLabels(
  db: Db,
  { organizationId, agentId }: { organizationId: string; agentId?: string },
): Promise<{ id: string; name: string }[]> {
  const isAsked = agentId === undefined ? undefined : eq(agents.id, agentId);
  const rows = await db
    .select({ id: agents.id, label: agentLabel })
    .from(agents)
    .innerJoin(organizations, eq(organizations.id, agents.organizationId))
    .where(and(eq(agents.organizationId, organizationId), isAsked))
    .orderBy(folded(agents.name), agents.id);
  return rows.map(({ id, label }) => ({ id, name: label ?? shortId(id) }));
}
