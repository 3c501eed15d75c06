import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { memberships, people, sessions } from '@/lib/db/schema/people';
import { freshDatabase } from '@/tests/support/database';
import { addViewer } from '@/tests/support/rows';
import {
  beginSession,
  endSession,
  endSessions,
  findSignedIn,
  isRecent,
  SESSION_SECONDS,
  seeSignedIn,
} from './sessions';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const NOW = new Date('2026-03-02T09:00:00Z');
const MINUTE = 60_000;

const later = (ms: number) => new Date(NOW.getTime() + ms);

/** A person who signed in at `NOW`; `look` returns the session's person, as a request would. */
async function signedIn() {
  const { db } = database;
  const viewer = await addViewer(db, { role: 'manager' });
  const sessionId = await beginSession(db, { personId: viewer.personId, method: 'mail', now: NOW });
  const ask = { sessionId, now: NOW, demo: false, adminEmails: [] as string[] };
  const look = (asked: Partial<typeof ask> = {}) => findSignedIn(db, { ...ask, ...asked });
  const use = (now: Date) => seeSignedIn(db, { ...ask, now });
  const change = (values: Partial<typeof people.$inferInsert>) =>
    db.update(people).set(values).where(eq(people.id, viewer.personId));
  return { db, viewer, sessionId, look, use, change };
}

describe('a session', () => {
  it('is the signed-in person, with their current membership', async () => {
    const { db, viewer, sessionId, look, change } = await signedIn();
    const { personId, email, membership } = viewer;
    expect(await look()).toEqual({
      personId,
      sessionId,
      email,
      name: viewer.name,
      isAdmin: false,
      signedInAt: NOW,
      membership,
    });
    await change({ isAdmin: true, name: 'Renamed' });
    await db.update(memberships).set({ role: 'agent' }).where(eq(memberships.personId, personId));
    expect(await look()).toMatchObject({ isAdmin: true, name: 'Renamed', membership: { role: 'agent' } });
  });

  it('has a new id at every sign-in', async () => {
    const { db, viewer, sessionId } = await signedIn();
    const again = { personId: viewer.personId, method: 'mail', now: NOW } as const;
    expect(await beginSession(db, again)).not.toBe(sessionId);
  });

  it('is valid without a membership', async () => {
    const { db, viewer, look } = await signedIn();
    await db.delete(memberships).where(eq(memberships.personId, viewer.personId));
    const person = await look();
    expect(person?.personId).toBe(viewer.personId);
    expect(person?.membership).toBeUndefined();
  });

  it('ends immediately when the person is disabled', async () => {
    const { look, change } = await signedIn();
    await change({ disabledAt: NOW });
    expect(await look()).toBeUndefined();
  });

  it('ends immediately on sign-out, and no other session with it', async () => {
    const { db, viewer, sessionId, look } = await signedIn();
    await endSession(db, sessionId);
    expect(await look()).toBeUndefined();
    const other = { sessionId: viewer.sessionId, now: viewer.signedInAt, demo: false, adminEmails: [] };
    expect(await findSignedIn(db, other)).toBeDefined();
  });

  it('ends immediately when the person is removed', async () => {
    const { db, viewer, look } = await signedIn();
    await db.delete(people).where(eq(people.id, viewer.personId));
    expect(await look()).toBeUndefined();
    expect(await db.$count(sessions, eq(sessions.personId, viewer.personId))).toBe(0);
  });

  it('ends on all devices immediately, and no other person’s with it', async () => {
    const { db, viewer, look } = await signedIn();
    const other = await signedIn();
    expect(await endSessions(db, { personId: viewer.personId })).toBe(2);
    expect(await look()).toBeUndefined();
    expect(await other.look()).toBeDefined();
  });

  it('ends after half an hour without use', async () => {
    const { look, use } = await signedIn();
    expect(await look({ now: later(30 * MINUTE - 1) })).toBeDefined();
    expect(await look({ now: later(30 * MINUTE) })).toBeUndefined();
    expect(await use(later(30 * MINUTE))).toBeUndefined();
  });

  it('continues while it is used', async () => {
    const { look, use } = await signedIn();
    await use(later(29 * MINUTE));
    expect(await look({ now: later(58 * MINUTE) })).toBeDefined();
    expect(await look({ now: later(59 * MINUTE) })).toBeUndefined();
  });

  it('is not extended by a page’s listening', async () => {
    const { look } = await signedIn();
    for (const minute of [10, 20, 29]) await look({ now: later(minute * MINUTE) });
    expect(await look({ now: later(30 * MINUTE) })).toBeUndefined();
  });

  it('is written at most once a minute', async () => {
    const { db, sessionId, use } = await signedIn();
    const lastSeen = async () => {
      const [row] = await db
        .select({ at: sessions.lastSeenAt })
        .from(sessions)
        .where(eq(sessions.id, sessionId));
      return row?.at;
    };
    await use(later(MINUTE - 1));
    expect(await lastSeen()).toEqual(NOW);
    await use(later(MINUTE));
    expect(await lastSeen()).toEqual(later(MINUTE));
  });

  it('ends after eight hours, despite use', async () => {
    const { look, use } = await signedIn();
    const end = SESSION_SECONDS * 1_000;
    for (let ms = 0; ms < end; ms += 20 * MINUTE) await use(later(ms));
    expect(await look({ now: later(end - 1) })).toBeDefined();
    expect(await look({ now: later(end) })).toBeUndefined();
  });

  it('is recent for half an hour, and use does not extend that', async () => {
    const { use } = await signedIn();
    const person = await use(later(20 * MINUTE));
    expect(person && isRecent(person, later(30 * MINUTE - 1))).toBe(true);
    expect(person && isRecent(person, later(30 * MINUTE))).toBe(false);
  });

  it('is an admin’s as long as the settings include the address', async () => {
    const { viewer, look } = await signedIn();
    expect(await look({ adminEmails: ['other@partner.example', viewer.email] })).toMatchObject({
      isAdmin: true,
    });
    expect(await look({ adminEmails: [] })).toMatchObject({ isAdmin: false });
  });

  it('of a demo person is valid in a demo only', async () => {
    const { look, change } = await signedIn();
    await change({ isDemo: true });
    expect(await look({ demo: true })).toBeDefined();
    expect(await look({ demo: false })).toBeUndefined();
  });

  it.each(['', 'ses_', 'unknown', "' or '1'='1", 'x'.repeat(100_000)])(
    'with a made-up id is nobody’s',
    async (sessionId) => {
      expect(
        await findSignedIn(database.db, { sessionId, now: NOW, demo: true, adminEmails: [] }),
      ).toBeUndefined();
    },
  );
});
