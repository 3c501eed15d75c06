import 'server-only';
import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { contains, folded, type Page, pageOf, toPage } from '@/lib/db/paging';
import { leads } from '@/lib/db/schema/leads';
import { agents, memberships, organizations } from '@/lib/db/schema/people';
import { agentLabel } from '@/lib/leads/agent-label';

export type AgentRow = {
  organizationId: string;
  organizationName: string | null;
  agentId: string;
  agentName: string | null;
  /** What lists call the agent; null if nothing is known but the ID. */
  agentLabel: string | null;
  email: string | null;
  /** Null: entered by an admin, and no lead has shown the owner yet. */
  verifiedAt: Date | null;
  leads: number;
  people: number;
};

const columns = {
  organizationId: agents.organizationId,
  organizationName: organizations.name,
  agentId: agents.id,
  agentName: agents.name,
  agentLabel,
  email: agents.email,
  verifiedAt: agents.verifiedAt,
  leads: sql<number>`(select count(*) from ${leads}
    where ${leads.organizationId} = ${agents.organizationId} and ${leads.agentId} = ${agents.id}
      and ${leads.deletedAt} is null)`.mapWith(Number),
  people: sql<number>`(select count(*) from ${memberships}
    where ${memberships.organizationId} = ${agents.organizationId} and ${memberships.agentId} = ${agents.id})`.mapWith(
    Number,
  ),
};

const order = [
  asc(folded(sql`coalesce(${organizations.name}, ${organizations.id})`)),
  asc(organizations.id),
  asc(folded(sql`coalesce(${agents.name}, ${agents.id})`)),
  asc(agents.id),
];

/** One page of agents, grouped by organization. */
export async function listAgents(db: Db, { q, page }: { q: string; page: number }): Promise<Page<AgentRow>> {
  const where = q ? isFound(q) : undefined;
  const { limit, offset } = pageOf(page);
  const [rows, [counted]] = await Promise.all([
    selectAgents(db)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
    db
      .select({ total: sql<number>`count(*)`.mapWith(Number) })
      .from(agents)
      .innerJoin(organizations, eq(organizations.id, agents.organizationId))
      .where(where),
  ]);
  return toPage(rows, { page, total: counted?.total ?? 0 });
}

/** More are searched in. */
const MAX_CHOICES = 100;
/** An organization has few. */
const MAX_COLLEAGUES = 500;

/** Agents to choose from, by organization: all or the matching ones, up to a limit. */
export async function listAgentChoices(db: Db, q: string): Promise<{ rows: AgentRow[]; isCut: boolean }> {
  const rows = await selectAgents(db)
    .where(q ? isFound(q) : undefined)
    .orderBy(...order)
    .limit(MAX_CHOICES + 1);
  return { rows: rows.slice(0, MAX_CHOICES), isCut: rows.length > MAX_CHOICES };
}

/** One agent; undefined if the organization has no such agent. */
export async function findAgent(
  db: Db,
  { organizationId, agentId }: { organizationId: string; agentId: string },
): Promise<AgentRow | undefined> {
  const [row] = await selectAgents(db).where(
    and(eq(agents.organizationId, organizationId), eq(agents.id, agentId)),
  );
  return row;
}

/** The other agents of an organization, as targets of a transfer. */
export async function listColleagues(
  db: Db,
  { organizationId, agentId }: { organizationId: string; agentId: string },
): Promise<AgentRow[]> {
  const rows = await selectAgents(db)
    .where(eq(agents.organizationId, organizationId))
    .orderBy(...order)
    .limit(MAX_COLLEAGUES);
  return rows.filter((row) => row.agentId !== agentId);
}

/** Organizations to choose from, by name. */
export function listOrganizationChoices(db: Db) {
  return db
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .orderBy(asc(folded(sql`coalesce(${organizations.name}, ${organizations.id})`)), asc(organizations.id))
    .limit(2_000);
}

function selectAgents(db: Db) {
  return db
    .select(columns)
    .from(agents)
    .innerJoin(organizations, eq(organizations.id, agents.organizationId))
    .$dynamic();
}

function isFound(q: string): SQL | undefined {
  return or(
    contains(agentLabel, q),
    contains(agents.email, q),
    contains(organizations.name, q),
    eq(agents.id, q),
    eq(agents.organizationId, q),
  );
}
