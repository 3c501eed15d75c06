import 'server-only';
import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { agents, memberships, organizations, people, sessions } from '@/lib/db/schema/people';
import { newId } from '@/lib/ids';

/** How long a sign-in lasts, in seconds: two weeks. */
export const SESSION_SECONDS = 14 * 24 * 60 * 60;

/** Writes down that this person signed in, and returns the session's id for the cookie. */
export async function beginSession(
  db: Db,
  { personId, now }: { personId: string; now: Date },
): Promise<string> {
  const id = newId('session');
  const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000);
  // Nobody comes back for an expired session; the next sign-in takes it away.
  await db.delete(sessions).where(and(eq(sessions.personId, personId), lte(sessions.expiresAt, now)));
  await db.insert(sessions).values({ id, personId, createdAt: now, expiresAt });
  return id;
}

/** Ends a session: the cookie that names it is worth nothing from the next request on. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}

export type Membership = {
  organizationId: string;
  organizationName: string | null;
  agentId: string;
  agentName: string | null;
  role: 'agent' | 'manager';
};

export type SignedIn = {
  personId: string;
  sessionId: string;
  name: string;
  email: string;
  isAdmin: boolean;
  membership?: Membership;
};

/** Who this session belongs to, read afresh, so that a removal works at once; undefined if it is no good. */
export async function findSignedIn(
  db: Db,
  { sessionId, now, demo }: { sessionId: string; now: Date; demo: boolean },
): Promise<SignedIn | undefined> {
  const [row] = await db
    .select({
      personId: people.id,
      sessionId: sessions.id,
      name: people.name,
      email: people.email,
      isAdmin: people.isAdmin,
      isDemo: people.isDemo,
      organizationId: memberships.organizationId,
      organizationName: organizations.name,
      agentId: memberships.agentId,
      agentName: agents.name,
      role: memberships.role,
    })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .leftJoin(memberships, eq(memberships.personId, people.id))
    .leftJoin(organizations, eq(organizations.id, memberships.organizationId))
    .leftJoin(
      agents,
      and(eq(agents.organizationId, memberships.organizationId), eq(agents.id, memberships.agentId)),
    )
    .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, now), isNull(people.disabledAt)));
  // A database that once served a demo must not keep its passwordless people alive.
  if (!row || (row.isDemo && !demo)) return undefined;
  const { personId, name, email, isAdmin, organizationId, agentId, role } = row;
  const person = { personId, sessionId: row.sessionId, name, email, isAdmin };
  if (!organizationId || !agentId || !role) return person;
  const { organizationName, agentName } = row;
  return { ...person, membership: { organizationId, organizationName, agentId, agentName, role } };
}
