import 'server-only';
import { and, desc, eq, gt, isNull, lte, ne, or } from 'drizzle-orm';
import type { Device } from '@/lib/core/device';
import { newId, shortDigest } from '@/lib/core/ids';
import type { Db } from '@/lib/db/handle';
import { agents, memberships, organizations, people, sessions } from '@/lib/db/schema/people';
import {
  isAgentOfMembership,
  isOrganizationOfMembership,
  PERSON,
  type SignedIn,
  toSignedIn,
} from './signed-in';
import { endViews } from './views';

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
  { personId, method, device = {}, now }: { personId: string; method: Method; device?: Device; now: Date },
): Promise<string> {
  const id = newId('session');
  const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000);
  // Expired sessions are never used again; delete them at the next sign-in.
  await db.delete(sessions).where(and(eq(sessions.personId, personId), lte(sessions.expiresAt, now)));
  const times = { createdAt: now, lastSeenAt: now, expiresAt };
  await db.insert(sessions).values({ id, personId, method, ...device, ...times });
  return id;
}

/** A session as its person sees it. */
export type OwnSession = {
  /** Names it in a post. Not its id, which belongs in the cookie only. */
  handle: string;
  device: Device;
  isCurrent: boolean;
  signedInAt: Date;
  lastSeenAt: Date;
};

/** A person's active sessions, the current one first, then the last used. */
export async function listOwnSessions(
  db: Db,
  { personId, sessionId, now }: { personId: string; sessionId: string; now: Date },
): Promise<OwnSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.personId, personId), isAlive(now)))
    .orderBy(desc(eq(sessions.id, sessionId)), desc(sessions.lastSeenAt));
  return rows.map(({ id, browser, system, createdAt, lastSeenAt }) => ({
    handle: handleOf(id),
    device: { browser: browser ?? undefined, system: system ?? undefined },
    isCurrent: id === sessionId,
    signedInAt: createdAt,
    lastSeenAt,
  }));
}

/** Ends one of the person's own sessions; returns false if there is none of this handle. */
export async function endOwnSession(
  db: Db,
  { personId, handle }: { personId: string; handle: string },
): Promise<boolean> {
  const rows = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.personId, personId));
  const found = rows.find(({ id }) => handleOf(id) === handle);
  if (found) await endSession(db, found.id);
  return found !== undefined;
}

const handleOf = (sessionId: string) => shortDigest(sessionId, 16);

/** Ends a session: its cookie is worthless from the next request on. What it sees as another person ends with it. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await endViews(tx, { of: { sessionId }, how: 'signed-out', now: new Date() });
    await tx.delete(sessions).where(eq(sessions.id, sessionId));
  });
}

/** Ends all sessions of a person, on all devices, and returns their number. */
export async function endSessions(tx: Db, { personId }: { personId: string }): Promise<number> {
  await endViews(tx, { of: { adminId: personId }, how: 'signed-out', now: new Date() });
  const ended = await tx
    .delete(sessions)
    .where(eq(sessions.personId, personId))
    .returning({ id: sessions.id });
  return ended.length;
}

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

/**
 * The same, counting as use: extends the session by another half hour.
 *
 * @param query.timeZone where the device is, as its browser says; the summary by mail follows it
 */
export async function touchSession(
  db: Db,
  { timeZone, ...query }: SessionQuery & { timeZone?: string },
): Promise<SignedIn | undefined> {
  const { sessionId, now } = query;
  const session = await readSession(db, query);
  if (session && now.getTime() - session.lastSeenAt.getTime() >= NOTED_EVERY_MS) {
    await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, sessionId));
  }
  if (session && timeZone !== undefined && timeZone !== session.person.timeZone) {
    const isOther = or(isNull(people.timeZone), ne(people.timeZone, timeZone));
    await db
      .update(people)
      .set({ timeZone })
      .where(and(eq(people.id, session.person.personId), isOther));
  }
  return session?.person;
}

async function readSession(db: Db, { sessionId, now, demo, adminEmails }: SessionQuery) {
  const [row] = await db
    .select({
      ...PERSON,
      sessionId: sessions.id,
      signedInAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .leftJoin(memberships, eq(memberships.personId, people.id))
    .leftJoin(organizations, isOrganizationOfMembership)
    .leftJoin(agents, isAgentOfMembership)
    .where(and(eq(sessions.id, sessionId), isAlive(now), isNull(people.disabledAt)));
  // A database that once served a demo must not keep its passwordless people active.
  if (!row || (row.isDemo && !demo)) return undefined;
  const { lastSeenAt, ...rest } = row;
  return { person: toSignedIn(rest, adminEmails), lastSeenAt };
}

/** Of a session: neither too old nor unused for too long. */
function isAlive(now: Date) {
  const idleSince = new Date(now.getTime() - IDLE_MS);
  return and(gt(sessions.expiresAt, now), gt(sessions.lastSeenAt, idleSince));
}
