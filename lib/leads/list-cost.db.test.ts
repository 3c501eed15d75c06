import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Viewer } from '@/lib/auth/viewer';
import { DEFAULT_LEADS_QUERY, LEAD_SORTS, type LeadsQuery } from '@/lib/core/leads-query';
import type { Database, Db } from '@/lib/db/handle';
import { addLeadsInBulk } from '@/tests/support/bulk-leads';
import { freshDatabase } from '@/tests/support/database';
import { addViewer } from '@/tests/support/rows';
import { countLeads } from './count';
import { listLeads } from './list';

/**
 * What a page of the list costs, in rows that the database touches: without time, and the same on any machine.
 * A missing index shows as a scan of the table, or as all of a person's leads being read to be sorted.
 */

const LEADS = 12_000;
/** The rows compared in order, the page, and what a rare filter finds. */
const MAX_LISTED = 1_400;
/** The rows compared in order, and those of a filter that few match. */
const MAX_COUNTED = 5_500;

let database: Database;
const people = new Map<string, Viewer>();
beforeAll(async () => {
  database = await freshDatabase();
  const { db } = database;
  const manager = await addViewer(db, { role: 'manager' });
  const { organizationId } = manager.membership;
  const [many, few] = [await addViewer(db, { organizationId }), await addViewer(db, { organizationId })];
  people.set('a manager', manager).set('an agent with many leads', many).set('an agent with few', few);
  const agents = { many: many.membership.agentId, few: few.membership.agentId };
  await addLeadsInBulk(db, { organizationId, agents, count: LEADS });
}, 120_000);
afterAll(() => database.close());

const statsSchema = z.object({
  rows: z.tuple([z.object({ scans: z.coerce.number(), rows: z.coerce.number() })]),
});

async function readStats(tx: Db) {
  const found = await tx.execute(sql`
    select seq_scan as scans, seq_tup_read + idx_tup_fetch as rows
    from pg_stat_xact_user_tables where relname = 'leads'`);
  return statsSchema.parse(found).rows[0];
}

/** The scans of the whole table, and the rows that were touched. */
function costOf(read: (tx: Db) => Promise<unknown>) {
  return database.db.transaction(async (tx) => {
    const before = await readStats(tx);
    await read(tx);
    const after = await readStats(tx);
    return { scans: after.scans - before.scans, rows: after.rows - before.rows };
  });
}

const FILTERS: Record<string, Partial<LeadsQuery>> = {
  'no filter': {},
  'a frequent status': { status: 'contacted' },
  'a rare status': { status: 'on hold' },
  days: { from: '2026-02-01', to: '2026-02-02' },
  'a frequent word': { q: 'mail' },
  'a part of a frequent word': { q: 'ampl' },
  'a rare name': { q: 'nnifred' },
  'a rare name and a status': { q: 'winnifred', status: 'contacted' },
  'a word that no lead has': { q: 'xylophone' },
  'the first letter of a word': { q: 'f' },
};

/** Counting compares a few thousand leads: of so few in all, the database rightly reads the table. */
const READ_WHOLE = new Set(['a rare name and a status', 'the first letter of a word']);

describe.each(['a manager', 'an agent with many leads', 'an agent with few'])('the list of %s', (who) => {
  const viewer = () => {
    const found = people.get(who);
    if (!found) throw new Error(`${who} is not there`);
    return found;
  };

  it.each(Object.entries(FILTERS))('reads few rows in every order: %s', async (_, filter) => {
    for (const sort of LEAD_SORTS) {
      for (const dir of ['asc', 'desc'] as const) {
        const query = { ...DEFAULT_LEADS_QUERY, ...filter, sort, dir };
        const { scans, rows } = await costOf((tx) => listLeads(tx, viewer(), { query, timeZone: 'UTC' }));
        expect(scans, `${sort} ${dir}`).toBe(0);
        expect(rows, `${sort} ${dir}`).toBeLessThan(MAX_LISTED);
      }
    }
  });

  it.each(Object.entries(FILTERS).filter(([name]) => !READ_WHOLE.has(name)))(
    'is counted with few rows: %s',
    async (_, filter) => {
      const query = { ...DEFAULT_LEADS_QUERY, ...filter };
      const { scans, rows } = await costOf((tx) => countLeads(tx, viewer(), { query, timeZone: 'UTC' }));
      expect(scans).toBe(0);
      expect(rows).toBeLessThan(MAX_COUNTED);
    },
  );
});
