import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_LEADS_QUERY, type LeadsQuery } from '@/lib/core/leads-query';
import type { Database } from '@/lib/db/handle';
import { freshDatabase } from '@/tests/support/database';
import { addViewer, makeLead } from '@/tests/support/rows';
import { applyLead } from './apply';
import { countByStatus, listLeads } from './list';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

async function addLeads(leads: readonly Partial<Parameters<typeof makeLead>[0]>[]) {
  const viewer = await addViewer(database.db, { role: 'manager' });
  const { organizationId, agentId } = viewer.membership;
  const readStart = { at: new Date('2026-03-02T09:00:00Z'), order: 1 };
  for (const values of leads) {
    const lead = makeLead({ organizationId, agentId, ...values });
    await applyLead(database.db, { lead, readStart, labelOf: (fieldId) => ({ label: fieldId }) });
  }
  return viewer;
}

it('the numbers of the statuses follow search and filters, and no status disappears', async () => {
  const viewer = await addLeads([
    { status: 'won', lastName: 'Alder' },
    { status: 'won', lastName: 'Birch' },
    { status: 'lost', lastName: 'Birch' },
  ]);
  const counts = async (query: Partial<LeadsQuery>) =>
    (
      await countByStatus(database.db, viewer, {
        query: { ...DEFAULT_LEADS_QUERY, ...query },
        timeZone: 'UTC',
      })
    ).map(({ status, count }) => `${count} ${status}`);
  expect(await counts({})).toEqual(['1 lost', '2 won']);
  expect(await counts({ status: 'won', show: 'needs-correction' })).toEqual(['1 lost', '2 won']);
  expect(await counts({ q: 'alder', status: 'lost' })).toEqual(['0 lost', '1 won']);
  expect(await counts({ from: '9998-01-01' })).toEqual(['0 lost', '0 won']);
});

it('the largest and smallest possible values are ordered as numbers', async () => {
  const values = [Number.MAX_VALUE, -Number.MAX_VALUE, 5e-324, 0];
  const viewer = await addLeads(values.map((value) => ({ value })));
  const query = { ...DEFAULT_LEADS_QUERY, sort: 'value', dir: 'asc' } as const;
  const { rows } = await listLeads(database.db, viewer, { query, timeZone: 'UTC' });
  expect(rows.map(({ value = 0 }) => value)).toEqual(values.toSorted((one, other) => one - other));
});
