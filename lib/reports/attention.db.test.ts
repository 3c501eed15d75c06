import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { getAdminLeadsPage, parseAdminLeadsQuery } from '@/app/admin/leads/query';
import { adminLinks, teamLinks } from '@/components/reports/links';
import type { Viewer } from '@/lib/auth/viewer';
import type { Database } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { memberships, people } from '@/lib/db/schema/people';
import { countLeads, listLeads } from '@/lib/leads/list';
import { parseLeadsQuery } from '@/lib/leads/parse-query';
import { freshDatabase } from '@/tests/support/database';
import { addManagerWithAgents, addViewer, applyLeadOf } from '@/tests/support/rows';
import { toPeriod } from './period';
import { getAdminReport, getTeamReport } from './report';

/** What needs attention, and where it leads. */

const NOW = new Date('2026-11-25T10:00:00Z');
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
const task = { period: toPeriod(12, NOW), locale: 'en' };

let database: Database;
let team: Record<'manager' | 'many' | 'few', Viewer>;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(leads);
  team = await addManagerWithAgents(database.db);
  await database.db.update(memberships).set({ createdAt: daysAgo(100) });
});

/** A lead that came this many days ago; with a status, it left `pending` some days later. */
async function addLead(viewer: Viewer, days: number, answer?: { status: string; after: number }) {
  const lead = { id: `${viewer.personId}-${days}-${answer?.status}`, createdAt: daysAgo(days) };
  await applyLeadOf(database.db, viewer, { lead: { ...lead, updatedAt: daysAgo(days) }, now: daysAgo(days) });
  if (!answer) return;
  const at = daysAgo(days - answer.after);
  await applyLeadOf(database.db, viewer, {
    lead: { ...lead, status: answer.status, updatedAt: at },
    now: at,
  });
}

const paramsOf = (href = '') => Object.fromEntries(new URL(href, 'http://desk').searchParams);
const readTeam = async () => (await getTeamReport(database.db, team.manager, task)) ?? expect.fail('none');
const links = teamLinks({ weeks: 12 });

async function listedAt(href: string | undefined) {
  const listing = { query: parseLeadsQuery(paramsOf(href)), timeZone: 'UTC', now: NOW };
  const { count } = await countLeads(database.db, team.manager, listing);
  const { rows } = await listLeads(database.db, team.manager, listing);
  expect(rows).toHaveLength(count);
  return rows.map(({ submittedAt }) => submittedAt);
}

it('are leads that wait for more than two weeks, as long as nobody knows what is usual', async () => {
  for (const days of [2, 13, 15, 90]) await addLead(team.many, days);
  await addLead(team.few, 40, { status: 'contacted', after: 3 });
  const { longWait } = await readTeam();
  expect(longWait).toEqual({ count: 2, capped: false, days: 14, usualMs: undefined });
  const href = links.list({ waiting: longWait.days }, 'oldest');
  expect(await listedAt(href)).toEqual([daysAgo(90), daysAgo(15)].map((at) => at.toISOString()));
});

it('are leads that wait for longer than usual, in whole days, and an admin’s link lists the same', async () => {
  for (let index = 0; index < 20; index += 1)
    await addLead(team.few, 30 + index / 10, { status: 'won', after: 2.5 });
  for (const days of [1, 2.9, 3.1, 10]) await addLead(team.many, days);
  const { longWait } = await readTeam();
  expect(longWait).toMatchObject({ count: 2, days: 3, usualMs: 2.5 * DAY_MS });
  expect(await listedAt(links.list({ waiting: 3 }, 'oldest'))).toHaveLength(2);
  const organization = team.manager.membership.organizationId;
  const ofOne = await getAdminReport(database.db, { ...task, organization });
  expect(ofOne?.report.longWait).toEqual(longWait);
  const href = adminLinks({ organization, weeks: 12 }).list({ waiting: 3 }, 'oldest');
  const page = await getAdminLeadsPage(database.db, parseAdminLeadsQuery(paramsOf(href)), {
    timeZone: 'UTC',
    now: NOW,
  });
  expect(page.total.count).toBe(2);
});

it('are agents who could have submitted for four weeks and did not; not managers, nor who is new or gone', async () => {
  const { organizationId } = team.manager.membership;
  await addLead(team.many, 20);
  await addLead(team.many, 60);
  await addLead(team.few, 29);
  const [never, isNew, gone] = [
    await addViewer(database.db, { organizationId }),
    await addViewer(database.db, { organizationId }),
    await addViewer(database.db, { organizationId }),
  ];
  const joined = (viewer: Viewer, days: number) =>
    database.db
      .update(memberships)
      .set({ createdAt: daysAgo(days) })
      .where(eq(memberships.personId, viewer.personId));
  await joined(never, 29);
  await joined(isNew, 27);
  await joined(gone, 200);
  await database.db.update(people).set({ disabledAt: NOW }).where(eq(people.id, gone.personId));
  const { silent, rows } = await readTeam();
  const expected = [team.few, never].map(({ membership }) => membership.agentId).sort();
  expect(silent.map(({ id }) => id).sort()).toEqual(expected);
  expect(rows.filter(({ isSilent }) => isSilent)).toHaveLength(2);
  const all = await getAdminReport(database.db, { ...task, organization: '' });
  expect(all?.report.silent.map(({ id }) => id)).not.toContain(organizationId);
});

it('are first in the table by how long a lead of theirs waits, whatever the period', async () => {
  await addLead(team.few, 300);
  await addLead(team.few, 400, { status: 'won', after: 1 });
  await addLead(team.few, 5);
  await addLead(team.many, 350, { status: 'contacted', after: 1 });
  await addLead(team.many, 90);
  await addLead(team.many, 5);
  const { rows } = await readTeam();
  const [first, second] = rows;
  expect(first).toMatchObject({ id: team.few.membership.agentId, waitingSince: daysAgo(300).toISOString() });
  expect(second).toMatchObject({ id: team.many.membership.agentId, waitingSince: daysAgo(90).toISOString() });
  const oldest = links.list({ id: first?.id, waiting: 0 }, 'oldest');
  expect((await listedAt(oldest))[0]).toBe(first?.waitingSince);
  expect(first?.counts).toHaveLength(12);
  expect(first?.counts.reduce((sum, count) => sum + count, 0)).toBe(1);
});
