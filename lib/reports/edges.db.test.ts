import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getAdminLeadsPage, parseAdminLeadsQuery } from '@/app/admin/leads/query';
import { adminLinks, teamLinks } from '@/components/reports/links';
import type { Viewer } from '@/lib/auth/viewer';
import { parseOrder } from '@/lib/core/row-order';
import type { Database } from '@/lib/db/handle';
import { countLeads } from '@/lib/leads/list';
import { parseLeadsQuery } from '@/lib/leads/parse-query';
import { freshDatabase } from '@/tests/support/database';
import { addManagerWithAgents, applyLeadOf } from '@/tests/support/rows';
import { toPeriod } from './period';
import { getAdminReport, getTeamReport } from './report';

/** Reports at the turn of weeks and of a year with 53 of them. */

const DAY_MS = 86_400_000;
const MONDAYS = ['2026-12-28', '2027-01-04'].map((day) => Date.parse(day));

let database: Database;
let team: Record<'manager' | 'many' | 'few', Viewer>;
const submitted: number[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  team = await addManagerWithAgents(database.db);
  // On both sides of each edge that a period of 12 or 52 weeks has, and of the day that those before are compared to.
  for (const monday of MONDAYS) {
    for (const weeks of [0, 11, 12, 23, 24, 51, 52, 103, 104]) {
      for (const days of [0, 1, 6]) {
        const edge = monday - 7 * weeks * DAY_MS + days * DAY_MS;
        submitted.push(edge - 1, edge);
      }
    }
  }
  for (const time of submitted) {
    const lead = { createdAt: new Date(time), value: 1, status: 'won' };
    await applyLeadOf(database.db, team.many, { lead, now: new Date(MONDAYS[1] ?? 0) });
  }
});
afterAll(() => database.close());

const paramsOf = (href = '') => Object.fromEntries(new URL(href, 'http://desk').searchParams);
async function countForManager(href: string | undefined): Promise<number> {
  const query = parseLeadsQuery(paramsOf(href));
  return (await countLeads(database.db, team.manager, { query, timeZone: 'Pacific/Kiritimati' })).count;
}
async function countForAdmin(href: string | undefined, now: Date): Promise<number> {
  const query = parseAdminLeadsQuery(paramsOf(href));
  let count = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await getAdminLeadsPage(
      database.db,
      { ...query, after: after || undefined },
      { timeZone: 'Pacific/Pago_Pago', now },
    );
    count += page.rows.length;
    after = page.next;
  }
  return count;
}

const among = (from: number, until: number) =>
  submitted.filter((time) => time >= from && time < until).length;

describe.each([
  ['2026-12-27T23:59:59.999Z', '2026-12-21'],
  ['2026-12-28T00:00:00.000Z', '2026-12-28'],
  ['2027-01-01T00:00:00.000Z', '2026-12-28'],
  ['2027-01-03T23:59:59.999Z', '2026-12-28'],
  ['2027-01-04T00:00:00.000Z', '2027-01-04'],
])('a report at %s', (moment, monday) => {
  const now = new Date(moment);
  const week = Date.parse(monday);
  const endOfToday = Date.parse(moment.slice(0, 10)) + DAY_MS;
  it.each([12, 52] as const)(
    'of %i weeks counts, compares and lists exactly the leads of its weeks',
    async (weeks) => {
      const period = toPeriod(weeks, now);
      const from = week - 7 * (weeks - 1) * DAY_MS;
      const report = await getTeamReport(database.db, team.manager, {
        period,
        locale: 'en',
        order: parseOrder('submitted'),
      });
      const expected = among(from, week + 7 * DAY_MS);
      const before = among(from - 7 * weeks * DAY_MS, endOfToday - 7 * weeks * DAY_MS);
      expect(report?.all.now.submitted).toBe(expected);
      expect(report?.all.now.value).toBe(expected);
      expect(report?.all.before.submitted).toBe(before);
      expect(report?.all.before.value).toBe(before);
      expect(report?.rows[0]?.before.submitted).toBe(before);
      expect(report?.rows[0]?.now.submitted).toBe(expected);
      const { list } = teamLinks({ weeks });
      expect(await countForManager(list(period.counted))).toBe(expected);
      expect(await countForManager(list({ id: team.many.membership.agentId, ...period.counted }))).toBe(
        expected,
      );
      let sum = 0;
      for (const { from: first, to, counts } of report?.bars ?? []) {
        const count = counts.reduce((all, one) => all + one, 0);
        sum += count;
        expect(count).toBe(among(Date.parse(first), Date.parse(to) + DAY_MS));
        expect(await countForManager(list({ from: first, to }))).toBe(count);
      }
      expect(sum).toBe(expected);
      const organization = team.manager.membership.organizationId;
      const admin = await getAdminReport(database.db, { period, locale: 'en', organization: '' });
      expect(admin?.report.all.now.submitted).toBe(expected);
      expect(admin?.report.all.before.submitted).toBe(before);
      const links = adminLinks({ organization: '', weeks });
      expect(await countForAdmin(links.list({ id: organization, ...period.counted }), now)).toBe(expected);
    },
  );
});
