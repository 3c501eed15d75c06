import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getLeadsPage } from '@/app/(portal)/leads/(list)/query';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import { DEFAULT_LEADS_QUERY, type LeadsQuery } from '@/lib/core/leads-query';
import type { Database } from '@/lib/db/handle';
import { importRows, imports } from '@/lib/db/schema/imports';
import { memberships } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { startRead } from '@/lib/leads/read-start';
import { tombstoneLead } from '@/lib/leads/tombstone';
import { freshDatabase } from '@/tests/support/database';
import { HOME, openTestPortal, type TestPortal } from '@/tests/support/portal';
import { addTeam, addViewer, applyLeadOf } from '@/tests/support/rows';
import { ANSWERS, queueSubmission } from '@/tests/support/submissions';
import { listNotices } from './list-notices';
import { getUnread, markAllRead, markRead } from './notices';

const LONG_AGO = new Date('2026-03-02T09:00:00Z');

let database: Database;
let portal: TestPortal;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
});
afterAll(() => Promise.all([database.close(), portal.close()]));

/** Two agents and a manager of one organization, and a stranger. */
let agent: Viewer;
let colleague: Viewer;
let manager: Viewer;
let stranger: Viewer;
beforeEach(async () => {
  ({ agent, colleague, manager, stranger } = await addTeam(database.db));
});

let count = 0;
const uniqueId = () => `lead-${count++}`;

/** The portal shows this lead of the agent, later than anything it showed before. */
let minutes = 0;
async function show(viewer: Viewer, lead: { id: string; status?: string; createdAt?: Date; email?: string }) {
  minutes += 1;
  const now = new Date(LONG_AGO.getTime() + minutes * 60_000);
  const createdAt = lead.createdAt ?? LONG_AGO;
  await applyLeadOf(database.db, viewer, {
    lead: { ...lead, standard: { email: lead.email }, createdAt, updatedAt: now },
    now,
  });
}

const unread = (viewer: Viewer) => getUnread(database.db, viewer);
const kindsOf = async (viewer: Viewer) =>
  (await listNotices(database.db, viewer)).rows.map(({ kind }) => kind);

describe('a status that changed in the portal', () => {
  it('is told to the lead’s agent and to managers, and to nobody else', async () => {
    const id = uniqueId();
    await show(agent, { id });
    await show(agent, { id, status: 'won' });
    for (const viewer of [agent, manager]) {
      expect(await unread(viewer)).toMatchObject({ count: 1, moved: [{ status: 'won', count: 1 }] });
      expect((await listNotices(database.db, viewer)).rows).toMatchObject([
        { kind: 'status-changed', from: 'pending', to: 'won', leadId: id, isRead: false },
      ]);
    }
    for (const viewer of [colleague, stranger]) expect((await unread(viewer)).count).toBe(0);
  });

  it('counts a lead that moved twice once, with the status that it has now', async () => {
    const id = uniqueId();
    await show(agent, { id });
    await show(agent, { id, status: 'qualified' });
    await show(agent, { id, status: 'won' });
    expect(await unread(agent)).toMatchObject({ count: 1, moved: [{ status: 'won', count: 1 }] });
    expect(await kindsOf(agent)).toEqual(['status-changed', 'status-changed']);
  });

  it('is not told to a person who came later', async () => {
    const id = uniqueId();
    await show(agent, { id });
    await show(agent, { id, status: 'won' });
    const late = await addViewer(database.db, agent.membership);
    expect((await unread(late)).count).toBe(0);
  });

  it('is not told any more once the lead is gone, or another agent’s', async () => {
    const [gone, given] = [uniqueId(), uniqueId()];
    for (const id of [gone, given]) {
      await show(agent, { id });
      await show(agent, { id, status: 'won' });
    }
    await tombstoneLead(database.db, {
      leadId: gone,
      readStart: await startRead(database.db, new Date()),
    });
    await show(colleague, { id: given, status: 'won' });
    expect((await unread(agent)).count).toBe(0);
    expect(await kindsOf(agent)).toEqual([]);
    expect(await kindsOf(colleague)).toEqual(['reassigned']);
    expect(await unread(manager)).toMatchObject({ count: 1 });
  });

  it('is not told any more to a person who changed the organization', async () => {
    const id = uniqueId();
    await show(agent, { id });
    await show(agent, { id, status: 'won' });
    const { organizationId, agentId } = stranger.membership;
    await database.db
      .update(memberships)
      .set({ organizationId, agentId })
      .where(eq(memberships.personId, agent.personId));
    const moved = { ...agent, membership: { ...agent.membership, organizationId, agentId } };
    expect((await unread(moved)).count).toBe(0);
  });
});

describe('a lead that the portal created', () => {
  it('is told, unless it is an old one that is only read now', async () => {
    const [fresh, old] = [uniqueId(), uniqueId()];
    await show(agent, { id: fresh, createdAt: new Date() });
    await show(agent, { id: old });
    expect(await unread(agent)).toMatchObject({ count: 1, added: 1, leadIds: new Set([fresh]) });
  });
});

describe('a submission', () => {
  /** The agent of the sandbox. */
  let own: Viewer;
  beforeEach(async () => {
    await portal.vendor('POST', '/reset');
    own = await addViewer(database.db, { organizationId: HOME.organizationId, agentId: HOME.agentIds[1] });
  });

  it('that became a lead at once is no news', async () => {
    const { send } = await queueSubmission({ database, portal, viewer: own });
    await send();
    expect((await unread(own)).count).toBe(0);
  });

  it('is no news either if the portal shows the lead before it answers', async () => {
    const { id } = await queueSubmission({ database, portal, viewer: own });
    const email = 'berg@alder.example';
    await database.db
      .update(submissions)
      .set({ state: 'sending', knownEmail: email })
      .where(eq(submissions.id, id));
    await show(own, { id: uniqueId(), createdAt: new Date(), email });
    expect((await unread(own)).count).toBe(0);
    await show(own, { id: uniqueId(), createdAt: new Date(), email: 'other@alder.example' });
    expect((await unread(own)).count).toBe(1);
  });

  it('that had to wait is told to the person who submitted it, once it is a lead', async () => {
    const boss = await addViewer(database.db, {
      organizationId: HOME.organizationId,
      agentId: HOME.agentIds[0],
      role: 'manager',
    });
    const createdAt = new Date(Date.now() - 10 * 60_000);
    const { id, send } = await queueSubmission({ database, portal, viewer: own, createdAt });
    await send();
    expect(await unread(own)).toMatchObject({ count: 1, accepted: 1, submissionIds: new Set([id]) });
    expect((await unread(boss)).count).toBe(0);
  });

  it('that was refused is told with the reason, until it is corrected', async () => {
    const answers = { ...ANSWERS, email: 'not an address' };
    const { id, send } = await queueSubmission({ database, portal, viewer: own, answers });
    await send();
    expect(await unread(own)).toMatchObject({ count: 1, refused: 1, submissionIds: new Set([id]) });
    const [notice] = (await listNotices(database.db, own)).rows;
    expect(notice).toMatchObject({ kind: 'refused', submissionId: id, name: 'Nils Berg' });
    expect(notice?.reason).toBeTruthy();
  });

  it('of an import is told by the import', async () => {
    const { id, send } = await queueSubmission({
      database,
      portal,
      viewer: own,
      answers: { ...ANSWERS, email: 'not an address' },
    });
    const { organizationId, agentId } = own.membership;
    const owner = { personId: own.personId, organizationId, agentId };
    const at = { createdAt: new Date(), updatedAt: new Date() };
    const importId = newId('import');
    await database.db.insert(imports).values({ id: importId, ...owner, fileName: 'leads.csv', ...at });
    await database.db
      .insert(importRows)
      .values({ importId, position: 0, line: 2, cells: [], submissionId: id });
    await send();
    expect((await unread(own)).count).toBe(0);
  });
});

describe('more than anyone reads', () => {
  it('is counted and marked up to the latest thousand', async () => {
    const id = uniqueId();
    await show(agent, { id });
    await show(agent, { id, status: 'won' });
    await database.db.execute(sql`insert into notices (person_id, timeline_id, kind, lead_id, at)
      select ${agent.personId}, -n, 'status-changed', 'gone', now() from generate_series(1, 1000) as n`);
    expect(await unread(agent)).toMatchObject({ count: 0, isCapped: true });
    await show(agent, { id, status: 'lost' });
    expect(await unread(agent)).toMatchObject({ count: 1, isCapped: true, leadIds: new Set([id]) });
  });
});

describe('what was read', () => {
  it('is read by this person alone, and only this', async () => {
    const [one, other] = [uniqueId(), uniqueId()];
    for (const id of [one, other]) {
      await show(agent, { id });
      await show(agent, { id, status: 'won' });
    }
    const read = { subject: { leadId: one }, now: new Date() };
    expect(await markRead(database.db, agent, read)).toBe(true);
    expect(await markRead(database.db, agent, read)).toBe(false);
    expect((await unread(agent)).leadIds).toEqual(new Set([other]));
    expect((await unread(manager)).count).toBe(2);
    expect((await listNotices(database.db, agent)).rows.map(({ isRead }) => isRead)).toEqual([false, true]);
  });

  it('does not include what came after the page was drawn', async () => {
    const [one, other] = [uniqueId(), uniqueId()];
    for (const id of [one, other]) await show(agent, { id });
    await show(agent, { id: one, status: 'won' });
    const [latestId = 0] = (await unread(agent)).ids;
    await show(agent, { id: other, status: 'won' });
    await markAllRead(database.db, agent, { upTo: latestId, now: new Date() });
    expect((await unread(agent)).leadIds).toEqual(new Set([other]));
    expect((await unread(manager)).count).toBe(2);
  });
});

describe('the list of leads', () => {
  const read = (viewer: Viewer, query: Partial<LeadsQuery>) =>
    getLeadsPage(database.db, viewer, {
      query: { ...DEFAULT_LEADS_QUERY, ...query },
      timeZone: 'UTC',
      now: new Date(),
      locale: 'en',
    });

  it('shows exactly those with news, in every order and with every filter', async () => {
    const ids = [uniqueId(), uniqueId(), uniqueId()];
    for (const id of ids) await show(agent, { id });
    const [one = '', , other = ''] = ids;
    await show(agent, { id: one, status: 'won' });
    await show(agent, { id: other, status: 'lost' });
    const found = async (query: Partial<LeadsQuery>) => {
      const { rows, total } = await read(agent, { show: 'unread', ...query });
      expect(total.count).toBe(rows.length);
      return rows.map(({ id }) => id).sort();
    };
    for (const sort of ['submitted', 'changed', 'name', 'company', 'value', 'status'] as const)
      expect(await found({ sort })).toEqual([one, other]);
    expect(await found({ status: 'won' })).toEqual([one]);
    expect(await found({ q: 'nothing like it' })).toEqual([]);
    expect(await found({ from: '2026-03-02', to: '2026-03-02', sort: 'name' })).toEqual([one, other]);
    await markRead(database.db, agent, { subject: { leadId: one }, now: new Date() });
    expect(await found({})).toEqual([other]);
  });
});
