import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import type { Database, Db } from '@/lib/db/handle';
import type { Contact } from '@/lib/match-keys/keys';
import { addCompaniesInBulk, addLeadsInBulk, BULK_DOMAIN } from '@/tests/support/bulk-leads';
import { freshDatabase } from '@/tests/support/database';
import { measureWork } from '@/tests/support/plans';
import { addManagerWithAgents, addViewer } from '@/tests/support/rows';
import { findDuplicates } from './find-duplicates';

/**
 * What a look-up costs, by the plans of its queries: without time, and the same on any machine. The leads of
 * another organization cost nothing, not even a row that is read and thrown away.
 */

const LEADS = 12_000;
/** Of each key the newest own ones and a hundred of colleagues, then the details of three. */
const MAX_ROWS = 500;
const MAX_COMPANIES = 200;

let database: Database;
const people = new Map<string, Viewer>();
/** Of another organization, without a lead. */
let stranger: Viewer;
beforeAll(async () => {
  database = await freshDatabase();
  const { db } = database;
  const { manager, many, few } = await addManagerWithAgents(db);
  people.set('a manager', manager).set('an agent with many leads', many).set('an agent with few', few);
  stranger = await addViewer(db);
  const agents = { many: many.membership.agentId, few: few.membership.agentId };
  const { organizationId } = manager.membership;
  await addLeadsInBulk(db, { organizationId, agents, count: LEADS });
  await addCompaniesInBulk(db, { organizationId, count: LEADS });
}, 120_000);
afterAll(() => database.close());

const find = (db: Db, viewer: Viewer, contact: Contact) =>
  findDuplicates(db, viewer, { contact, regions: ['DE', 'GB', 'FR', 'US'] });
const costOf = (table: string, viewer: Viewer, contact: Contact) =>
  measureWork(database, { table, read: (tx) => find(tx, viewer, contact) });

/** All leads have the domain; a company has a dozen, and a thousand with almost its name. */
const CONTACTS: Record<string, Contact> = {
  'a domain of all leads': { website: `https://www.${BULK_DOMAIN}` },
  'a company with a thousand like it': { company: 'Nordwind Weber 123 GmbH' },
  'everything at once': {
    email: 'anna.weber.0@mail.example',
    phone: '030 1234567',
    website: BULK_DOMAIN,
    company: 'Nordwind Weber 123 GmbH',
  },
  'nothing that is known': {
    email: 'nobody@unheard.example',
    phone: '030 7654321',
    website: 'unheard.example',
    company: 'Unheard Of Ltd',
  },
};

describe.each(['a manager', 'an agent with many leads', 'an agent with few'])('a look-up by %s', (who) => {
  const viewer = () => people.get(who) ?? expect.fail(`${who} is not there`);

  it.each(Object.entries(CONTACTS))('reads few rows: %s', async (_, contact) => {
    const work = await costOf('leads', viewer(), contact);
    expect(work.wholeReads).toBe(0);
    expect(work.rowsRead).toBeLessThan(MAX_ROWS);
    expect(work.rowsSorted).toBeLessThan(MAX_ROWS);
    const companies = await costOf('known_companies', viewer(), contact);
    expect(companies.wholeReads).toBe(0);
    expect(companies.rowsRead).toBeLessThanOrEqual(MAX_COMPANIES);
  });

  it('finds something by a domain of all leads', async () => {
    expect(await find(database.db, viewer(), { website: BULK_DOMAIN })).toHaveLength(3);
  });
});

describe('a look-up of what only another organization knows', () => {
  it.each(Object.entries(CONTACTS))('reads no row of it and answers nothing: %s', async (_, contact) => {
    expect(await find(database.db, stranger, contact)).toEqual([]);
    for (const table of ['leads', 'known_companies']) {
      expect(await costOf(table, stranger, contact)).toEqual({ wholeReads: 0, rowsRead: 0, rowsSorted: 0 });
    }
  });
});
