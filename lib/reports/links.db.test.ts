import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getAdminLeadsPage, parseAdminLeadsQuery } from '@/app/admin/leads/query';
import { adminLinks, teamLinks } from '@/components/reports/links';
import type { Viewer } from '@/lib/auth/viewer';
import { OUTCOMES } from '@/lib/core/status-labels';
import type { Database } from '@/lib/db/handle';
import { countLeads, listLeads } from '@/lib/leads/list';
import { parseLeadsQuery } from '@/lib/leads/parse-query';
import { freshDatabase } from '@/tests/support/database';
import { addManagerWithAgents, applyLeadOf } from '@/tests/support/rows';
import { toPeriod } from './period';
import { getAdminReport, getTeamReport } from './report';

// A Wednesday. Clocks changed in Los Angeles on November 1, in Berlin before; all are in its four weeks' span.
const NOW = new Date('2026-11-25T10:00:00Z');
const period = toPeriod(12, NOW);
const task = { period, locale: 'en' };
const ZONES = ['America/Los_Angeles', 'Europe/Berlin', 'Pacific/Kiritimati'];
const STATUSES = ['pending', 'contacted', 'won', 'paid', 'lost', 'rejected', 'archived', 'an own one'];

let database: Database;
let team: Record<'manager' | 'many' | 'few', Viewer>;

beforeAll(async () => {
  database = await freshDatabase();
  team = await addManagerWithAgents(database.db);
  const { organizationId, agentId } = team.many.membership;
  // Around each beginning of a week, where the days of zones differ.
  let index = 0;
  for (let monday = Date.parse(period.now.from); monday <= NOW.getTime(); monday += 7 * 86_400_000) {
    for (const hours of [-13, -1, 0, 1, 9, 13]) {
      const createdAt = new Date(monday + hours * 3_600_000);
      const lead = { createdAt, status: STATUSES[index % STATUSES.length], value: index };
      const owner = [{ agentId }, { agentId: team.few.membership.agentId }, { agentId: '' }][index % 3];
      await applyLeadOf(database.db, team.many, { lead: { ...lead, ...owner, organizationId }, now: NOW });
      index += 1;
    }
  }
});
afterAll(() => database.close());

async function adminReport(organization: string) {
  const found = await getAdminReport(database.db, { ...task, organization });
  return found?.report ?? expect.fail('There is no such report.');
}

const paramsOf = (href = '') => Object.fromEntries(new URL(href, 'http://desk').searchParams);

async function countOf(href: string | undefined, timeZone: string): Promise<number> {
  const query = parseLeadsQuery(paramsOf(href));
  const { count } = await countLeads(database.db, team.manager, { query, timeZone });
  for (const sort of ['submitted', 'status', 'value', 'company'] as const) {
    const listing = { query: { ...query, sort, size: 100 as const }, timeZone };
    expect((await listLeads(database.db, team.manager, listing)).rows).toHaveLength(count);
  }
  return count;
}

async function countForAdmin(href: string | undefined, timeZone: string): Promise<number> {
  let count = 0;
  let after: string | undefined;
  do {
    const query = { ...parseAdminLeadsQuery(paramsOf(href)), after };
    const page = await getAdminLeadsPage(database.db, query, { timeZone, now: NOW });
    count += page.rows.length;
    after = page.next;
  } while (after);
  return count;
}

describe.each(ZONES)('the lists behind the figures, for a reader in %s', (zone) => {
  it('have as many leads as a manager’s figures say: of all, of each agent, of each outcome, and of each bar', async () => {
    const report = await getTeamReport(database.db, team.manager, task);
    const { list } = teamLinks({ weeks: 12 });
    expect(await countOf(list(period.counted), zone)).toBe(report?.all.now.submitted);
    for (const outcome of OUTCOMES) {
      expect(report?.all.now[outcome]).toBeGreaterThan(0);
      expect(await countOf(list({ outcome, ...period.counted }), zone)).toBe(report?.all.now[outcome]);
    }
    expect(report?.rows.map(({ id }) => id)).toContain('');
    for (const { id, now } of report?.rows ?? []) {
      expect(await countOf(list({ id, ...period.counted }), zone)).toBe(now.submitted);
      expect(await countOf(list({ id, outcome: 'open', ...period.counted }), zone)).toBe(now.open);
    }
    for (const { from, to, counts } of report?.bars ?? [])
      expect(await countOf(list({ from, to }), zone)).toBe(counts.reduce((sum, count) => sum + count, 0));
    for (const { status, count } of report?.statuses ?? [])
      expect(await countOf(list({ status, ...period.counted }), zone)).toBe(count);
  });

  it('have as many as an admin’s figures say, of all organizations and of one', async () => {
    const { organizationId: organization } = team.manager.membership;
    const all = await adminReport('');
    const links = adminLinks({ organization: '', weeks: 12 });
    for (const outcome of OUTCOMES) {
      const id = organization;
      expect(await countForAdmin(links.list({ outcome, ...period.counted }), zone)).toBe(
        all.all.now[outcome],
      );
      expect(await countForAdmin(links.list({ id, outcome, ...period.counted }), zone)).toBe(
        all.rows[0]?.now[outcome],
      );
    }
    const byValue = links.list(period.counted, 'value');
    expect(paramsOf(byValue)).toMatchObject({ order: 'highest' });
    expect(await countForAdmin(byValue, zone)).toBe(all.all.now.submitted);
    const one = await adminReport(organization);
    const ofOne = adminLinks({ organization, weeks: 12 });
    for (const { id, now } of one.rows) {
      expect(await countForAdmin(ofOne.list({ id, ...period.counted }), zone)).toBe(now.submitted);
      expect(await countForAdmin(ofOne.list({ id, outcome: 'won', ...period.counted }), zone)).toBe(now.won);
    }
    for (const { from, to, counts } of one.bars)
      expect(await countForAdmin(ofOne.list({ from, to }), zone)).toBe(
        counts.reduce((sum, count) => sum + count, 0),
      );
  });
});
