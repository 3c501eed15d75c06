import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWaiting, waitingSince } from '@/lib/answer-clock/waiting';
import type { Database, Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { addLeadsInBulk } from '@/tests/support/bulk-leads';
import { freshDatabase } from '@/tests/support/database';
import { measureWork } from '@/tests/support/plans';
import { addManagerWithAgents, addViewer, applyLeadOf } from '@/tests/support/rows';
import { type AllLeadsQuery, countAllLeads, listAllLeads } from './all-leads';

const EVERYTHING: AllLeadsQuery = { q: '', organization: '', agent: '', status: '' };
const now = new Date('2026-06-01T12:00:00Z');

describe('a page of the leads of all organizations, among many,', () => {
  const PAGE_ROWS = 26;
  let database: Database;
  let organization = '';
  let few = '';
  beforeAll(async () => {
    database = await freshDatabase();
    const { manager, ...ofAgents } = await addManagerWithAgents(database.db);
    organization = manager.membership.organizationId;
    const agents = { many: ofAgents.many.membership.agentId, few: ofAgents.few.membership.agentId };
    await addLeadsInBulk(database.db, { organizationId: organization, agents, count: 12_000 });
    await database.db.execute(sql`update leads set answered_at = submitted_at, status_since = submitted_at + interval '90 days'
      where status = 'pending' and get_byte(decode(md5(id), 'hex'), 0) < 8`);
    // About as many of each value as a page has rows. In parts: each change also changes the sums of reports.
    for (const part of Array(8).keys())
      await database.db.execute(sql`update leads set value = value - value % 300
        where value is not null and get_byte(decode(md5(id), 'hex'), 1) % 8 = ${part}`);
    const small = await addViewer(database.db);
    few = small.membership.organizationId;
    await applyLeadOf(database.db, small, { lead: { id: 'only', createdAt: new Date('2026-05-31') }, now });
    await database.db.execute(sql`analyze leads`);
  }, 120_000);
  afterAll(() => database.close());

  const costOf = (read: (tx: Db) => Promise<unknown>) => measureWork(database, { table: 'leads', read });

  it.each([
    ['no filter', () => ({})],
    ['a status', () => ({ status: 'contacted' })],
    ['a status that no lead has', () => ({ status: 'unheard of' })],
    ['those that wait', () => ({ waitingBefore: now })],
    ['those of an organization', () => ({ organization })],
    ['those of an organization that wait', () => ({ organization, waitingBefore: now })],
    ['those of an organization with few leads that wait', () => ({ organization: few, waitingBefore: now })],
    ['some days', () => ({ since: new Date('2026-02-01'), until: new Date('2026-02-03') })],
    ['the highest values', () => ({ byValue: 'desc' as const })],
    ['the lowest values', () => ({ byValue: 'asc' as const })],
    ['the highest values of a status', () => ({ byValue: 'desc' as const, status: 'contacted' })],
    ['the highest values of an organization', () => ({ byValue: 'desc' as const, organization })],
  ])('reads its rows alone: %s', async (_, filter) => {
    const { next } = await listAllLeads(database.db, { ...EVERYTHING, ...filter() });
    for (const after of [undefined, next]) {
      const work = await costOf((tx) => listAllLeads(tx, { ...EVERYTHING, ...filter(), after }));
      // After a position, those of the same moment and later ones are read as ids first.
      const most = after === undefined ? PAGE_ROWS : 3 * PAGE_ROWS;
      expect(work.wholeReads).toBe(0);
      expect(work.rowsRead).toBeLessThanOrEqual(most);
      expect(work.rowsSorted).toBeLessThanOrEqual(most);
    }
  });

  const [first, third] = [new Date('2026-02-01'), new Date('2026-02-03')];
  const longAgo = new Date('2026-01-03T00:00:00Z');
  /** Each filter, and what it means in a plain query. */
  const BY_VALUE: [string, () => Partial<AllLeadsQuery>, () => SQL | undefined][] = [
    ['no filter', () => ({}), () => undefined],
    ['a status', () => ({ status: 'contacted' }), () => sql`status = 'contacted'`],
    ['all that are open', () => ({ status: '*open' }), () => sql`status not in ('won', 'lost')`],
    [
      'some days',
      () => ({ since: first, until: third }),
      () => sql`submitted_at >= ${first} and submitted_at < ${third}`,
    ],
    ['many days', () => ({ since: first }), () => sql`submitted_at >= ${first}`],
    ['those that wait', () => ({ waitingBefore: now }), () => sql`${isWaiting} and ${waitingSince} < ${now}`],
    [
      'those that have been waiting for long',
      () => ({ waitingBefore: longAgo }),
      () => sql`${isWaiting} and ${waitingSince} < ${longAgo}`,
    ],
    [
      'those of an organization that wait',
      () => ({ organization, waitingBefore: now }),
      () => sql`organization_id = ${organization} and ${isWaiting} and ${waitingSince} < ${now}`,
    ],
    ['a search', () => ({ q: 'mail' }), () => sql`search_text like '%mail%'`],
  ];

  it.each(BY_VALUE)('by value reads few rows: %s', async (_, filter) => {
    for (const byValue of ['desc', 'asc'] as const) {
      const query = { ...EVERYTHING, ...filter(), byValue };
      const { next } = await listAllLeads(database.db, query);
      for (const after of [undefined, next]) {
        const work = await costOf((tx) => listAllLeads(tx, { ...query, after }));
        expect(work.wholeReads).toBe(0);
        expect(work.rowsRead).toBeLessThan(2_000);
      }
    }
  });

  it.each(BY_VALUE)('by value comes page by page as in one plain query: %s', async (_, filter, where) => {
    for (const byValue of ['desc', 'asc'] as const) {
      const order = sql.raw(`sort_value ${byValue}, id ${byValue}`);
      const plain = await database.db
        .select({ id: leads.id })
        .from(leads)
        .where(where())
        .orderBy(order)
        .limit(150);
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const page = await listAllLeads(database.db, { ...EVERYTHING, ...filter(), byValue, after });
        seen.push(...page.rows.map(({ id }) => id));
        after = page.next;
      } while (after !== undefined && seen.length < 150);
      expect(seen).toEqual(plain.map(({ id }) => id));
    }
  });

  it.each<[string, () => Partial<AllLeadsQuery>]>([
    ['no filter', () => ({})],
    ['those of an organization', () => ({ organization })],
    ['a status', () => ({ status: 'contacted' })],
  ])('is counted from kept totals: %s', async (_, filter) => {
    const query = { ...EVERYTHING, ...filter() };
    const work = await costOf((tx) => countAllLeads(tx, query));
    expect(work.rowsRead).toBe(0);
    expect((await countAllLeads(database.db, query)).count).toBeGreaterThan(1_000);
  });

  it.each<[string, () => Partial<AllLeadsQuery>]>([
    ['days', () => ({ since: new Date('2020-01-01') })],
    ['those that wait', () => ({ waitingBefore: now })],
    ['a frequent word', () => ({ q: 'mail' })],
  ])('is counted up to a thousand: %s', async (_, filter) => {
    const query = { ...EVERYTHING, ...filter() };
    const work = await costOf((tx) => countAllLeads(tx, query));
    expect(work.wholeReads).toBe(0);
    expect(work.rowsRead).toBeLessThan(1_600);
    expect(await countAllLeads(database.db, query)).toEqual({ count: 1_000, capped: true });
  });

  it.each(['mail', 'nnifred', 'xylophone', 'f'])('reads few rows for a search of %s', async (q) => {
    const work = await costOf((tx) => listAllLeads(tx, { ...EVERYTHING, q }));
    expect(work.wholeReads).toBe(0);
    expect(work.rowsRead).toBeLessThan(1_600);
  });

  it('reads few rows for a search while many leads change', async () => {
    for (const part of Array(6).keys()) {
      await database.db.execute(sql`update leads set value = coalesce(value, 0) + 1
        where get_byte(decode(md5(id), 'hex'), 2) % 12 = ${part}`);
      const work = await costOf((tx) => listAllLeads(tx, { ...EVERYTHING, q: 'xylophone' }));
      expect(work.wholeReads).toBe(0);
    }
  });
});
