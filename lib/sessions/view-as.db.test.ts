import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '@/lib/audit/list-audit';
import type { Database } from '@/lib/db/handle';
import { auditLog } from '@/lib/db/schema/admin';
import { jobs } from '@/lib/db/schema/jobs';
import { memberships, people } from '@/lib/db/schema/people';
import { viewAs } from '@/lib/db/schema/view-as';
import type { ClaimedJob } from '@/lib/jobs/job';
import { disablePerson } from '@/lib/people/person';
import { freshDatabase } from '@/tests/support/database';
import { addViewer } from '@/tests/support/rows';
import { beginSession, endSession, endSessions } from './sessions';
import type { SignedIn } from './signed-in';
import { endExpiredView, findView, startView, VIEW_END, VIEW_MS } from './view-as';
import { endViews, listViewsOf } from './views';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const RULES = { demo: false, adminEmails: [] as string[] };
const later = (now: Date, ms: number) => new Date(now.getTime() + ms);

/** An admin, a partner, and what both may do from now on. */
async function arrange() {
  const { db } = database;
  const now = new Date();
  const partner = await addViewer(db, { role: 'manager' });
  const other = await addViewer(db);
  await db.update(people).set({ isAdmin: true }).where(eq(people.id, other.personId));
  const by: SignedIn = { ...other, isAdmin: true };
  const start = (personId = partner.personId, over: Partial<typeof RULES> = {}) =>
    startView(db, { by, personId, reason: 'Ticket 7', now, ...RULES, ...over });
  const find = (over: { now?: Date; by?: SignedIn } & Partial<typeof RULES> = {}) =>
    findView(db, { by, now, ...RULES, ...over });
  const change = (personId: string, values: Partial<typeof people.$inferInsert>) =>
    db.update(people).set(values).where(eq(people.id, personId));
  const ended = async () => {
    const [row] = await db.select().from(viewAs).where(eq(viewAs.adminId, by.personId));
    return row && { ended: row.ended, endedAt: row.endedAt, sessionId: row.sessionId };
  };
  const audited = async () => {
    const rows = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.personId, by.personId))
      .orderBy(auditLog.id);
    return rows.map(({ event, subject, detail }) => [event, subject, detail]);
  };
  return { db, now, partner, by, start, find, change, ended, audited };
}

describe('an admin who sees the desk as a person', () => {
  it('sees it with their membership and choices, in the session of the admin', async () => {
    const { db, start, find, partner, by, now, audited } = await arrange();
    expect(await start()).toBe('done');
    expect(await find()).toEqual({
      startedAt: now,
      expiresAt: later(now, VIEW_MS),
      viewer: { ...partner, sessionId: by.sessionId, signedInAt: by.signedInAt, viewedBy: by.personId },
    });
    // The reason is in one place, which the log shows.
    expect(await audited()).toEqual([['people.view-started', partner.email, {}]]);
    const { rows } = await listAudit(db, { event: 'people.view-started' });
    expect(rows[0]).toMatchObject({ subject: partner.email, detail: { why: 'Ticket 7' } });
  });

  it('is told to the person, latest first', async () => {
    const { db, start, partner } = await arrange();
    await start();
    const [view, ...more] = await listViewsOf(db, partner.personId);
    expect([view?.reason, more]).toEqual(['Ticket 7', []]);
  });

  it('does so in one session only, and as one person at a time', async () => {
    const { db, start, find, by, now, audited } = await arrange();
    const second = await addViewer(db);
    await start();
    const elsewhere = await beginSession(db, { personId: by.personId, method: 'demo', now });
    expect(await find({ by: { ...by, sessionId: elsewhere } })).toBeUndefined();
    expect(await start(second.personId)).toBe('done');
    expect((await find())?.viewer.personId).toBe(second.personId);
    expect((await audited()).map(([event]) => event)).toEqual([
      ...['people.view-started', 'people.view-ended', 'people.view-started'],
    ]);
  });

  it('cannot do so as themselves, an admin, a disabled, unmapped or unknown person', async () => {
    const { db, start, find, by, partner, change } = await arrange();
    expect(await start(by.personId)).toBe('yourself');
    expect(await start('per_nobody')).toBe('unknown');
    expect(await start(partner.personId, { adminEmails: [partner.email] })).toBe('admin');
    await change(partner.personId, { isAdmin: true });
    expect(await start()).toBe('admin');
    await change(partner.personId, { isAdmin: false, disabledAt: new Date() });
    expect(await start()).toBe('disabled');
    await change(partner.personId, { disabledAt: null, isDemo: true });
    expect(await start()).toBe('unknown');
    await change(partner.personId, { isDemo: false });
    await db.delete(memberships).where(eq(memberships.personId, partner.personId));
    expect(await start()).toBe('nothing-to-see');
    expect(await find()).toBeUndefined();
  });
});

describe('it is over', () => {
  it('after half an hour, and the job says so', async () => {
    const { db, now, start, find, ended, audited } = await arrange();
    await start();
    const end = later(now, VIEW_MS);
    expect(await find({ now: later(now, VIEW_MS - 1) })).toBeDefined();
    expect(await find({ now: end })).toBeUndefined();
    const [row] = await db.select().from(jobs).where(eq(jobs.topic, VIEW_END)).orderBy(jobs.id).limit(1);
    expect(row).toBeDefined();
    const [view] = await db.select().from(viewAs).where(eq(viewAs.expiresAt, end));
    const job = { key: view?.id } as ClaimedJob;
    for (const at of [later(end, 5_000), later(end, 9_000)]) await endExpiredView(db, { job, now: at });
    expect(await ended()).toEqual({ ended: 'expired', endedAt: end, sessionId: null });
    expect((await audited()).slice(1).map(([, , detail]) => detail)).toEqual([{ ended: 'expired' }]);
  });

  it('when the admin stops', async () => {
    const { db, now, start, find, ended, by, partner } = await arrange();
    await start();
    const task = { of: { sessionId: by.sessionId }, how: 'stopped', now } as const;
    expect(await endViews(db, task)).toEqual([partner.personId]);
    expect(await endViews(db, task)).toEqual([]);
    expect([await find(), (await ended())?.ended]).toEqual([undefined, 'stopped']);
  });

  it.each(['here', 'everywhere'])('when the admin signs out %s', async (where) => {
    const { db, start, find, ended, by, audited, partner } = await arrange();
    await start();
    if (where === 'here') await endSession(db, by.sessionId);
    else await endSessions(db, by);
    expect([await find(), (await ended())?.ended]).toEqual([undefined, 'signed-out']);
    expect((await audited()).at(-1)).toEqual(['people.view-ended', partner.email, { ended: 'signed-out' }]);
  });

  it.each(['admin', 'person'])('when the %s is disabled', async (who) => {
    const { db, start, find, ended, by, partner, now } = await arrange();
    const boss = await addViewer(db);
    await start();
    const { personId } = who === 'admin' ? by : partner;
    expect(await disablePerson(db, { by: boss, personId, now })).toBe('done');
    expect([await find(), (await ended())?.ended]).toEqual([undefined, 'access']);
  });

  it('at once when the admin is none any more, or the person becomes one', async () => {
    const { start, find, by, partner, change } = await arrange();
    await start();
    expect(await find({ by: { ...by, isAdmin: false } })).toBeUndefined();
    expect(await find({ adminEmails: [partner.email] })).toBeUndefined();
    await change(partner.personId, { isAdmin: true });
    expect(await find()).toBeUndefined();
  });

  it('at once when the person has no membership any more', async () => {
    const { db, start, find, partner } = await arrange();
    await start();
    await db.delete(memberships).where(eq(memberships.personId, partner.personId));
    expect(await find()).toBeUndefined();
  });
});
