import { afterAll, beforeAll, expect, it } from 'vitest';
import { getLeadsPage } from '@/app/(portal)/leads/(list)/query';
import { getAdminLeadsPage, parseAdminLeadsQuery } from '@/app/admin/leads/query';
import type { Viewer } from '@/lib/auth/viewer';
import { DEFAULT_LEADS_QUERY } from '@/lib/core/leads-query';
import { HELP_FIRST, parseOrder } from '@/lib/core/row-order';
import type { Database } from '@/lib/db/handle';
import { schemaState, schemaVersions } from '@/lib/db/schema/connection';
import { setFieldDisplay } from '@/lib/lead-schema/field-settings';
import { toPeriod } from '@/lib/reports/period';
import { getAdminReport } from '@/lib/reports/report';
import type { ServiceLead } from '@/lib/service/lead';
import { freshDatabase } from '@/tests/support/database';
import { makeField, makeSchema } from '@/tests/support/form-fixtures';
import { addViewer, makeLead } from '@/tests/support/rows';
import { applyLead } from './apply';
import { getLeadView } from './lead-view';
import { startRead } from './read-start';

const now = new Date('2026-03-02T09:00:00Z');
const by = { personId: 'admin', email: 'admin@desk.example' };

let database: Database;
let agent: Viewer;
beforeAll(async () => {
  database = await freshDatabase();
  agent = await addViewer(database.db);
  await read({ id: 'one', value: 1234, createdAt: now });
});
afterAll(() => database.close());

async function read(of: Partial<ServiceLead>) {
  await applyLead(database.db, {
    lead: makeLead({ ...agent.membership, ...of }),
    readStart: await startRead(database.db, now),
    labelOf: (fieldId) => ({ label: fieldId }),
  });
}

async function useForm(required: boolean) {
  const value = makeField({ id: 'value', label: 'Value', kind: 'currency', placement: 'standard', required });
  const { db } = database;
  const schema = makeSchema([value]);
  const version = { version: schema.version, schema, firstSeenAt: now };
  await db.insert(schemaVersions).values(version).onConflictDoNothing();
  const state = { version: schema.version, checkedAt: now };
  await db
    .insert(schemaState)
    .values({ id: 'current', ...state })
    .onConflictDoUpdate({ target: schemaState.id, set: state });
}

/** The leads in the order of a list by value. */
async function byValue() {
  const query = { ...DEFAULT_LEADS_QUERY, sort: 'value', dir: 'asc' } as const;
  return getLeadsPage(database.db, agent, { query, timeZone: 'UTC', now, locale: 'en' });
}

/** The values that an agent sees on the lead's page and in its row. */
async function shownValues() {
  const view = await getLeadView(database.db, agent, { id: 'one', now, locale: 'en' });
  const page = await getLeadsPage(database.db, agent, {
    query: DEFAULT_LEADS_QUERY,
    timeZone: 'UTC',
    now,
    locale: 'en',
  });
  return [view, ...page.rows].map((each) => each?.value);
}

it('the value of a lead is shown nowhere while its field is hidden', async () => {
  await useForm(false);
  expect(await shownValues()).toEqual([1234, 1234]);
  await setFieldDisplay(database.db, { fieldId: 'value', display: { hidden: true }, by, at: now });
  expect(await shownValues()).toEqual([undefined, undefined]);
  await useForm(true);
  expect(await shownValues(), 'the portal requires it').toEqual([1234, 1234]);
});

it('and does not order the list: that would give the values away', async () => {
  await read({ id: 'two', value: 99, createdAt: new Date('2026-03-01T09:00:00Z') });
  await useForm(true);
  expect((await byValue()).rows.map(({ id }) => id)).toEqual(['two', 'one']);
  await useForm(false);
  const { rows, query, columns } = await byValue();
  expect(
    rows.map(({ id }) => id),
    'newest first',
  ).toEqual(['one', 'two']);
  expect(query.sort).toBe('submitted');
  expect(columns.map(({ column }) => column)).toEqual(['status', 'changed', 'submitted']);
});

it('and does not order the list of the admins, whatever its address says', async () => {
  await useForm(false);
  const idsOf = async (order: 'highest' | 'lowest' | undefined, after?: string) => {
    const filter = { ...parseAdminLeadsQuery({}), order, after };
    const { rows, hidesValue } = await getAdminLeadsPage(database.db, filter, { timeZone: 'UTC', now });
    expect(hidesValue).toBe(true);
    return rows.map(({ id }) => id);
  };
  for (const order of ['highest', 'lowest', undefined] as const) {
    expect(await idsOf(order), 'newest first').toEqual(['one', 'two']);
    // A position in the order of values would say which lead has more.
    const above = Buffer.from(JSON.stringify([100, 'x'])).toString('base64url');
    expect(await idsOf(order, above)).toEqual(['one', 'two']);
  }
});

it('and does not order the reports', async () => {
  const period = toPeriod(4, now);
  const orderNow = async () => {
    const task = { period, locale: 'en', order: parseOrder('-value'), organization: '' };
    return (await getAdminReport(database.db, task))?.report.order;
  };
  await useForm(true);
  expect(await orderNow()).toEqual(parseOrder('-value'));
  await useForm(false);
  expect(await orderNow()).toEqual(HELP_FIRST);
});
