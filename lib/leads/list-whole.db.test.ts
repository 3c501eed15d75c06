import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { DEFAULT_LEADS_QUERY, LEAD_SORTS, type LeadsQuery, outcomeOfFilter } from '@/lib/core/leads-query';
import { outcomeOf } from '@/lib/core/status-labels';
import type { Database } from '@/lib/db/handle';
import { orderBy } from '@/lib/db/paging';
import { leads } from '@/lib/db/schema/leads';
import { toWaiting } from '@/lib/response-times/waiting';
import { addLeadsInBulk } from '@/tests/support/bulk-leads';
import { freshDatabase } from '@/tests/support/database';
import { runs } from '@/tests/support/property-runs';
import { addManagerWithAgents } from '@/tests/support/rows';
import { countLeads, listLeads, ORDER } from './list';
import { isFoundBy, toSearchTokens } from './search-tokens';

/** The list against the plainest way to make it: all leads sorted, then filtered here. */

const LEADS = 1_700;

let database: Database;
const people: Viewer[] = [];
beforeAll(async () => {
  database = await freshDatabase();
  const { db } = database;
  const { manager, many, few } = await addManagerWithAgents(db);
  people.push(manager, many, few);
  const agents = { many: many.membership.agentId, few: few.membership.agentId };
  const { organizationId } = manager.membership;
  await addLeadsInBulk(db, { organizationId, agents, count: LEADS });
  await db.execute(sql`update ${leads} set deleted_at = now() where extract(day from submitted_at) = 7`);
}, 120_000);
afterAll(() => database.close());

type Order = Pick<LeadsQuery, 'sort' | 'dir'>;

const order = fc.record({ sort: fc.constantFrom(...LEAD_SORTS), dir: fc.constantFrom('asc', 'desc') });
const words = ['mail', 'ampl', 'nordwind', 'winnifred', 'hana', 'f', '17', 'weber anna', 'xylophone'];
const days = ['2026-01-20', '2026-02-03', '2026-02-08', '2026-07-01', '2026-11-30'];
const NOW = new Date('2026-12-01');
const filter = fc.record({
  q: fc.option(fc.constantFrom(...words), { nil: '' }),
  status: fc.option(fc.constantFrom('contacted', 'on hold', 'unheard of', '*open', '*lost'), { nil: '' }),
  waiting: fc.option(fc.constantFrom('0', '14', '300'), { nil: '' }),
  from: fc.option(fc.constantFrom(...days), { nil: '' }),
  to: fc.option(fc.constantFrom(...days), { nil: '' }),
});

type Row = typeof leads.$inferSelect;

/** All rows in each order, and the leads that each word finds: read once, for nothing changes. */
const sorted = new Map<string, Row[]>();
const found = new Map<string, Set<string>>();

async function readSorted({ sort, dir }: Order): Promise<Row[]> {
  const rows =
    sorted.get(sort + dir) ??
    (await database.db
      .select()
      .from(leads)
      .orderBy(...orderBy(ORDER[sort], dir)));
  sorted.set(sort + dir, rows);
  return rows;
}

function findBy(word: string, rows: readonly Row[]): Set<string> {
  const textOf = ({ firstName, lastName, email, company }: Row) =>
    [firstName, lastName, email, company ?? ''].join(' ');
  const ids =
    found.get(word) ?? new Set(rows.filter((row) => isFoundBy(word, textOf(row))).map(({ id }) => id));
  found.set(word, ids);
  return ids;
}

function hasStatus(status: string, filter: string): boolean {
  const outcome = outcomeOfFilter(filter);
  return outcome ? outcomeOf(status, new Map()) === outcome : status === filter;
}

function hasWaited(lead: Row, days: number): boolean {
  const since = toWaiting(lead)?.since;
  return since !== undefined && NOW.getTime() - Date.parse(since) > days * 86_400_000;
}

/** The ids of the person's leads that match, in order. */
async function listWhole({ membership }: Viewer, query: Order & Partial<LeadsQuery>): Promise<string[]> {
  const rows = await readSorted(query);
  const { q = '', status = '', waiting = '', from = '', to = '' } = query;
  const hits = toSearchTokens(q).map((word) => findBy(word, rows));
  return rows
    .filter((lead) => lead.deletedAt === null)
    .filter((lead) => membership.role === 'manager' || lead.agentId === membership.agentId)
    .filter((lead) => status === '' || hasStatus(lead.status, status))
    .filter((lead) => waiting === '' || hasWaited(lead, Number(waiting)))
    .filter(({ submittedAt }) => from === '' || submittedAt.toISOString().slice(0, 10) >= from)
    .filter(({ submittedAt }) => to === '' || submittedAt.toISOString().slice(0, 10) <= to)
    .filter(({ id }) => hits.every((ids) => ids.has(id)))
    .map(({ id }) => id);
}

it('its pages are the sorted whole, forwards and back, for every filter and order', async () => {
  const person = fc.constantFrom(0, 1, 2);
  await fc.assert(
    fc.asyncProperty(person, filter, order, async (who, matching, { sort, dir }) => {
      const viewer = people[who];
      if (!viewer) return;
      const query: LeadsQuery = { ...DEFAULT_LEADS_QUERY, ...matching, sort, dir, size: 100 };
      const whole = await listWhole(viewer, query);
      const read = (place: Partial<LeadsQuery>) =>
        listLeads(database.db, viewer, { query: { ...query, ...place }, timeZone: 'UTC', now: NOW });

      let page = await read({});
      const forwards = [page.rows];
      while (page.nextAfter !== undefined) {
        page = await read({ after: page.nextAfter });
        forwards.push(page.rows);
      }
      const back = [page.rows];
      while (page.previousBefore !== undefined) {
        page = await read({ before: page.previousBefore });
        back.unshift(page.rows);
      }
      expect(forwards.flat().map(({ id }) => id)).toEqual(whole);
      expect(back).toEqual(forwards);
      const { count, capped } = await countLeads(database.db, viewer, { query, timeZone: 'UTC', now: NOW });
      if (capped) expect(whole.length).toBeGreaterThan(count);
      else expect(whole.length).toBe(count);
    }),
    { numRuns: runs(60) },
  );
}, 120_000);
