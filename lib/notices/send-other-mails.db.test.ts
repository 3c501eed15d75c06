import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import { nextHourIn } from '@/lib/core/zone-time';
import type { Database } from '@/lib/db/handle';
import { mails } from '@/lib/db/schema/admin';
import { importRows, imports } from '@/lib/db/schema/imports';
import { notices } from '@/lib/db/schema/notices';
import { memberships, organizations, people } from '@/lib/db/schema/people';
import { mapPerson, unmapPerson } from '@/lib/people/membership';
import { notifyOfImport } from '@/lib/timeline/notify';
import { writeTimeline } from '@/lib/timeline/write-timeline';
import { freshDatabase } from '@/tests/support/database';
import { runNoticeMails, takeNoticeMails } from '@/tests/support/notice-mails';
import { addViewer, applyLeadOf } from '@/tests/support/rows';
import { setNoticeMails } from './mail-choices';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

let agent: Viewer;
beforeEach(async () => {
  const { db } = database;
  // Everybody of earlier tests has left.
  for (const table of [memberships, notices, mails]) await db.delete(table);
  agent = await addViewer(db);
  await db.update(people).set({ lastSignInAt: new Date() }).where(isAgent());
  const { organizationId } = agent.membership;
  await db.update(organizations).set({ name: 'Harbour' }).where(eq(organizations.id, organizationId));
});

const isAgent = () => eq(people.id, agent.personId);

async function mailsAt(at: Date) {
  await runNoticeMails(database.db, at);
  return takeNoticeMails(database.db);
}
const mailsAfter = (ms: number) => mailsAt(new Date(Date.now() + ms));

/** An import of two rows, one of them wrong, of which the other was sent. */
async function finishImport(): Promise<void> {
  const { db } = database;
  const { organizationId, agentId } = agent.membership;
  const id = newId('import');
  const at = { createdAt: new Date(), updatedAt: new Date() };
  const owner = { personId: agent.personId, organizationId, agentId };
  await db.insert(imports).values({ id, ...owner, fileName: 'Berg & Sons.csv', state: 'sending', ...at });
  const row = { importId: id, line: 2, cells: [] };
  await db.insert(importRows).values([
    { ...row, position: 0, state: 'wrong' },
    { ...row, position: 1, state: 'waiting' },
  ]);
  await db.update(imports).set({ state: 'done' }).where(eq(imports.id, id));
  await notifyOfImport(db, id);
}

const by = { personId: 'per_admin', email: 'admin@vendor.example' };
const mappingOf = ({ membership: { organizationId, agentId, role } }: Viewer) => ({
  organizationId,
  agentId,
  role,
});

describe('mails about what is no lead', () => {
  it('say how an import ended, in numbers, within a minute, and once', async () => {
    await finishImport();
    const sent = await Promise.all([mailsAfter(MINUTE_MS), mailsAfter(MINUTE_MS)]);
    const [mail, ...others] = sent.flat();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: agent.email, subject: 'An update for you' });
    expect(mail?.text).toContain('Import finished: 0 of 2 rows delivered, 1 being sent, 1 not sent');
    expect(mail?.text).not.toContain('Berg');
    expect(mail?.text).not.toContain('happened to your leads');
    expect(await mailsAfter(DAY_MS)).toEqual([]);
  });

  it('do not come about what a person switched off', async () => {
    const choices = { import: 'off' } as const;
    await setNoticeMails(database.db, { personId: agent.personId, choices, now: new Date() });
    await finishImport();
    expect(await mailsAfter(DAY_MS)).toEqual([]);
  });

  it('tell a person that their access was removed, without a link into the app', async () => {
    const { personId } = agent;
    await unmapPerson(database.db, { by, personId, seen: mappingOf(agent), now: new Date() });
    const [mail, ...others] = await mailsAfter(MINUTE_MS);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: agent.email, subject: 'Your access has changed' });
    expect(mail?.text).toContain('Your access to Harbour was removed');
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/\/(notifications|settings|leads)\b/);
    expect(mail?.text).toContain('/unsubscribe?token=');
    expect(await mailsAfter(DAY_MS)).toEqual([]);
  });

  it('tell only the latest of several changes of access', async () => {
    const { db } = database;
    const [given, promoted] = [mappingOf(agent), { ...mappingOf(agent), role: 'manager' as const }];
    const task = { by, personId: agent.personId, now: new Date() };
    await mapPerson(db, { ...task, seen: given, to: promoted, sharing: 'allowed' });
    await unmapPerson(db, { ...task, seen: promoted });
    await mapPerson(db, { ...task, to: given, sharing: 'allowed' });
    const [mail, ...others] = await mailsAfter(MINUTE_MS);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('You now have access to Harbour');
    expect(mail?.text).not.toMatch(/removed|manager/);
    expect(mail?.text).toContain('https://desk.vendor.example/notifications');
  });
});

describe('details that the portal changed', () => {
  it('ten thousand times are one mail', async () => {
    const { db } = database;
    const { personId, membership } = agent;
    await setNoticeMails(db, { personId, choices: { details: 'now' }, now: new Date() });
    const ids = [newId('submission'), newId('submission')];
    for (const id of ids) await applyLeadOf(db, agent, { lead: { id }, now: new Date() });
    const fields = [{ id: 'phone', label: 'Phone', from: '1', to: '2' }];
    const { organizationId, agentId } = membership;
    const entry = {
      organizationId,
      agentId,
      at: new Date(),
      kind: 'fields-changed',
      detail: { fields },
    } as const;
    const entries = ids.map((leadId) => ({ ...entry, leadId }));
    const thousand = Array.from({ length: 500 }, () => entries).flat();
    for (let thousands = 0; thousands < 10; thousands += 1) await writeTimeline(db, thousand);
    await Promise.all([1, 2, 3].map(() => runNoticeMails(db, new Date(Date.now() + MINUTE_MS))));
    const [mail, ...others] = await takeNoticeMails(db);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('Details of 2 leads changed');
    expect(await mailsAfter(DAY_MS)).toEqual([]);
  });
});

describe('the summary of the morning', () => {
  /** A thing that can wait. */
  const addDraftNotice = () =>
    database.db.execute(sql`
      with draft as (
        insert into drafts (id, person_id, organization_id, agent_id, schema_version, locale, time_zone, fields, revision, created_at, updated_at)
        values (${newId('draft')}, ${agent.personId}, ${agent.membership.organizationId}, ${agent.membership.agentId},
          '', 'en', 'UTC', '[]', '1', now(), now()) returning id)
      insert into notices (person_id, kind, draft_id, at)
      select ${agent.personId}, 'draft-expires', id, clock_timestamp() from draft`);

  it('comes at eight of the time zone that the person chose, whatever their device says', async () => {
    const { db } = database;
    const zones = { timeZone: 'Asia/Tokyo', chosenTimeZone: 'America/Los_Angeles' };
    await db.update(people).set(zones).where(isAgent());
    const now = new Date();
    await addDraftNotice();
    const due = nextHourIn('America/Los_Angeles', { hour: 8, after: now });
    expect(await mailsAt(new Date(due.getTime() - MINUTE_MS))).toEqual([]);
    const [mail] = await mailsAt(new Date(due.getTime() + MINUTE_MS));
    expect(mail?.text).toContain('1 draft will be deleted soon');
  });
});
