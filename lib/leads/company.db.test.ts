import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { DEFAULT_LEADS_QUERY, type LeadsQuery } from '@/lib/core/leads-query';
import type { Database } from '@/lib/db/handle';
import { auditLog, deskSettings, fieldSettings } from '@/lib/db/schema/admin';
import { leads } from '@/lib/db/schema/leads';
import type { Field } from '@/lib/forms/field';
import type { GuessedField } from '@/lib/forms/field-roles';
import { COMPANY_FILL, COMPANY_FILL_KEY, updateCompanyField } from '@/lib/lead-schema/company-field';
import {
  type FieldDisplay,
  getFieldOverrides,
  resetField,
  setFieldDisplay,
} from '@/lib/lead-schema/field-settings';
import { readSchema } from '@/lib/lead-schema/schema';
import { freshDatabase } from '@/tests/support/database';
import { openTestPortal, type TestPortal } from '@/tests/support/portal';
import { addViewer, findJob, makeLead } from '@/tests/support/rows';
import { addLeads } from './add';
import { applyLead } from './apply';
import { fillCompanies } from './fill-company';
import { countLeads, listLeads } from './list';
import { startRead } from './read-start';

const now = new Date('2026-03-02T09:00:00Z');
const by = { personId: 'admin', email: 'admin@desk.example' };

const FIELDS: GuessedField[] = [
  { id: 'house', label: 'House', kind: 'text', placement: 'custom' },
  { id: 'companyName', label: 'Company', kind: 'text', placement: 'custom' },
];

let database: Database;
let manager: Viewer;
beforeAll(async () => {
  database = await freshDatabase();
});
beforeEach(async () => {
  await database.db.delete(leads);
  await database.db.delete(deskSettings);
  manager = await addViewer(database.db, { role: 'manager' });
});
afterAll(() => database.close());

const determine = (fields: (GuessedField & Pick<Field, 'options'>)[]) =>
  database.db.transaction((tx) => updateCompanyField(tx, { fields, now }));
const fill = () => fillCompanies(database.db, { clock: () => now });

async function apply(id: string, lastName: string, custom: Record<string, unknown>) {
  const { organizationId, agentId } = manager.membership;
  const lead = makeLead({ id, organizationId, agentId, lastName, custom });
  const readStart = await startRead(database.db, now);
  await applyLead(database.db, { lead, readStart, labelOf: (fieldId) => ({ label: fieldId }) });
}

async function list(query: Partial<LeadsQuery>) {
  const listing = { query: { ...DEFAULT_LEADS_QUERY, ...query }, timeZone: 'UTC' };
  const { rows } = await listLeads(database.db, manager, listing);
  expect(await countLeads(database.db, manager, listing)).toEqual({ count: rows.length, capped: false });
  return rows;
}

const idsOf = async (query: Partial<LeadsQuery>) => (await list(query)).map(({ id }) => id);
const companies = async () => (await list({ sort: 'name', dir: 'asc' })).map(({ company }) => company);

describe('the company of a lead', () => {
  it('is the answer to the company field, whichever way the lead came', async () => {
    await determine(FIELDS);
    await apply('one', 'A', { companyName: '  Müller & Söhne ', house: 'x' });
    const page = [
      makeLead({ ...manager.membership, id: 'two', lastName: 'B', custom: { companyName: 42 } }),
      makeLead({ ...manager.membership, id: 'three', lastName: 'C', custom: { companyName: ['no text'] } }),
      makeLead({ ...manager.membership, id: 'four', lastName: 'D', standard: { companyName: 'At the top' } }),
    ];
    await addLeads(database.db, { page, readStart: await startRead(database.db, now), mayOmit: false });
    expect(await companies()).toEqual(['Müller & Söhne', '42', 'no text', 'At the top']);
  });

  it('is found by parts of its words, together with the name', async () => {
    await determine(FIELDS);
    await apply('one', 'Weber', { companyName: 'Nordwind Logistik' });
    await apply('two', 'Weber', { companyName: '株式会社東京商事' });
    await apply('three', 'Weber', {});
    expect(await idsOf({ q: 'dwind' })).toEqual(['one']);
    expect(await idsOf({ q: 'weber logi' })).toEqual(['one']);
    expect(await idsOf({ q: '東京' })).toEqual(['two']);
    expect(await idsOf({ q: '商' })).toEqual(['two']);
    expect(await idsOf({ q: 'st' })).toEqual([]);
  });

  it('sorts leads, those without one last and by name', async () => {
    await determine(FIELDS);
    await apply('none-z', 'Zoe', {});
    await apply('none-a', 'Adam', { companyName: ' ' });
    await apply('zeta', 'Adam', { companyName: 'zeta' });
    await apply('alpha-b', 'Boris', { companyName: 'Alpha' });
    await apply('alpha-a', 'Anna', { companyName: 'alpha' });
    const expected = ['alpha-a', 'alpha-b', 'zeta', 'none-a', 'none-z'];
    expect(await idsOf({ sort: 'company', dir: 'asc' })).toEqual(expected);
    expect(await idsOf({ sort: 'company', dir: 'desc' })).toEqual(expected.toReversed());
  });

  it('is brought up to date when another field becomes the company’s', async () => {
    await apply('one', 'A', { companyName: 'Old', house: 'New' });
    await apply('two', 'B', { companyName: 'Only' });
    expect(await companies(), 'before a form was read').toEqual([undefined, undefined]);
    await determine(FIELDS);
    expect(await findJob(database.db, { topic: COMPANY_FILL, key: COMPANY_FILL_KEY })).toBeDefined();
    expect(await fill()).toEqual({ kind: 'done' });
    expect(await companies()).toEqual(['Old', 'Only']);
    await determine([{ ...FIELDS[0], label: 'Company' } as GuessedField]);
    await fill();
    expect(await companies()).toEqual(['New', undefined]);
    expect(await idsOf({ q: 'old' })).toEqual([]);
    expect(await idsOf({ q: 'new' })).toEqual(['one']);
    await determine([]);
    await fill();
    expect(await companies()).toEqual([undefined, undefined]);
  });

  it('is the label of a choice, also after the form dropped it or named it anew', async () => {
    const chosen = (...options: [value: string, label: string][]) => [
      {
        ...({ id: 'companyName', label: 'Company', kind: 'picklist', placement: 'custom' } as const),
        options: options.map(([value, label]) => ({ value, label, active: true })),
      },
    ];
    await determine(chosen(['nw', 'Nordwind'], ['al', 'Alder']));
    await apply('one', 'A', { companyName: 'nw' });
    await apply('two', 'B', { companyName: 'al' });
    await apply('three', 'C', { companyName: 'other' });
    expect(await companies()).toEqual(['Nordwind', 'Alder', 'other']);
    expect(await idsOf({ q: 'nordwind' })).toEqual(['one']);
    await fill();
    await determine(chosen(['al', 'Alder Logistics']));
    expect(await fill()).toEqual({ kind: 'done' });
    expect(await companies()).toEqual(['Nordwind', 'Alder Logistics', 'other']);
    expect(await idsOf({ sort: 'company', dir: 'asc' })).toEqual(['two', 'one', 'three']);
  });

  it('is brought up to date in steps, and from where it stopped', async () => {
    const page = Array.from({ length: 450 }, (_, index) =>
      makeLead({ ...manager.membership, id: `lead-${index}`, custom: { companyName: 'Firm' } }),
    );
    await addLeads(database.db, { page, readStart: await startRead(database.db, now), mayOmit: false });
    await determine(FIELDS);
    let calls = 0;
    // Four seconds for each look at the clock but the first.
    const clock = () => new Date(now.getTime() + Math.max(0, calls++ - 1) * 4_000);
    expect(await fillCompanies(database.db, { clock })).toMatchObject({ kind: 'repeat' });
    const filled = async () =>
      (await database.db.select({ company: leads.company }).from(leads)).filter(({ company }) => company)
        .length;
    expect(await filled()).toBe(200);
    expect(await fill()).toEqual({ kind: 'done' });
    expect(await filled()).toBe(450);
  });
});

describe('the role that an admin chooses', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal({});
  });
  beforeEach(() => database.db.delete(fieldSettings));
  afterAll(() => portal.close());

  it('takes effect on all leads, is recorded, and can be taken back', async () => {
    const { db } = database;
    await readSchema(db, { service: portal.service, now });
    await apply('one', 'A', { companyName: 'Firm', accountManager: 'Kim' });
    expect(await companies()).toEqual(['Firm']);
    const display = { role: 'company' as const, hidden: false };
    await setFieldDisplay(db, { fieldId: 'accountManager', display, by, at: now });
    await fill();
    expect(await companies()).toEqual(['Kim']);
    expect((await getFieldOverrides(db, 'en')).get('accountManager')).toEqual(display);
    const [entry] = await db.select().from(auditLog);
    expect(entry).toMatchObject({
      event: 'field.changed',
      subject: 'accountManager',
      detail: { usedAs: 'company', usedAsWas: null },
    });
    await resetField(db, { fieldId: 'accountManager', by, at: now });
    await fill();
    expect(await companies()).toEqual(['Firm']);
  });

  it('has no effect while the field is hidden: its answers are neither shown nor found', async () => {
    const { db } = database;
    await readSchema(db, { service: portal.service, now });
    await apply('one', 'A', { companyName: 'Firm', accountManager: 'Kim' });
    const set = async (fieldId: string, display: FieldDisplay) => {
      await setFieldDisplay(db, { fieldId, display, by, at: now });
      await fill();
    };
    const company = async () => [await companies(), await idsOf({ q: 'kim' }), await idsOf({ q: 'firm' })];
    await set('accountManager', { role: 'company', hidden: false });
    expect(await company()).toEqual([['Kim'], ['one'], []]);
    await set('accountManager', { role: 'company', hidden: true });
    expect(await company()).toEqual([['Firm'], [], ['one']]);
    await set('accountManager', { role: 'company', hidden: false });
    expect(await company()).toEqual([['Kim'], ['one'], []]);
  });
});
