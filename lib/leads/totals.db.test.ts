import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_LEADS_QUERY } from '@/lib/core/leads-query';
import type { Database } from '@/lib/db/handle';
import { freshDatabase } from '@/tests/support/database';
import { addViewer, makeLead } from '@/tests/support/rows';
import { applyLead } from './apply';
import { listLeads, listTiles } from './list';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const labelOf = (fieldId: string) => ({ label: fieldId });
const at = (second: number) => new Date(Date.UTC(2026, 2, 2, 9, 0, second));

describe('leads with extreme values', () => {
  const LARGEST = Number.MAX_VALUE;

  it.each([
    ['more than a number can hold', [1.7e308, 1.7e308], { value: LARGEST, valueBeyond: true }],
    ['less than a number can hold', [-1.7e308, -1.7e308], { value: -LARGEST, valueBeyond: true }],
    ['the largest possible number', [LARGEST], { value: LARGEST }],
    ['the smallest positive number', [5e-324], { value: 5e-324 }],
    ['zero in the end', [1.7e308, 1.7e308, -1.7e308, -1.7e308], { value: undefined }],
  ])('add up to %s, and the dashboard still opens', async (_, values, expected) => {
    const viewer = await addViewer(database.db, { role: 'manager' });
    const { organizationId, agentId } = viewer.membership;
    for (const value of values) {
      const lead = makeLead({ organizationId, agentId, value });
      await applyLead(database.db, { lead, readStart: { at: at(1), order: 1 }, labelOf });
    }
    const total = { count: values.length, ...expected };
    expect(await listTiles(database.db, viewer)).toEqual({
      tiles: [{ status: 'pending', ...total }],
      allLeads: total,
    });
    const query = { ...DEFAULT_LEADS_QUERY, sort: 'value', dir: 'asc' } as const;
    const { rows } = await listLeads(database.db, viewer, { query, timeZone: 'UTC' });
    expect(rows.map(({ value }) => value)).toEqual(values.toSorted((one, other) => one - other));
  });

  it('are added up exactly across statuses, not from the rounded sums of the tiles', async () => {
    const viewer = await addViewer(database.db, { role: 'manager' });
    const { organizationId, agentId } = viewer.membership;
    const values = { pending: [0.1, 1.7e308], won: [0.2, 1.7e308], lost: [-1.7e308, -1.7e308] };
    for (const [status, amounts] of Object.entries(values)) {
      for (const value of amounts) {
        const lead = makeLead({ organizationId, agentId, status, value });
        await applyLead(database.db, { lead, readStart: { at: at(1), order: 1 }, labelOf });
      }
    }
    const { tiles, allLeads } = await listTiles(database.db, viewer);
    expect(tiles.map(({ status }) => status)).toEqual(['lost', 'pending', 'won']);
    // 0.1 + 0.2 as numbers would be 0.30000000000000004, and the sum of the lost ones is beyond any number.
    expect(allLeads).toEqual({ count: 6, value: 0.3 });
  });

  it('are none for a viewer without leads', async () => {
    const viewer = await addViewer(database.db, { role: 'manager' });
    expect(await listTiles(database.db, viewer)).toEqual({ tiles: [], allLeads: { count: 0 } });
  });
});
