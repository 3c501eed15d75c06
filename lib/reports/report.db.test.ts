import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import { parseOrder } from '@/lib/core/row-order';
import type { Database } from '@/lib/db/handle';
import { applyLead } from '@/lib/leads/apply';
import { startRead } from '@/lib/leads/read-start';
import { freshDatabase } from '@/tests/support/database';
import { addManagerWithAgents, addViewer, applyLeadOf, makeLead } from '@/tests/support/rows';
import { type PERIOD_WEEKS, toPeriod } from './period';
import { getAdminReport, getTeamReport } from './report';

// A Wednesday.
const NOW = new Date('2026-11-25T10:00:00Z');
const HOUR_MS = 3_600_000;
const task = (weeks: (typeof PERIOD_WEEKS)[number] = 4) => ({
  period: toPeriod(weeks, NOW),
  locale: 'en',
  order: parseOrder('submitted'),
});

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

async function addLeads(
  viewer: Viewer,
  leads: [day: string, status: string, value?: number][],
): Promise<void> {
  for (const [day, status, value] of leads) {
    const createdAt = new Date(`${day}T12:00:00Z`);
    await applyLeadOf(database.db, viewer, { lead: { status, value, createdAt }, now: NOW });
  }
}

describe('the report of a manager', () => {
  it('counts each agent’s leads of the period, and compares the same days before', async () => {
    const { manager, many, few } = await addManagerWithAgents(database.db);
    await addLeads(many, [
      ['2026-11-24', 'pending', 100],
      ['2026-11-02', 'won', 50],
      ['2026-11-02', 'lost'],
      // Of the period before; the second is later in its last week than today is in this one.
      ['2026-10-26', 'won', 25],
      ['2026-10-30', 'won', 1],
      ['2026-10-28', 'won', 10],
    ]);
    await addLeads(few, [['2026-11-10', 'won', 5]]);
    const report = await getTeamReport(database.db, manager, task());
    expect(report?.all).toMatchObject({
      now: { submitted: 4, open: 1, won: 2, lost: 1, other: 0, value: 155, winRate: 67 },
      before: { submitted: 2, won: 2, value: 35, winRate: 100 },
      toCorrect: 0,
    });
    const [first, second] = report?.rows ?? [];
    expect(first).toMatchObject({ id: many.membership.agentId, now: { submitted: 3, value: 150 } });
    expect(second).toMatchObject({ id: few.membership.agentId, now: { submitted: 1, won: 1, winRate: 100 } });
    expect(report?.bars.map(({ from, counts }) => [from, ...counts])).toEqual([
      ['2026-11-02', 0, 1, 1, 0],
      ['2026-11-09', 0, 1, 0, 0],
      ['2026-11-16', 0, 0, 0, 0],
      ['2026-11-23', 1, 0, 0, 0],
    ]);
  });

  it('tells the statuses apart that most leads have, in the order of the pipeline', async () => {
    const { manager, many } = await addManagerWithAgents(database.db);
    const single = ['pending', 'status 1', 'status 2', 'status 3', 'status 4', 'status 5', 'status 6'];
    await addLeads(
      many,
      [...single, 'won', 'won', 'lost', 'lost'].map((status) => ['2026-11-24', status]),
    );
    const report = await getTeamReport(database.db, manager, task());
    expect(report?.series).toHaveLength(6);
    expect(report?.series).toEqual(expect.arrayContaining(['won', 'lost']));
    const order = report?.statuses.map(({ status }) => status) ?? [];
    expect(report?.series).toEqual(order.filter((status) => report?.series.includes(status)));
  });

  it('is of their organization alone, and not for agents', async () => {
    const { manager, many } = await addManagerWithAgents(database.db);
    const stranger = await addViewer(database.db);
    await addLeads(stranger, [['2026-11-24', 'pending']]);
    expect((await getTeamReport(database.db, manager, task()))?.all.now.submitted).toBe(0);
    expect(await getTeamReport(database.db, many, task())).toBeUndefined();
    const all = await getAdminReport(database.db, { ...task(), organization: '' });
    expect(all?.report.rows.map(({ id }) => id)).toContain(stranger.membership.organizationId);
    const organization = stranger.membership.organizationId;
    const one = await getAdminReport(database.db, { ...task(), organization });
    expect(one?.report.rows).toMatchObject([{ id: stranger.membership.agentId, now: { submitted: 1 } }]);
    expect(await getAdminReport(database.db, { ...task(), organization: 'unheard of' })).toBeUndefined();
  });
});

describe('how long leads took', () => {
  type Owner = { organizationId?: string; agentId?: string };

  /** A lead that came on a Monday of the period, had its first answer after some hours, and was won two hours later. */
  async function answer(hours: number, { organizationId, agentId }: Owner, weeksBefore = 0): Promise<void> {
    const came = Date.UTC(2026, 10, 9) - weeksBefore * 7 * 86_400_000;
    const id = newId('submission');
    for (const [status, hour] of [
      ['pending', 0],
      ['contacted', hours],
      ['won', hours + 2],
    ] as const) {
      const at = new Date(came + hour * HOUR_MS);
      const times = { createdAt: new Date(came), updatedAt: at };
      await applyLead(database.db, {
        lead: makeLead({ id, status, organizationId, agentId, ...times }),
        readStart: await startRead(database.db, at),
        labelOf: (label) => ({ label }),
      });
    }
  }
  /** Between two that were measured, a percentile is in proportion. */
  const near = (hours: number) => expect.closeTo(hours * HOUR_MS, 0);

  it('is the median and the 90th percentile of the first answer and of each status', async () => {
    const { manager, many, few } = await addManagerWithAgents(database.db);
    for (const hours of [1, 1, 2, 2, 3, 3, 4, 4, 30]) await answer(hours, many.membership);
    await answer(7, few.membership);
    await answer(50, many.membership, 4);
    const report = await getTeamReport(database.db, manager, task());
    // One answer is no median yet.
    const before = { countBefore: 1, medianBefore: undefined, p90Before: undefined };
    const first = { count: 10, median: near(3), p90: near(9.3), ...before };
    expect(report?.times).toEqual([
      { status: '', ...first },
      { status: 'pending', ...first },
      { status: 'contacted', count: 10, median: near(2), p90: near(2), ...before },
    ]);
    expect(report?.all.answers).toMatchObject({ count: 10, median: near(3), countBefore: 1 });
  });

  it('is a median from five on, and a 90th percentile from ten', async () => {
    const { manager, many } = await addManagerWithAgents(database.db);
    const addResponse = async (hours: number) => {
      await answer(hours, many.membership);
      return (await getTeamReport(database.db, manager, task()))?.times[0];
    };
    for (const hours of [1, 2, 3, 4])
      expect(await addResponse(hours)).toMatchObject({ count: hours, median: undefined });
    expect(await addResponse(5)).toMatchObject({ count: 5, median: near(3), p90: undefined });
    for (const hours of [6, 7, 8, 9]) expect(await addResponse(hours)).toMatchObject({ p90: undefined });
    expect(await addResponse(10)).toMatchObject({ count: 10, median: near(5.5), p90: near(9.1) });
  });

  it('counts leads in the median of all whose owner the portal does not name', async () => {
    const own = await addManagerWithAgents(database.db);
    const { organizationId, agentId } = own.many.membership;
    for (const hours of [50, 60, 70, 80, 90]) await answer(hours, { organizationId, agentId });
    for (const hours of [200, 300, 400]) await answer(hours, { organizationId, agentId: '' });
    const report = await getTeamReport(database.db, own.manager, task());
    expect(report?.all.answers.median).toEqual(near(85));

    const all = async () =>
      (await getAdminReport(database.db, { ...task(), organization: '' }))?.report ?? expect.fail('none');
    const before = await all();
    for (let count = 0; count < 40; count += 1) await answer(150, {});
    const after = await all();
    expect(after.all.answers.median).toEqual(near(150));
    expect(after.times[0]?.count).toBe((before.times[0]?.count ?? 0) + 40);
  });

  it('is nothing where none was measured', async () => {
    const { manager } = await addManagerWithAgents(database.db);
    expect((await getTeamReport(database.db, manager, task()))?.times).toEqual([]);
  });
});
