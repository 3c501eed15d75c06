import 'server-only';
import { and, asc, desc, eq, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { contains, folded, type Page, pageOf, toPage } from '@/lib/db/paging';
import { agents, memberships, organizations, people } from '@/lib/db/schema/people';
import { agentLabel } from '@/lib/leads/agent-label';

/**
 * The filters of the list. `waiting`: may sign in and has no membership. `invited`: has not signed in since.
 */
export const PEOPLE_FILTERS = ['all', 'waiting', 'mapped', 'invited', 'disabled'] as const;

export type PeopleFilter = (typeof PEOPLE_FILTERS)[number];

export type PeopleQuery = { filter: PeopleFilter; q: string; page: number };

const person = {
  id: people.id,
  email: people.email,
  name: people.name,
  locale: people.locale,
  isAdmin: people.isAdmin,
  disabledAt: people.disabledAt,
  invitedAt: people.invitedAt,
  lastSignInAt: people.lastSignInAt,
  createdAt: people.createdAt,
  hasIdentity: sql<boolean>`${people.oidcSubject} is not null`,
  organizationId: memberships.organizationId,
  organizationName: organizations.name,
  agentId: memberships.agentId,
  agentLabel,
  role: memberships.role,
};

/** One page of people, by name; waiting people by longest wait first. */
export async function listPeople(
  db: Db,
  { filter, q, page, adminEmails }: PeopleQuery & { adminEmails: readonly string[] },
): Promise<Page<PersonRow>> {
  const where = and(isIn(filter, adminEmails), q ? isFound(q) : undefined);
  const order = filter === 'waiting' ? [asc(people.createdAt)] : [asc(folded(people.name))];
  const [rows, total] = await Promise.all([
    selectPeople(db)
      .where(where)
      .orderBy(...order, asc(people.id))
      .limit(pageOf(page).limit)
      .offset(pageOf(page).offset),
    countPeople(db, where),
  ]);
  return toPage(rows, { page, total });
}

/** The number of people waiting to be mapped. */
export function countWaiting(db: Db, adminEmails: readonly string[]): Promise<number> {
  return countPeople(db, isIn('waiting', adminEmails));
}

/** One person with their mapping; undefined if they do not exist. */
export async function findPerson(db: Db, id: string): Promise<PersonRow | undefined> {
  const [row] = await selectPeople(db).where(eq(people.id, id));
  return row;
}

/** Everyone mapped to these agents, by agent; for pages that list agents. */
export async function listMapped(db: Db, agentIds: readonly string[]): Promise<PersonRow[]> {
  if (agentIds.length === 0) return [];
  return selectPeople(db)
    .where(inArray(memberships.agentId, [...agentIds]))
    .orderBy(desc(memberships.createdAt))
    .limit(500);
}

export type PersonRow = Awaited<ReturnType<typeof selectPeople>>[number];

function selectPeople(db: Db) {
  return db
    .select(person)
    .from(people)
    .leftJoin(memberships, eq(memberships.personId, people.id))
    .leftJoin(organizations, eq(organizations.id, memberships.organizationId))
    .leftJoin(
      agents,
      and(eq(agents.organizationId, memberships.organizationId), eq(agents.id, memberships.agentId)),
    )
    .$dynamic();
}

async function countPeople(db: Db, where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(people)
    .leftJoin(memberships, eq(memberships.personId, people.id))
    .leftJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(where);
  return row?.total ?? 0;
}

function isIn(filter: PeopleFilter, adminEmails: readonly string[]): SQL | undefined {
  switch (filter) {
    case 'all':
      return undefined;
    case 'waiting':
      return and(
        isNull(memberships.id),
        isNull(people.disabledAt),
        eq(people.isAdmin, false),
        not(inArray(people.email, [...adminEmails])),
      );
    case 'mapped':
      return isNotNull(memberships.id);
    case 'invited':
      return and(isNotNull(people.invitedAt), isNull(people.lastSignInAt));
    case 'disabled':
      return isNotNull(people.disabledAt);
  }
}

function isFound(q: string): SQL | undefined {
  return or(
    contains(people.name, q),
    contains(people.email, q),
    contains(organizations.name, q),
    eq(memberships.organizationId, q),
    eq(memberships.agentId, q),
  );
}
