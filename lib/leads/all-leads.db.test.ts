import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { viewLeadAsAdmin } from '@/lib/admin/leads/view-lead';
import { isWaiting, waitingSince } from '@/lib/answer-clock/waiting';
import type { Database, Db } from '@/lib/db/handle';
import { auditLog } from '@/lib/db/schema/admin';
import { leads } from '@/lib/db/schema/leads';
import { addLeadsInBulk } from '@/tests/support/bulk-leads';
import { freshDatabase } from '@/tests/support/database';
import { measureWork } from '@/tests/support/plans';
import { addManagerWithAgents, addViewer, applyLeadOf } from '@/tests/support/rows';
import { type AllLeadsQuery, countAllLeads, listAllLeads } from './all-leads';
import { startReading } from './read-start';
import { tombstoneLead } from './tombstone';

const EVERYTHING: AllLeadsQuery = { q: '', organization: '', agent: '', status: '' };
const now = new Date('2026-06-01T12:00:00Z');

const VALUES: Record<string, number> = { old: 500, answered: 90_000, new: 500, gone: 1_000_000 };

describe('the leads of all organizations', () => {
  let database: Database;
  const list = async (query: Partial<AllLeadsQuery> = {}) =>
    listAllLeads(database.db, { ...EVERYTHING, ...query });
  const idsOf = async (query: Partial<AllLeadsQuery> = {}) => (await list(query)).rows.map(({ id }) => id);
  let harbour = '';

  beforeAll(async () => {
    database = await freshDatabase();
    const one = await addViewer(database.db);
    const other = await addViewer(database.db);
    harbour = one.membership.organizationId;
    const add = (id: string, day: string, status: string, of = one) =>
      applyLeadOf(database.db, of, {
        lead: {
          ...{ id, status, createdAt: new Date(`${day}T09:00:00Z`) },
          ...{ lastName: id, value: VALUES[id] },
        },
        now,
      });
    await add('old', '2026-03-01', 'pending');
    await add('answered', '2026-03-02', 'contacted');
    await add('elsewhere', '2026-05-01', 'pending', other);
    await add('new', '2026-05-31', 'pending');
    const reopened = { id: 'again', lastName: 'again', createdAt: new Date('2026-02-01T09:00:00Z') };
    for (const [status, day] of [
      ['pending', '2026-02-01'],
      ['contacted', '2026-02-05'],
      ['pending', '2026-05-10'],
    ] as const) {
      const updatedAt = new Date(`${day}T09:00:00Z`);
      await applyLeadOf(database.db, one, { lead: { ...reopened, status, updatedAt }, now: updatedAt });
    }
    await add('gone', '2026-05-31', 'pending');
    await tombstoneLead(database.db, { leadId: 'gone', readStart: await startReading(database.db, now) });
  });
  afterAll(() => database.close());

  it('are listed newest first, without deleted ones, and say since when they wait', async () => {
    expect(await idsOf()).toEqual(['new', 'elsewhere', 'answered', 'old', 'again']);
    const { rows } = await list({ status: 'contacted' });
    expect(rows).toMatchObject([{ id: 'answered', waitingSince: undefined }]);
    expect((await list({ q: 'elsew' })).rows).toMatchObject([{ waitingSince: '2026-05-01T09:00:00.000Z' }]);
  });

  it('that wait come with the longest first, one that was opened again by when that was', async () => {
    const since = Object.fromEntries(
      (await list({ waitingBefore: now })).rows.map((row) => [row.id, row.waitingSince?.slice(0, 10)]),
    );
    expect(Object.entries(since)).toEqual([
      ['old', '2026-03-01'],
      ['elsewhere', '2026-05-01'],
      ['again', '2026-05-10'],
      ['new', '2026-05-31'],
    ]);
    expect(await idsOf({ waitingBefore: new Date('2026-05-05T00:00:00Z') })).toEqual(['old', 'elsewhere']);
    expect(await idsOf({ organization: harbour, waitingBefore: now })).toEqual(['old', 'again', 'new']);
    expect(await idsOf({ q: 'agai', waitingBefore: now })).toEqual(['again']);
  });

  it('that wait are pending, so none of them has another status', async () => {
    const waiting = { waitingBefore: now };
    for (const status of ['pending', '*open'])
      expect(await idsOf({ ...waiting, status })).toEqual(await idsOf(waiting));
    for (const status of ['won', '*won', 'unheard of']) {
      expect(await idsOf({ ...waiting, status })).toEqual([]);
      expect(await countAllLeads(database.db, { ...EVERYTHING, ...waiting, status })).toMatchObject({
        count: 0,
      });
    }
  });

  it('that wait are filtered by the days on which they were submitted', async () => {
    const [march, june] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-06-01T00:00:00Z')];
    expect(await idsOf({ waitingBefore: now, until: march })).toEqual(['again']);
    expect(await idsOf({ waitingBefore: now, since: march, until: june })).toEqual([
      'old',
      'elsewhere',
      'new',
    ]);
  });

  it('come in the order of their values, those without one as the lowest', async () => {
    expect(await idsOf({ byValue: 'desc' })).toEqual(['answered', 'old', 'new', 'elsewhere', 'again']);
    expect(await idsOf({ byValue: 'asc' })).toEqual(['again', 'elsewhere', 'new', 'old', 'answered']);
    expect(await idsOf({ byValue: 'desc', status: '*open' })).toEqual(await idsOf({ byValue: 'desc' }));
    expect(await idsOf({ byValue: 'desc', status: 'pending' })).not.toContain('answered');
    expect(await idsOf({ byValue: 'desc', waitingBefore: new Date('2026-05-05T00:00:00Z') })).toEqual([
      'old',
      'elsewhere',
    ]);
    const march = { since: new Date('2026-03-01T00:00:00Z'), until: new Date('2026-03-05T00:00:00Z') };
    expect(await idsOf({ byValue: 'desc', organization: harbour, ...march })).toEqual(['answered', 'old']);
    expect(await idsOf({ byValue: 'asc', q: 'ne', organization: harbour })).toEqual(['new']);
  });

  it('are filtered by organization and days', async () => {
    expect(await idsOf({ since: new Date('2026-05-01T00:00:00Z') })).toEqual(['new', 'elsewhere']);
    expect(await idsOf({ organization: 'nobody' })).toEqual([]);
    expect(await idsOf({ after: 'bm9uc2Vuc2U' })).toHaveLength(5);
  });

  it.each<[string, () => Partial<AllLeadsQuery>]>([
    ['all', () => ({})],
    ['one organization', () => ({ organization: harbour })],
    ['an agent whom the portal does not name', () => ({ agent: '*none' })],
    ['a status', () => ({ status: 'contacted' })],
    ['all that are open', () => ({ status: '*open' })],
    ['a search', () => ({ q: 'elsew' })],
    ['a search that finds none', () => ({ q: 'xylophone' })],
    ['a search among open ones', () => ({ q: 'ne', status: '*open' })],
    ['some days', () => ({ since: new Date('2026-05-01T00:00:00Z') })],
    ['all that wait', () => ({ waitingBefore: now })],
    ['all that have been waiting for long', () => ({ waitingBefore: new Date('2026-05-05T00:00:00Z') })],
    ['a search among those that wait', () => ({ q: 'agai', waitingBefore: now })],
    ['some days of those that wait', () => ({ waitingBefore: now, until: new Date('2026-03-01T00:00:00Z') })],
  ])('are counted as they are listed: %s', async (_, filter) => {
    const query = { ...EVERYTHING, ...filter() };
    const { rows } = await list(query);
    expect(await countAllLeads(database.db, query)).toEqual({ count: rows.length, capped: false });
  });

  it('reading one as an admin is audited once a day for each admin and lead', async () => {
    const admin = await addViewer(database.db);
    const read = (id: string) => viewLeadAsAdmin(database.db, admin, { id, now, locale: 'en' });
    for (const id of ['old', 'old', 'elsewhere']) expect(await read(id)).toMatchObject({ id });
    expect(await read('unheard of')).toBeUndefined();
    const entries = await database.db.select().from(auditLog);
    expect(entries.map(({ event, subject, email }) => ({ event, subject, email }))).toEqual(
      ['lead old', 'lead elsewhere'].map((subject) => ({
        ...{ event: 'lead.viewed', subject },
        email: admin.email,
      })),
    );
  });
});

describe('a page of them among many', () => {
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
