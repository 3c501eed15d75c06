import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { viewLeadAsAdmin } from '@/app/admin/leads/[id]/query';
import type { Database } from '@/lib/db/handle';
import { auditLog } from '@/lib/db/schema/admin';
import { freshDatabase } from '@/tests/support/database';
import { addViewer, applyLeadOf } from '@/tests/support/rows';
import { type AllLeadsQuery, countAllLeads, listAllLeads } from './all-leads';
import { startRead } from './read-start';
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
          id,
          status,
          createdAt: new Date(`${day}T09:00:00Z`),
          lastName: id,
          value: VALUES[id],
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
    await tombstoneLead(database.db, { leadId: 'gone', readStart: await startRead(database.db, now) });
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
    for (const id of ['old', 'old', 'elsewhere']) expect(await read(id)).toMatchObject({ lead: { id } });
    expect(await read('unheard of')).toBeUndefined();
    const entries = await database.db.select().from(auditLog);
    expect(entries.map(({ event, subject, email }) => ({ event, subject, email }))).toEqual(
      ['lead old', 'lead elsewhere'].map((subject) => ({
        event: 'lead.viewed',
        subject,
        email: admin.email,
      })),
    );
  });
});
