import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { DEFAULT_LEADS_QUERY, LEAD_SORTS, type LeadsQuery } from '@/lib/core/leads-query';
import type { Database, Db } from '@/lib/db/handle';
import { addLeadsInBulk } from '@/tests/support/bulk-leads';
import { freshDatabase } from '@/tests/support/database';
import { measureWork } from '@/tests/support/plans';
import { addManagerWithAgents } from '@/tests/support/rows';
import { countLeads } from './count';
import { listLeads, listTiles } from './list';

/**
 * What a page of the list costs, by the plans of its queries: without time, and the same on any machine. A
 * missing index shows as a scan of the table, or as all of a person's leads being read to be sorted.
 */

const LEADS = 12_000;
/** The page and the row that shows whether there is another. */
const PAGE_ROWS = DEFAULT_LEADS_QUERY.size + 1;
/** The rows compared in order, the page, and what a filter finds that few match: here up to a tenth of all. */
const MAX_LISTED = 1_600;
/** The rows compared in order, and those of a filter that few match. */
const MAX_COUNTED = 5_500;

let database: Database;
const people = new Map<string, Viewer>();
beforeAll(async () => {
  database = await freshDatabase();
  const { db } = database;
  const { manager, many, few } = await addManagerWithAgents(db);
  people.set('a manager', manager).set('an agent with many leads', many).set('an agent with few', few);
  const agents = { many: many.membership.agentId, few: few.membership.agentId };
  const { organizationId } = manager.membership;
  await addLeadsInBulk(db, { organizationId, agents, count: LEADS });
}, 120_000);
afterAll(() => database.close());

const costOf = (read: (tx: Db) => Promise<unknown>) => measureWork(database, { table: 'leads', read });

/** Each order has an index that begins with them. */
const INDEXED: Record<string, Partial<LeadsQuery>> = {
  'no filter': {},
  'a frequent status': { status: 'contacted' },
  'a rare status': { status: 'on hold' },
  'a status that no lead has': { status: 'unheard of' },
};

const COMPARED: Record<string, Partial<LeadsQuery>> = {
  days: { from: '2026-02-01', to: '2026-02-02' },
  'days and a status': { from: '2026-02-01', to: '2026-02-07', status: 'contacted' },
  'a frequent word': { q: 'mail' },
  'a part of a frequent word': { q: 'ampl' },
  'a rare name': { q: 'nnifred' },
  'a rare name and a status': { q: 'winnifred', status: 'contacted' },
  'a word that no lead has': { q: 'xylophone' },
  'the first letter of a word': { q: 'f' },
};

/** Counting compares a few thousand leads: of so few in all, the database rightly reads the table. */
const READ_WHOLE = new Set(['a rare name and a status', 'the first letter of a word']);

const ORDERS = LEAD_SORTS.flatMap((sort) => (['asc', 'desc'] as const).map((dir) => ({ sort, dir })));

describe.each(['a manager', 'an agent with many leads', 'an agent with few'])('the list of %s', (who) => {
  const viewer = () => {
    const found = people.get(who);
    if (!found) throw new Error(`${who} is not there`);
    return found;
  };
  const list = (db: Db, query: Partial<LeadsQuery>) =>
    listLeads(db, viewer(), { query: { ...DEFAULT_LEADS_QUERY, ...query }, timeZone: 'UTC' });

  it.each(Object.entries(INDEXED))('reads its page alone in every order: %s', async (_, filter) => {
    for (const order of ORDERS) {
      const { nextAfter } = await list(database.db, { ...filter, ...order });
      for (const after of [undefined, nextAfter]) {
        const work = await costOf((tx) => list(tx, { ...filter, ...order, after }));
        expect(work.wholeReads, JSON.stringify(order)).toBe(0);
        // A page after a position is read as ids first.
        const most = after === undefined ? PAGE_ROWS : 2 * PAGE_ROWS + 1;
        expect(work.rowsRead, JSON.stringify({ order, after })).toBeLessThanOrEqual(most);
        expect(work.rowsSorted, JSON.stringify({ order, after })).toBeLessThanOrEqual(most);
      }
    }
  });

  it.each(Object.entries(COMPARED))('reads few rows in every order: %s', async (_, filter) => {
    for (const order of ORDERS) {
      const { wholeReads, rowsRead, rowsSorted } = await costOf((tx) => list(tx, { ...filter, ...order }));
      expect(wholeReads, JSON.stringify(order)).toBe(0);
      expect(rowsRead, JSON.stringify(order)).toBeLessThan(MAX_LISTED);
      expect(rowsSorted, JSON.stringify(order)).toBeLessThan(MAX_LISTED);
    }
  });

  it.each(Object.entries({ ...INDEXED, ...COMPARED }).filter(([name]) => !READ_WHOLE.has(name)))(
    'is counted with few rows: %s',
    async (_, filter) => {
      const query = { ...DEFAULT_LEADS_QUERY, ...filter };
      const work = await costOf((tx) => countLeads(tx, viewer(), { query, timeZone: 'UTC' }));
      expect(work.wholeReads).toBe(0);
      expect(work.rowsRead).toBeLessThan(MAX_COUNTED);
    },
  );

  it('sums its tiles without reading a lead', async () => {
    const work = await costOf((tx) => listTiles(tx, viewer()));
    expect(work).toMatchObject({ wholeReads: 0, rowsRead: 0 });
  });
});
