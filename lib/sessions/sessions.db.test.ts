import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PREFERENCES } from '@/lib/core/preferences';
import type { Database } from '@/lib/db/handle';
import { memberships, people, sessions } from '@/lib/db/schema/people';
import { freshDatabase } from '@/tests/support/database';
import { addViewer } from '@/tests/support/rows';
import {
  beginSession,
  endOwnSession,
  endSession,
  endSessions,
  findSignedIn,
  isRecent,
  listOwnSessions,
  SESSION_SECONDS,
  touchSession,
} from './sessions';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const NOW = new Date('2026-03-02T09:00:00Z');
const MINUTE = 60_000;

const later = (ms: number) => new Date(NOW.getTime() + ms);

/** A person who signed in at `NOW`; `find` returns the session's person, as a request would. */
async function signedIn() {
  const { db } = database;
  const viewer = await addViewer(db, { role: 'manager' });
  const sessionId = await beginSession(db, { personId: viewer.personId, method: 'mail', now: NOW });
  const ask = { sessionId, now: NOW, demo: false, adminEmails: [] as string[] };
  const find = (query: Partial<typeof ask> = {}) => findSignedIn(db, { ...ask, ...query });
  const use = (now: Date) => touchSession(db, { ...ask, now });
  const change = (values: Partial<typeof people.$inferInsert>) =>
    db.update(people).set(values).where(eq(people.id, viewer.personId));
  return { db, viewer, sessionId, find, use, change };
}

describe('a session', () => {
  it('is the signed-in person, with their current membership', async () => {
    const { db, viewer, sessionId, find, change } = await signedIn();
    const { personId, email, membership } = viewer;
    expect(await find()).toEqual({
      personId,
      sessionId,
      email,
      name: viewer.name,
      locale: null,
      timeZone: null,
      chosenTimeZone: null,
      preferences: DEFAULT_PREFERENCES,
      isAdmin: false,
      signedInAt: NOW,
      membership,
    });
    await change({ isAdmin: true, name: 'Renamed', locale: 'de' });
    await db.update(memberships).set({ role: 'agent' }).where(eq(memberships.personId, personId));
    expect(await find()).toMatchObject({
      isAdmin: true,
      name: 'Renamed',
      locale: 'de',
      membership: { role: 'agent' },
    });
  });

  it('has a new id at every sign-in', async () => {
    const { db, viewer, sessionId } = await signedIn();
    const again = { personId: viewer.personId, method: 'mail', now: NOW } as const;
    expect(await beginSession(db, again)).not.toBe(sessionId);
  });

  it('is valid without a membership', async () => {
    const { db, viewer, find } = await signedIn();
    await db.delete(memberships).where(eq(memberships.personId, viewer.personId));
    const person = await find();
    expect(person?.personId).toBe(viewer.personId);
    expect(person?.membership).toBeUndefined();
  });

  it('ends immediately when the person is disabled', async () => {
    const { find, change } = await signedIn();
    await change({ disabledAt: NOW });
    expect(await find()).toBeUndefined();
  });

  it('ends immediately on sign-out, and no other session with it', async () => {
    const { db, viewer, sessionId, find } = await signedIn();
    await endSession(db, sessionId);
    expect(await find()).toBeUndefined();
    const other = { sessionId: viewer.sessionId, now: viewer.signedInAt, demo: false, adminEmails: [] };
    expect(await findSignedIn(db, other)).toBeDefined();
  });

  it('ends immediately when the person is removed', async () => {
    const { db, viewer, find } = await signedIn();
    await db.delete(people).where(eq(people.id, viewer.personId));
    expect(await find()).toBeUndefined();
    expect(await db.$count(sessions, eq(sessions.personId, viewer.personId))).toBe(0);
  });

  it('ends on all devices immediately, and no other person’s with it', async () => {
    const { db, viewer, find } = await signedIn();
    const other = await signedIn();
    expect(await endSessions(db, { personId: viewer.personId })).toBe(2);
    expect(await find()).toBeUndefined();
    expect(await other.find()).toBeDefined();
  });

  it('is ended by its person from another one, and by nobody else', async () => {
    const { db, viewer, sessionId, find } = await signedIn();
    const { personId } = viewer;
    const elsewhere = await beginSession(db, { personId, method: 'mail', now: NOW });
    const seen = await listOwnSessions(db, { personId, sessionId: elsewhere, now: NOW });
    expect(seen.map(({ isCurrent }) => isCurrent)).toEqual([true, ...seen.slice(1).map(() => false)]);
    const [own] = await listOwnSessions(db, { personId, sessionId, now: NOW });
    const handle = own?.handle ?? '';
    const stranger = await addViewer(db);
    expect(await endOwnSession(db, { personId: stranger.personId, handle })).toBe(false);
    expect(await find()).toBeDefined();
    expect(await endOwnSession(db, { personId, handle })).toBe(true);
    expect(await find()).toBeUndefined();
    expect(await find({ sessionId: elsewhere })).toBeDefined();
    expect(await endOwnSession(db, { personId, handle })).toBe(false);
  });

  it('ends after half an hour without use', async () => {
    const { find, use } = await signedIn();
    expect(await find({ now: later(30 * MINUTE - 1) })).toBeDefined();
    expect(await find({ now: later(30 * MINUTE) })).toBeUndefined();
    expect(await use(later(30 * MINUTE))).toBeUndefined();
  });

  it('continues while it is used', async () => {
    const { find, use } = await signedIn();
    await use(later(29 * MINUTE));
    expect(await find({ now: later(58 * MINUTE) })).toBeDefined();
    expect(await find({ now: later(59 * MINUTE) })).toBeUndefined();
  });

  it('is not extended by a page’s listening', async () => {
    const { find } = await signedIn();
    for (const minute of [10, 20, 29]) await find({ now: later(minute * MINUTE) });
    expect(await find({ now: later(30 * MINUTE) })).toBeUndefined();
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
    const { find, use } = await signedIn();
    const end = SESSION_SECONDS * 1_000;
    for (let ms = 0; ms < end; ms += 20 * MINUTE) await use(later(ms));
    expect(await find({ now: later(end - 1) })).toBeDefined();
    expect(await find({ now: later(end) })).toBeUndefined();
  });

  it('is recent for half an hour, and use does not extend that', async () => {
    const { use } = await signedIn();
    const person = await use(later(20 * MINUTE));
    expect(person && isRecent(person, later(30 * MINUTE - 1))).toBe(true);
    expect(person && isRecent(person, later(30 * MINUTE))).toBe(false);
  });

  it('is an admin’s as long as the settings include the address', async () => {
    const { viewer, find } = await signedIn();
    expect(await find({ adminEmails: ['other@partner.example', viewer.email] })).toMatchObject({
      isAdmin: true,
    });
    expect(await find({ adminEmails: [] })).toMatchObject({ isAdmin: false });
  });

  it('of a demo person is valid in a demo only', async () => {
    const { find, change } = await signedIn();
    await change({ isDemo: true });
    expect(await find({ demo: true })).toBeDefined();
    expect(await find({ demo: false })).toBeUndefined();
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
