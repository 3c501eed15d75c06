import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import type { Database } from '@/lib/db/handle';
import { agentSums, organizationSums } from '@/lib/db/schema/reports';
import { addLeadsInBulk } from '@/tests/support/bulk-leads';
import { freshDatabase } from '@/tests/support/database';
import { measureWork } from '@/tests/support/plans';
import { addManagerWithAgents, addViewer, applyLeadOf } from '@/tests/support/rows';
import { PERIOD_WEEKS, toPeriod } from './period';
import { getAdminReport, getTeamReport } from './report';

// A Wednesday.
const NOW = new Date('2026-11-25T10:00:00Z');
const task = (weeks: (typeof PERIOD_WEEKS)[number] = 4) => ({ period: toPeriod(weeks, NOW), locale: 'en' });

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
    expect(report?.only).toEqual({ open: 'pending', won: 'won', lost: 'lost' });
  });

  it('is of their organization alone, and not for agents', async () => {
    const { manager, many } = await addManagerWithAgents(database.db);
    const stranger = await addViewer(database.db);
    await addLeads(stranger, [['2026-11-24', 'pending']]);
    expect((await getTeamReport(database.db, manager, task()))?.all.now.submitted).toBe(0);
    expect(await getTeamReport(database.db, many, task())).toBeUndefined();
    const { report } = await getAdminReport(database.db, { ...task(), organization: '' });
    expect(report.rows.map(({ id }) => id)).toContain(stranger.membership.organizationId);
    const organization = stranger.membership.organizationId;
    const one = await getAdminReport(database.db, { ...task(), organization });
    expect(one.report.rows).toMatchObject([{ id: stranger.membership.agentId, now: { submitted: 1 } }]);
  });
});

describe('what a report costs', () => {
  it('reads no lead, and of the sums only those of its periods', async () => {
    const own = await freshDatabase();
    try {
      const { manager, many, few } = await addManagerWithAgents(own.db);
      const { organizationId } = manager.membership;
      const agents = { many: many.membership.agentId, few: few.membership.agentId };
      await addLeadsInBulk(own.db, { organizationId, agents, count: 12_000 });
      await own.db.execute(sql`analyze ${agentSums}`);
      await own.db.execute(sql`analyze ${organizationSums}`);
      for (const weeks of PERIOD_WEEKS) {
        const read = (tx: typeof own.db) => getTeamReport(tx, manager, task(weeks));
        expect(await measureWork(own, { table: 'leads', read })).toMatchObject({
          wholeReads: 0,
          rowsRead: 0,
        });
        // Each status of a week, and of up to six days, for everything and for the bars.
        const organization = await measureWork(own, { table: 'organization_sums', read });
        expect(organization.rowsRead).toBeLessThanOrEqual(5 * (3 * weeks + 6));
        const agentWork = await measureWork(own, { table: 'agent_sums', read });
        expect(agentWork.rowsRead).toBeLessThanOrEqual(99 * 5 * (2 * weeks + 6));
      }
    } finally {
      await own.close();
    }
  });
});
