import 'server-only';
import { eq, inArray, or } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { agents, memberships, organizations, people } from '@/lib/db/schema/people';
import { inChunks } from './chunks';
import type { Known } from './import-plan';
import type { PersonLine } from './import-rows';

/** Reads everything the desk knows about the people, organizations and agents in these lines. */
export async function readKnown(db: Db, rows: readonly PersonLine[]): Promise<Known> {
  const mappings = rows.flatMap(({ mapping }) => mapping ?? []);
  const organizationIds = [...new Set(mappings.map(({ organizationId }) => organizationId))];
  const agentIds = [...new Set(mappings.map(({ agentId }) => agentId))];
  return {
    people: await readPeople(db, rows),
    organizations: await readOrganizations(db, organizationIds),
    // Each id once, of either kind: an id of one kind matches nothing of the other.
    agents: await readAgents(db, [...new Set([...organizationIds, ...agentIds])]),
  };
}

async function readPeople(db: Db, rows: readonly PersonLine[]) {
  const found: Known['people'][number][] = [];
  for (const some of inChunks(rows)) {
    const emails = some.map(({ email }) => email);
    const read = await db
      .select({ id: people.id, email: people.email, name: people.name, mapping: memberships })
      .from(people)
      .leftJoin(memberships, eq(memberships.personId, people.id))
      .where(inArray(people.email, emails));
    found.push(...read);
  }
  return found;
}

async function readOrganizations(db: Db, ids: readonly string[]) {
  const found: Known['organizations'][number][] = [];
  for (const some of inChunks(ids)) {
    const { id, name } = organizations;
    found.push(...(await db.select({ id, name }).from(organizations).where(inArray(id, some))));
  }
  return found;
}

async function readAgents(db: Db, ids: readonly string[]) {
  const found = new Map<string, Known['agents'][number]>();
  const { organizationId, id, name, email } = agents;
  for (const some of inChunks(ids)) {
    const rows = await db
      .select({ organizationId, id, name, email })
      .from(agents)
      .where(or(inArray(organizationId, some), inArray(id, some)));
    for (const row of rows) found.set(JSON.stringify([row.organizationId, row.id]), row);
  }
  return [...found.values()];
}
