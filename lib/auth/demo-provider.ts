import 'server-only';
import { and, asc, eq, isNull } from 'drizzle-orm';
import CredentialsProvider from 'next-auth/providers/credentials';
import { type Db, getDb } from '@/lib/db/handle';
import { memberships, organizations, people } from '@/lib/db/schema/people';
import { toAuthorizeResult } from './authorize-sign-in';

/**
 * Signs a demo person in without a password. Only exists with `DEMO=true`, which the settings allow on a
 * localhost address only, and only admits people marked as demo people.
 */
export function demoProvider() {
  return CredentialsProvider({
    id: 'demo',
    name: 'Demo',
    credentials: { personId: { type: 'text' } },
    authorize: (credentials) =>
      toAuthorizeResult(async () => {
        const personId = String(credentials?.personId ?? '');
        const [person] = await (await getDb())
          .select({ personId: people.id })
          .from(people)
          .where(and(eq(people.id, personId), eq(people.isDemo, true), isNull(people.disabledAt)));
        return person ?? { refused: 'failed' };
      }),
  });
}

/** The demo people available for sign-in, oldest first. Only called with `DEMO=true`. */
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
