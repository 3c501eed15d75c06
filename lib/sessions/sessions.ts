import 'server-only';
import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import { newId } from '@/lib/core/ids';
import { type Preferences, toColumns } from '@/lib/core/preferences';
import type { Db } from '@/lib/db/handle';
import { agents, memberships, organizations, people, sessions } from '@/lib/db/schema/people';

/** The maximum lifetime of a session, in seconds: eight hours. */
export const SESSION_SECONDS = 8 * 60 * 60;

/** The lifetime of an unused session. */
const IDLE_MS = 30 * 60_000;

/** Use is stored at most once per this interval. */
const NOTED_EVERY_MS = 60_000;

/** Destructive actions require a sign-in no older than this. */
const RECENT_MS = 30 * 60_000;

export type Method = 'oidc' | 'mail' | 'demo';

/** Stores a sign-in, and returns the session's id for the cookie: a new one each time. */
export async function beginSession(
  db: Db,
  { personId, method, now }: { personId: string; method: Method; now: Date },
): Promise<string> {
  const id = newId('session');
  const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000);
  // Expired sessions are never used again; delete them at the next sign-in.
  await db.delete(sessions).where(and(eq(sessions.personId, personId), lte(sessions.expiresAt, now)));
  await db.insert(sessions).values({ id, personId, method, createdAt: now, lastSeenAt: now, expiresAt });
  return id;
}

/** Ends a session: its cookie is worthless from the next request on. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}

/** Ends all sessions of a person, on all devices, and returns their number. */
export async function endSessions(tx: Db, { personId }: { personId: string }): Promise<number> {
  const ended = await tx
    .delete(sessions)
    .where(eq(sessions.personId, personId))
    .returning({ id: sessions.id });
  return ended.length;
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
  /** The language they chose; null follows their browser. */
  locale: string | null;
  preferences: Preferences;
  isAdmin: boolean;
  signedInAt: Date;
  membership?: Membership;
};

/** Whether the last sign-in is recent enough for irreversible actions. */
export function isRecent({ signedInAt }: Pick<SignedIn, 'signedInAt'>, now: Date): boolean {
  return now.getTime() - signedInAt.getTime() < RECENT_MS;
}

type SessionQuery = {
  sessionId: string;
  now: Date;
  /** Whether the desk is a demo. */
  demo: boolean;
  /** `ADMIN_EMAILS`. */
  adminEmails: readonly string[];
};

/**
 * The person of this session, always read from the database, so that a removal takes effect immediately;
 * undefined if it is invalid. Does not count as use.
 */
export async function findSignedIn(db: Db, query: SessionQuery): Promise<SignedIn | undefined> {
  return (await readSession(db, query))?.person;
}

/** The same, counting as use: extends the session by another half hour. */
export async function touchSession(db: Db, query: SessionQuery): Promise<SignedIn | undefined> {
  const { sessionId, now } = query;
  const session = await readSession(db, query);
  if (session && now.getTime() - session.lastSeenAt.getTime() >= NOTED_EVERY_MS) {
    await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, sessionId));
  }
  return session?.person;
}

async function readSession(db: Db, { sessionId, now, demo, adminEmails }: SessionQuery) {
  const [row] = await db
    .select({
      personId: people.id,
      sessionId: sessions.id,
      name: people.name,
      email: people.email,
      locale: people.locale,
      listColumns: people.listColumns,
      density: people.listDensity,
      shortcuts: people.shortcuts,
      isAdmin: people.isAdmin,
      isDemo: people.isDemo,
      signedInAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
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
    .where(and(eq(sessions.id, sessionId), isAlive(now), isNull(people.disabledAt)));
  // A database that once served a demo must not keep its passwordless people active.
  if (!row || (row.isDemo && !demo)) return undefined;
  const {
    organizationId,
    organizationName,
    agentId,
    agentName,
    role,
    lastSeenAt,
    isDemo: _,
    ...others
  } = row;
  const { listColumns, density, shortcuts, ...rest } = others;
  const person: SignedIn = {
    ...rest,
    preferences: { columns: toColumns(listColumns), density, shortcuts },
    isAdmin: row.isAdmin || adminEmails.includes(row.email),
  };
  if (organizationId && agentId && role) {
    person.membership = { organizationId, organizationName, agentId, agentName, role };
  }
  return { person, lastSeenAt };
}

function isAlive(now: Date) {
  const idleSince = new Date(now.getTime() - IDLE_MS);
  return and(gt(sessions.expiresAt, now), gt(sessions.lastSeenAt, idleSince));
}
