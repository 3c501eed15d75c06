import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { memberships, people, sessions } from '@/lib/db/schema/people';
import { freshDatabase } from '@/lib/db/testing';
import { addViewer } from '@/lib/db/testing-rows';
import { beginSession, endSession, findSignedIn, SESSION_SECONDS } from './sessions';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const NOW = new Date('2026-03-02T09:00:00Z');

/** Someone who signed in at `NOW`; `look` says who the session belongs to, as a request would ask. */
async function signedIn() {
  const { db } = database;
  const viewer = await addViewer(db, { role: 'manager' });
  const sessionId = await beginSession(db, { personId: viewer.personId, now: NOW });
  const look = ({ now = NOW, demo = false } = {}) => findSignedIn(db, { sessionId, now, demo });
  const change = (values: Partial<typeof people.$inferInsert>) =>
    db.update(people).set(values).where(eq(people.id, viewer.personId));
  return { db, viewer, sessionId, look, change };
}

describe('a session', () => {
  it('is who signed in, with the membership as it is now', async () => {
    const { db, viewer, sessionId, look, change } = await signedIn();
    const { personId, email, membership } = viewer;
    expect(await look()).toEqual({
      personId,
      sessionId,
      email,
      name: viewer.name,
      isAdmin: false,
      membership,
    });
    await change({ isAdmin: true, name: 'Renamed' });
    await db.update(memberships).set({ role: 'agent' }).where(eq(memberships.personId, personId));
    expect(await look()).toMatchObject({ isAdmin: true, name: 'Renamed', membership: { role: 'agent' } });
  });

  it('has a new id at every sign-in', async () => {
    const { db, viewer, sessionId } = await signedIn();
    expect(await beginSession(db, { personId: viewer.personId, now: NOW })).not.toBe(sessionId);
  });

  it('without a membership is still somebody', async () => {
    const { db, viewer, look } = await signedIn();
    await db.delete(memberships).where(eq(memberships.personId, viewer.personId));
    const person = await look();
    expect(person?.personId).toBe(viewer.personId);
    expect(person?.membership).toBeUndefined();
  });

  it('ends at once when the person is disabled', async () => {
    const { look, change } = await signedIn();
    await change({ disabledAt: NOW });
    expect(await look()).toBeUndefined();
  });

  it('ends at once when it is signed out, and no other session with it', async () => {
    const { db, viewer, sessionId, look } = await signedIn();
    await endSession(db, sessionId);
    expect(await look()).toBeUndefined();
    const other = { sessionId: viewer.sessionId, now: NOW, demo: false };
    expect(await findSignedIn(db, other)).toBeDefined();
  });

  it('ends at once when the person is removed', async () => {
    const { db, viewer, look } = await signedIn();
    await db.delete(people).where(eq(people.id, viewer.personId));
    expect(await look()).toBeUndefined();
    expect(await db.$count(sessions, eq(sessions.personId, viewer.personId))).toBe(0);
  });

  it('ends by itself after two weeks', async () => {
    const { look } = await signedIn();
    const end = NOW.getTime() + SESSION_SECONDS * 1_000;
    expect(await look({ now: new Date(end - 1) })).toBeDefined();
    expect(await look({ now: new Date(end) })).toBeUndefined();
  });

  it('of a demo person is good in a demo only', async () => {
    const { look, change } = await signedIn();
    await change({ isDemo: true });
    expect(await look({ demo: true })).toBeDefined();
    expect(await look({ demo: false })).toBeUndefined();
  });

  it.each(['', 'ses_', 'unknown', "' or '1'='1", 'x'.repeat(100_000)])(
    'named by a made-up id is nobody',
    async (sessionId) => {
      expect(await findSignedIn(database.db, { sessionId, now: NOW, demo: true })).toBeUndefined();
    },
  );
});
