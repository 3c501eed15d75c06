import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { deskSettings } from '@/lib/db/schema/admin';
import { leads } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';
import type { Answers } from '@/lib/forms/field';
import type { GuessedField } from '@/lib/forms/field-roles';
import { COMPANY_FILL, COMPANY_FILL_KEY, updateCompanyField } from '@/lib/lead-schema/company-field';
import { fillCompanies } from '@/lib/leads/fill-company';
import { startRead } from '@/lib/leads/read-start';
import { tombstoneLead } from '@/lib/leads/tombstone';
import type { Contact } from '@/lib/match-keys/keys';
import type { ServiceLead } from '@/lib/service/lead';
import { fillSubmissionKeys } from '@/lib/submissions/fill-keys';
import { storeSubmission } from '@/lib/submissions/store';
import { freshDatabase } from '@/tests/support/database';
import { addAgent, addViewer, applyLeadOf, findJob } from '@/tests/support/rows';
import { findDuplicates } from './find-duplicates';

const NOW = new Date('2026-03-02T09:00:00Z');

const FIELDS: GuessedField[] = [
  { id: 'email', label: 'Email', kind: 'email', placement: 'standard' },
  { id: 'companyName', label: 'Company', kind: 'text', placement: 'custom' },
  { id: 'phone', label: 'Phone', kind: 'phone', placement: 'custom' },
  { id: 'website', label: 'Website', kind: 'url', placement: 'custom' },
];

let database: Database;
/** Two agents and a manager of one organization; the manager of another. */
let ada: Viewer;
let ben: Viewer;
let mia: Viewer;
let eve: Viewer;
beforeAll(async () => {
  database = await freshDatabase();
  const { db } = database;
  await db.transaction((tx) => updateCompanyField(tx, { fields: FIELDS, now: NOW }));
  const home = await addAgent(db, { agentId: 'agent-b' });
  ada = await addViewer(db, home);
  ben = await addViewer(db, { ...home, agentId: 'agent-a' });
  mia = await addViewer(db, { ...home, agentId: 'agent-c', role: 'manager' });
  eve = await addViewer(db, { agentId: 'agent-b', role: 'manager' });
  await apply(ada, 'anna', {
    firstName: 'Anna',
    lastName: 'Weber',
    email: 'Anna.Weber@nordwind.example',
    status: 'contacted',
    custom: { companyName: 'Nordwind Logistik GmbH', phone: '+49 30 1234567' },
  });
  await apply(ben, 'bill', {
    firstName: 'Bill',
    lastName: 'Okafor',
    email: 'bill@gmail.com',
    custom: {
      companyName: 'Alder & Sons Ltd.',
      website: 'https://www.alder.co.uk/about',
      phone: '020 79460958',
    },
  });
  await apply(eve, 'foreign', {
    firstName: 'Fritz',
    lastName: 'Foreign',
    email: 'fritz@foreign.example',
    custom: { companyName: 'Foreign Holding AG', phone: '+41 44 668 18 00', website: 'foreign.example' },
  });
});
afterAll(() => database.close());

const apply = (viewer: Viewer, id: string, lead: Partial<ServiceLead>) =>
  applyLeadOf(database.db, viewer, { lead: { id, ...lead }, now: NOW });

const find = (viewer: Viewer, contact: Contact, except?: string) =>
  findDuplicates(database.db, viewer, { contact, regions: ['DE', 'GB'], except });

async function submit(viewer: Viewer, answers: Answers): Promise<string> {
  const id = newId('submission');
  const stored = await storeSubmission(database.db, viewer, {
    submissionId: id,
    formId: id,
    schemaVersion: 'v',
    answers,
    now: NOW,
  });
  expect(stored.kind).toBe('stored');
  return id;
}

const ANNA = { kind: 'lead', id: 'anna', person: 'Anna Weber', status: 'contacted' };

describe('an own lead is found', () => {
  it.each<[string, Contact, string]>([
    ['its email address', { email: ' anna.weber@NORDWIND.example ' }, 'email'],
    ['its phone number without the country', { phone: '030 / 123 45 67' }, 'phone'],
    ['its phone number with the country', { phone: '0049 30 1234567' }, 'phone'],
    ['the domain of its email address', { website: 'https://shop.nordwind.example' }, 'domain'],
    ['a colleague of its person', { email: 'someone.else@nordwind.example' }, 'domain'],
    ['its company', { company: 'NORDWIND Logistik' }, 'company'],
    ['a company of almost the same name', { company: 'Nordwind Logistic AG' }, 'similar'],
  ])('by %s', async (_, contact, by) => {
    const found = await find(ada, contact);
    expect(found).toEqual([
      expect.objectContaining({ by, isOwn: true, at: NOW, company: 'Nordwind Logistik GmbH', opens: ANNA }),
    ]);
  });

  it('once, by the surest of what matches', async () => {
    const contact = {
      company: 'Nordwind Logistik',
      email: 'anna.weber@nordwind.example',
      phone: '030 1234567',
    };
    const found = await find(ada, contact);
    expect(found.map(({ by }) => by)).toEqual(['email']);
  });
});

describe('a colleague’s lead', () => {
  const contact = { website: 'alder.co.uk' };

  it('is told to an agent by company, day and colleague alone', async () => {
    const [found, ...others] = await find(ada, contact);
    expect(others).toEqual([]);
    expect(found).toEqual({
      by: 'domain',
      isOwn: false,
      at: NOW,
      company: 'Alder & Sons Ltd.',
      agentName: ben.name,
    });
    expect(JSON.stringify(found)).not.toMatch(/bill|okafor|gmail|7946/i);
  });

  it('can be opened by a manager', async () => {
    const [found] = await find(mia, contact);
    expect(found).toMatchObject({ isOwn: false, opens: { id: 'bill', person: 'Bill Okafor' } });
  });

  it('with a number without country is found by one with it', async () => {
    expect(await find(ada, { phone: '+44 20 7946 0958' })).toHaveLength(1);
  });

  it('comes after one’s own of the same strength', async () => {
    await apply(ben, 'later', { custom: { companyName: 'Shared Co' }, createdAt: new Date('2026-03-01') });
    await apply(ada, 'mine', { custom: { companyName: 'Shared' }, createdAt: new Date('2026-02-01') });
    expect((await find(ada, { company: 'Shared Ltd' })).map(({ isOwn }) => isOwn)).toEqual([true, false]);
  });
});

describe('nothing is known', () => {
  it.each<[string, Contact]>([
    ['of another organization’s lead, by email', { email: 'fritz@foreign.example' }],
    ['by phone', { phone: '+41 44 668 18 00' }],
    ['by domain', { website: 'https://foreign.example' }],
    ['by company', { company: 'Foreign Holding' }],
    ['by a similar company', { company: 'Foreign Holdings' }],
    ['of a mailbox that anyone can get', { website: 'gmail.com' }],
    ['of nothing', {}],
    ['of spaces', { email: ' ', phone: ' ', website: ' ', company: ' ' }],
    ['of a wildcard', { email: '%@%.%', company: '%', website: '%' }],
    ['of a quote', { company: "' or 1=1 --", phone: "'; drop table leads" }],
    ['of a lot', { company: 'a '.repeat(250), email: `${'a'.repeat(300)}@nordwind.example` }],
  ])('%s', async (_, contact) => {
    expect(await find(ada, contact)).toEqual([]);
    expect(await find(mia, contact)).toEqual([]);
  });

  it('of a deleted lead', async () => {
    await apply(ada, 'gone', { email: 'gone@gone.example' });
    expect(await find(ada, { email: 'gone@gone.example' })).toHaveLength(1);
    await tombstoneLead(database.db, { leadId: 'gone', readStart: await startRead(database.db, NOW) });
    expect(await find(ada, { email: 'gone@gone.example' })).toEqual([]);
  });

  it('any more of a lead that moved to another organization', async () => {
    await apply(ada, 'moved', { email: 'moved@moved.example', custom: { companyName: 'Movers' } });
    await apply(eve, 'moved', { email: 'moved@moved.example', custom: { companyName: 'Movers' } });
    expect(await find(ada, { email: 'moved@moved.example', company: 'Movers Inc' })).toEqual([]);
    expect(await find(mia, { company: 'Moverz' })).toEqual([]);
    expect(await find(eve, { company: 'Movers' })).toHaveLength(1);
  });
});

describe('a submission that is no lead yet', () => {
  it('is found by its answers, and by its lead once there is one', async () => {
    const id = await submit(ada, {
      lastName: 'Quill',
      email: 'quill@quill.example',
      companyName: 'Quill SARL',
    });
    const [found, ...others] = await find(ada, { company: 'quill' });
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      by: 'company',
      isOwn: true,
      company: 'Quill SARL',
      opens: { kind: 'submission', id, person: 'Quill', state: 'queued' },
    });
    const [colleagues] = await find(ben, { email: 'quill@quill.example' });
    expect(colleagues).toMatchObject({ isOwn: false, company: 'Quill SARL' });
    expect(colleagues).not.toHaveProperty('opens');
    expect(await find(eve, { company: 'quill' })).toEqual([]);
    await database.db.update(submissions).set({ leadId: 'quill' }).where(eq(submissions.id, id));
    await apply(ada, 'quill', { lastName: 'Quill', custom: { companyName: 'Quill SARL' } });
    expect(await find(ada, { company: 'quill' })).toMatchObject([{ opens: { kind: 'lead', id: 'quill' } }]);
  });

  it('does not count while it is corrected, and not after it was', async () => {
    const id = await submit(ada, { lastName: 'Rush', email: 'rush@rush.example' });
    expect(await find(ada, { email: 'rush@rush.example' })).toHaveLength(1);
    expect(await find(ada, { email: 'rush@rush.example' }, id)).toEqual([]);
    await database.db.update(submissions).set({ replacedBy: 'other' }).where(eq(submissions.id, id));
    expect(await find(ada, { email: 'rush@rush.example' })).toEqual([]);
  });
});

it('shows three at most', async () => {
  for (const [index, viewer] of [ada, ben, ada, ben, ada].entries()) {
    await apply(viewer, `many-${index}`, { custom: { companyName: 'Many' }, createdAt: new Date(index) });
  }
  const found = await find(mia, { company: 'Many' });
  expect(found.map(({ opens }) => opens?.id)).toEqual(['many-4', 'many-3', 'many-2']);
});

it('finds leads and submissions of before there were keys, once the form was read again', async () => {
  const { db } = database;
  const id = await submit(ada, { lastName: 'Elder', email: 'sub@elder.example' });
  await apply(ada, 'elder', { email: 'lead@elder.example' });
  const none = { knownEmail: null, knownPhone: null, knownDomain: null, knownCompany: null };
  await db.update(leads).set(none).where(eq(leads.id, 'elder'));
  await db.update(submissions).set(none).where(eq(submissions.id, id));
  const field = { id: 'companyName', placement: 'custom' };
  await db.update(deskSettings).set({ value: { field, filledTo: null } });
  expect(await find(ada, { website: 'elder.example' })).toEqual([]);
  await db.transaction((tx) => updateCompanyField(tx, { fields: FIELDS, now: NOW }));
  expect(await findJob(db, { topic: COMPANY_FILL, key: COMPANY_FILL_KEY })).toBeDefined();
  await fillSubmissionKeys(db);
  await fillCompanies(db, { clock: () => NOW });
  const found = await find(ada, { website: 'elder.example' });
  expect(new Set(found.map(({ opens }) => opens?.id))).toEqual(new Set(['elder', id]));
});

it('follows the form when another field becomes the company’s, for leads and submissions', async () => {
  const id = await submit(ada, { house: 'Otherhouse', lastName: 'O' });
  await apply(ada, 'other', { custom: { house: 'Otherhouse' } });
  expect(await find(ada, { company: 'Otherhouse' })).toEqual([]);
  const house: GuessedField = { id: 'house', label: 'Company', kind: 'text', placement: 'custom' };
  await database.db.transaction((tx) => updateCompanyField(tx, { fields: [house], now: NOW }));
  await fillSubmissionKeys(database.db);
  await fillCompanies(database.db, { clock: () => NOW });
  const found = await find(ada, { company: 'Otherhouse' });
  expect(new Set(found.map(({ opens }) => opens?.id))).toEqual(new Set(['other', id]));
  expect(await find(ada, { company: 'Nordwind Logistik' })).toEqual([]);
  expect(await find(ada, { company: 'Otherhose' })).toHaveLength(2);
});
