import { and, desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import type { NoticeMailChoices } from '@/lib/core/notice-mails';
import type { Database } from '@/lib/db/handle';
import { mails } from '@/lib/db/schema/admin';
import { notices } from '@/lib/db/schema/notices';
import { memberships, people } from '@/lib/db/schema/people';
import { freshDatabase } from '@/tests/support/database';
import { runNoticeMails, MAIL_SETTINGS as SETTINGS, takeNoticeMails } from '@/tests/support/notice-mails';
import { addViewer, applyLeadOf } from '@/tests/support/rows';
import { endNoticeMails, getDigestHour, setDigestHour, setNoticeMails } from './mail-choices';
import { setMailsNameLeads } from './mail-settings';
import { markAllRead } from './notices';
import { recallIfStale } from './recall-stale-mail';
import { readUnsubscribeToken } from './unsubscribe-token';

const LONG_AGO = new Date('2026-03-02T09:00:00Z');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

let agent: Viewer;
beforeEach(async () => {
  await database.db.delete(mails);
  // Everybody of earlier tests has left.
  await database.db.delete(memberships);
  agent = await addViewer(database.db);
});

let count = 0;
const uniqueId = () => `mailed-${count++}`;
let minutes = 0;

/** The portal shows this lead of the agent, later than anything it showed before. */
async function show(
  id: string,
  { status, viewer = agent, lastName = 'Berg' }: { status?: string; viewer?: Viewer; lastName?: string } = {},
) {
  minutes += 1;
  const now = new Date(LONG_AGO.getTime() + minutes * MINUTE_MS);
  await applyLeadOf(database.db, viewer, {
    lead: {
      id,
      firstName: 'Nils',
      lastName,
      createdAt: LONG_AGO,
      updatedAt: now,
      ...(status && { status }),
    },
    now,
  });
}

async function moveLead(viewer: Viewer = agent): Promise<string> {
  const id = uniqueId();
  await show(id, { viewer });
  await show(id, { status: 'won', viewer });
  return id;
}

const choose = (choices: NoticeMailChoices, viewer = agent) =>
  setNoticeMails(database.db, { personId: viewer.personId, choices, now: new Date() });

/** What the worker's job does so much later. */
const run = (ms: number, settings: Partial<typeof SETTINGS> = {}) =>
  runNoticeMails(database.db, new Date(Date.now() + ms), settings);
const takeMails = () => takeNoticeMails(database.db);

async function mailsAfter(ms: number) {
  await run(ms);
  return takeMails();
}

describe('mails about what happened', () => {
  it('come as one summary, the next morning, to those who chose nothing', async () => {
    await moveLead();
    await moveLead();
    expect(await mailsAfter(MINUTE_MS)).toEqual([]);
    expect((await run(DAY_MS)).kind).toBe('repeat');
    const sent = await takeMails();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: agent.email, kind: 'notices', subject: '2 updates on your leads' });
    expect(sent[0]?.text).toContain('Won: 2 leads');
    expect(await mailsAfter(DAY_MS)).toEqual([]);
  });

  it('come within a minute to those who chose that, and then not for ten', async () => {
    await choose({ status: 'now' });
    await moveLead();
    expect(await mailsAfter(10_000)).toEqual([]);
    expect(await mailsAfter(45_000)).toHaveLength(1);
    await moveLead();
    expect(await mailsAfter(9 * MINUTE_MS)).toEqual([]);
    expect(await mailsAfter(11 * MINUTE_MS)).toHaveLength(1);
  });

  it('go to each person who may see the lead, in their language', async () => {
    const { organizationId } = agent.membership;
    const manager = await addViewer(database.db, { organizationId, role: 'manager' });
    await addViewer(database.db, { organizationId });
    await database.db.update(people).set({ locale: 'de' }).where(eq(people.id, manager.personId));
    await moveLead();
    const sent = await mailsAfter(DAY_MS);
    expect(sent.map(({ to }) => to).sort()).toEqual([agent.email, manager.email].sort());
    const german = sent.find(({ to }) => to === manager.email);
    expect(german?.subject).toBe('Eine Neuigkeit zu Ihren Leads');
    expect(german?.html).toContain('<html lang="de">');
  });

  it('leave out what was read in the app, and do not come if that is all', async () => {
    await moveLead();
    await markAllRead(database.db, agent, { upTo: Number.MAX_SAFE_INTEGER, now: new Date() });
    expect(await mailsAfter(DAY_MS)).toEqual([]);
  });

  it('leave out what the person may not see any more', async () => {
    const id = await moveLead();
    const other = await addViewer(database.db, { organizationId: agent.membership.organizationId });
    await show(id, { status: 'won', viewer: other });
    const sent = await mailsAfter(DAY_MS);
    expect(sent.map(({ to }) => to)).toEqual([other.email]);
  });

  it('do not name leads unless an admin allows it', async () => {
    const by = { personId: 'person_1', email: 'robin@vendor.example' };
    const bodies = async () => {
      const [mail] = await mailsAfter(DAY_MS);
      return [mail?.text ?? '', mail?.html ?? ''];
    };
    await moveLead();
    for (const body of await bodies()) expect(body).not.toMatch(/Berg/);
    await setMailsNameLeads(database.db, { isOn: true, by, at: new Date() });
    await moveLead();
    for (const body of await bodies()) expect(body).toContain('Nils Berg: Pending → Won');
    await setMailsNameLeads(database.db, { isOn: false, by, at: new Date() });
  });

  it('do not come to people who are disabled, nor without a mail server', async () => {
    await moveLead();
    expect((await run(DAY_MS, { SMTP_URL: '' })).kind).toBe('done');
    await database.db.update(people).set({ disabledAt: new Date() }).where(eq(people.id, agent.personId));
    expect(await mailsAfter(DAY_MS)).toEqual([]);
  });

  it('do not wait for a person whose address is none', async () => {
    await moveLead();
    await database.db.update(people).set({ email: 'nobody' }).where(eq(people.id, agent.personId));
    const other = await addViewer(database.db);
    await moveLead(other);
    expect((await mailsAfter(DAY_MS)).map(({ to }) => to)).toEqual([other.email]);
    await database.db.update(people).set({ email: agent.email }).where(eq(people.id, agent.personId));
    expect(await mailsAfter(DAY_MS)).toEqual([]);
  });

  it('tell no old news once there is a mail server', async () => {
    await moveLead();
    // A notice may be of the same millisecond, with digits behind it.
    expect(await mailsAfter(4 * DAY_MS + 1)).toEqual([]);
  });

  it('are one for each person, however much happens, and none is lost or doubled by runs at the same time', async () => {
    await choose({ status: 'now' });
    const id = await moveLead();
    await database.db.execute(sql`insert into notices (person_id, timeline_id, kind, lead_id, at)
      select ${agent.personId}, -n, 'status-changed', ${id}, now() from generate_series(1, 10000) as n`);
    await Promise.all([run(MINUTE_MS), run(MINUTE_MS), run(MINUTE_MS)]);
    expect((await takeMails()).map(({ subject }) => subject)).toEqual(['An update on your leads']);
    expect(await mailsAfter(DAY_MS)).toEqual([]);
  });
});

describe('a mail that waits for the mail server', () => {
  const isAgent = () => eq(people.id, agent.personId);

  /** Made a minute after the change, and not sent. */
  async function waiting() {
    await choose({ status: 'now' });
    await moveLead();
    await run(MINUTE_MS);
    const [mail, ...others] = await database.db.select().from(mails);
    if (!mail || others.length > 0) throw new Error('not one mail');
    return mail;
  }
  const tryAgain = async () => {
    const [mail] = await database.db.select().from(mails);
    return mail && recallIfStale(database.db, { ...mail, to: agent.email });
  };

  it('is the same as long as all of it is true, and the only one', async () => {
    const { id } = await waiting();
    await moveLead();
    await run(30 * MINUTE_MS);
    expect(await tryAgain()).toBe(false);
    expect(await database.db.select({ id: mails.id }).from(mails)).toEqual([{ id }]);
    await takeMails();
    expect(await mailsAfter(30 * MINUTE_MS)).toHaveLength(1);
  });

  it.each([
    [
      'read it in the app',
      () => markAllRead(database.db, agent, { upTo: Number.MAX_SAFE_INTEGER, now: new Date() }),
    ],
    ['unsubscribed', () => endNoticeMails(database.db, { personId: agent.personId, now: new Date() })],
    ['was disabled', () => database.db.update(people).set({ disabledAt: new Date() }).where(isAgent())],
    [
      'lost their access',
      () => database.db.delete(memberships).where(eq(memberships.personId, agent.personId)),
    ],
  ])('is taken back once its person %s, and no other comes', async (_what, happens) => {
    await waiting();
    await happens();
    expect(await tryAgain()).toBe(true);
    expect(await mailsAfter(DAY_MS)).toEqual([]);
  });

  it('is made again, without what was read, and for the new address', async () => {
    await choose({ status: 'now' });
    await moveLead();
    await moveLead();
    await run(MINUTE_MS);
    const [last] = await database.db
      .select({ id: notices.id })
      .from(notices)
      .where(and(eq(notices.personId, agent.personId), eq(notices.kind, 'status-changed')))
      .orderBy(desc(notices.id))
      .limit(1);
    await database.db
      .update(notices)
      .set({ readAt: new Date() })
      .where(eq(notices.id, last?.id ?? 0));
    const email = `new-${agent.email}`;
    await database.db.update(people).set({ email }).where(isAgent());
    expect(await tryAgain()).toBe(true);
    const [again, ...others] = await mailsAfter(2 * MINUTE_MS);
    expect(others).toEqual([]);
    expect(again).toMatchObject({ to: email, subject: 'An update on your leads' });
  });

  it('names no lead any more once an admin forbids it', async () => {
    const by = { personId: 'person_1', email: 'robin@vendor.example' };
    await setMailsNameLeads(database.db, { isOn: true, by, at: new Date() });
    await waiting();
    await setMailsNameLeads(database.db, { isOn: false, by, at: new Date() });
    expect(await tryAgain()).toBe(true);
    const [again] = await mailsAfter(2 * MINUTE_MS);
    expect(again?.text).not.toContain('Berg');
  });
});

it('a name as long as the portal stores it is cut in a mail, which is sent', async () => {
  const by = { personId: 'person_1', email: 'robin@vendor.example' };
  await setMailsNameLeads(database.db, { isOn: true, by, at: new Date() });
  for (let lead = 0; lead < 20; lead += 1) {
    const id = uniqueId();
    await show(id, { lastName: 'B'.repeat(20_000) });
    await show(id, { lastName: 'B'.repeat(20_000), status: 'won' });
  }
  const [mail] = await mailsAfter(DAY_MS);
  expect(mail?.text).toMatch(/B{50}…: Pending → Won/);
  expect(mail?.text.length).toBeLessThan(10_000);
  await setMailsNameLeads(database.db, { isOn: false, by, at: new Date() });
});

describe('a person who unsubscribes', () => {
  it('is named by the link of the mail, and gets no more of them', async () => {
    await moveLead();
    const [mail] = await mailsAfter(DAY_MS);
    const { origin, pathname, searchParams } = new URL(mail?.unsubscribeUrl ?? '');
    expect(`${origin}${pathname}`).toBe('https://desk.vendor.example/api/unsubscribe');
    const token = searchParams.get('token') ?? '';
    expect(mail?.text).toContain(`https://desk.vendor.example/unsubscribe?token=${token}`);
    const personId = readUnsubscribeToken(SETTINGS, token);
    expect(personId).toBe(agent.personId);
    await moveLead();
    await endNoticeMails(database.db, { personId: agent.personId, now: new Date() });
    await moveLead();
    expect(await mailsAfter(DAY_MS)).toEqual([]);
  });

  it('gets nothing of the time in between after changing their mind', async () => {
    await choose({ status: 'off' });
    await moveLead();
    await choose({ status: 'daily' });
    expect(await mailsAfter(DAY_MS)).toEqual([]);
    await moveLead();
    expect(await mailsAfter(DAY_MS)).toHaveLength(1);
  });

  it.each(['', 'x', 'A'.repeat(80)])('is not named by the token %j', (token) => {
    expect(readUnsubscribeToken(SETTINGS, token)).toBeUndefined();
  });

  it('is not named by a token of another desk', async () => {
    await moveLead();
    const [mail] = await mailsAfter(DAY_MS);
    const token = new URL(mail?.unsubscribeUrl ?? '').searchParams.get('token') ?? '';
    const other = { APP_SECRET: 'another-secret-of-32-characters!!!!' };
    expect(readUnsubscribeToken(other, token)).toBeUndefined();
  });
});

it('the hour of the daily mail is that of the desk until a person chooses another of the day', async () => {
  const { db } = database;
  const { personId } = agent;
  expect(await getDigestHour(db, personId)).toBe(8);
  await setDigestHour(db, { personId, hour: 0 });
  expect(await getDigestHour(db, personId)).toBe(0);
  await expect(setDigestHour(db, { personId, hour: 24 })).rejects.toThrow();
});
