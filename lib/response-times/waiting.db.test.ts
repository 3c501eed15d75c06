import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getLeadsPage } from '@/app/(portal)/leads/(list)/query';
import type { Viewer } from '@/lib/auth/viewer';
import { DEFAULT_LEADS_QUERY } from '@/lib/core/leads-query';
import type { Database } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { getLeadView } from '@/lib/leads/lead-view';
import { startRead } from '@/lib/leads/read-start';
import { tombstoneLead } from '@/lib/leads/tombstone';
import { freshDatabase } from '@/tests/support/database';
import { addViewer, applyLeadOf } from '@/tests/support/rows';

const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(Date.UTC(2026, 2, 2) + hours * HOUR_MS);
const now = at(100);

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

let agent: Viewer;
beforeEach(async () => {
  await database.db.delete(leads);
  agent = await addViewer(database.db);
});

async function show(id: string, { hour, status = 'pending' }: { hour: number; status?: string }) {
  const lead = { id, status, createdAt: at(hour < 10 ? hour : 0), updatedAt: at(hour) };
  await applyLeadOf(database.db, agent, { lead, now: at(hour) });
}

/** Leads of the agent's organization that had their first response 10 to 10 + n - 1 hours after they came. */
async function answer(count: number, came = at(0)) {
  const { organizationId, agentId } = agent.membership;
  const owner = { organizationId, agentId: `${agentId}-other` };
  for (let index = 0; index < count; index += 1) {
    const lead = { id: `answered-${index}`, createdAt: came, ...owner };
    const later = new Date(came.getTime() + (10 + index) * HOUR_MS);
    await applyLeadOf(database.db, agent, { lead: { ...lead, updatedAt: came }, now: came });
    await applyLeadOf(database.db, agent, { lead: { ...lead, status: 'won', updatedAt: later }, now: later });
  }
}

const page = () =>
  getLeadsPage(database.db, agent, { query: DEFAULT_LEADS_QUERY, timeZone: 'UTC', now, locale: 'en' });
const view = (id: string) => getLeadView(database.db, agent, { id, now, locale: 'en' });

describe('a lead waits', () => {
  it('since it was submitted; since it was opened again; and not once it has an answer or is gone', async () => {
    for (const id of ['new', 'answered', 'again', 'gone']) await show(id, { hour: 1 });
    await show('answered', { hour: 20, status: 'won' });
    await show('again', { hour: 20, status: 'won' });
    await show('again', { hour: 50 });
    await tombstoneLead(database.db, {
      leadId: 'gone',
      readStart: await startRead(database.db, at(60)),
    });
    const rows = (await page()).rows.map(({ id, waiting }) => [id, waiting]);
    expect(Object.fromEntries(rows)).toEqual({
      new: { since: at(1).toISOString(), isAgain: false },
      again: { since: at(50).toISOString(), isAgain: true },
      responded: undefined,
    });
    expect((await view('again'))?.waiting).toEqual({ since: at(50).toISOString(), isAgain: true });
    expect((await view('gone'))?.waiting).toBeUndefined();
  });
});

describe('what is usual', () => {
  it('is told once there are twenty answers to the organization', async () => {
    await show('new', { hour: 1 });
    await answer(19);
    expect((await page()).usualWaitMs).toBeUndefined();
    expect((await view('new'))?.usualWaitMs).toBeUndefined();
    await answer(20);
    const usual = 19.5 * HOUR_MS;
    expect((await page()).usualWaitMs).toBe(usual);
    expect((await view('new'))?.usualWaitMs).toBe(usual);
  });

  it('is what was so in the last three months', async () => {
    await answer(20, new Date('2025-11-24'));
    expect((await page()).usualWaitMs).toBeUndefined();
  });

  it('is nothing of another organization', async () => {
    await answer(20);
    agent = await addViewer(database.db, { role: 'manager' });
    expect((await page()).usualWaitMs).toBeUndefined();
  });
});
