import 'server-only';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { memberships, organizations, people } from '@/lib/db/schema/people';

/** The people a demo offers to be, in the order they were brought in. Only called where `DEMO=true`. */
export async function listDemoPeople(db: Db) {
  const rows = await db
    .select({
      id: people.id,
      name: people.name,
      isAdmin: people.isAdmin,
      role: memberships.role,
      organization: organizations.name,
    })
    .from(people)
    .leftJoin(memberships, eq(memberships.personId, people.id))
    .leftJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(and(eq(people.isDemo, true), isNull(people.disabledAt)))
    .orderBy(asc(people.createdAt));
  return rows.map(({ id, name, isAdmin, role, organization }) => ({
    id,
    name,
    role: isAdmin ? ('admin' as const) : (role ?? ('none' as const)),
    organization: organization ?? '',
  }));
}
