import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { DEFAULT_LEADS_QUERY, type LeadsQuery } from '@/lib/core/leads-query';
import type { Database } from '@/lib/db/handle';
import { notices } from '@/lib/db/schema/notices';
import type { Cell } from '@/lib/export-files/table';
import { setFieldDisplay } from '@/lib/lead-schema/field-settings';
import { readSchema } from '@/lib/lead-schema/schema';
import type { ServiceLead } from '@/lib/service/lead';
import { addLeadsInBulk } from '@/tests/support/bulk-leads';
import { freshDatabase } from '@/tests/support/database';
import { ADMIN } from '@/tests/support/people';
import { openTestPortal } from '@/tests/support/portal';
import { addViewer, applyLeadOf } from '@/tests/support/rows';
import { countExported, type ExportColumns, exportLeads } from './export-leads';

const NOW = new Date('2026-03-02T09:00:00Z');

let database: Database;
let ada: Viewer;
let mia: Viewer;
let eve: Viewer;
beforeAll(async () => {
  database = await freshDatabase();
  const portal = await openTestPortal({});
  await readSchema(database.db, { service: portal.service, now: NOW });
  await portal.close();
  ada = await addViewer(database.db);
  mia = await addViewer(database.db, { organizationId: ada.membership.organizationId, role: 'manager' });
  eve = await addViewer(database.db);
  await apply(ada, 'anna', {
    firstName: 'Anna',
    lastName: 'Weber',
    status: 'won',
    value: 1250.5,
    createdAt: new Date('2026-02-01T23:30:00Z'),
    standard: { firstName: 'Anna', lastName: 'Weber', value: 1250.5 },
    custom: { companyName: 'Nordwind', expectedClose: '2031-05-04' },
  });
  await apply(ada, 'bill', {
    firstName: 'Bill',
    lastName: '=1+1',
    createdAt: new Date('2026-02-02T09:00:00Z'),
  });
  await apply(mia, 'carl', { firstName: 'Carl', lastName: 'Quist' });
  await apply(eve, 'foreign', { firstName: 'Fritz', lastName: 'Foreign' });
});
afterAll(() => database.close());

const apply = (viewer: Viewer, id: string, lead: Partial<ServiceLead>) =>
  applyLeadOf(database.db, viewer, { lead: { id, ...lead }, now: NOW });

type Asked = { columns?: ExportColumns; query?: Partial<LeadsQuery> };

/** The table as objects by heading. */
async function take(
  viewer: Viewer,
  { columns = 'all', query = {} }: Asked = {},
  db = database.db,
): Promise<Record<string, Cell>[]> {
  const labels = {
    heading: (fact: string) => `the ${fact}`,
    yes: 'Yes',
    no: 'No',
    timeZone: 'Europe/Berlin',
  };
  const { head, batches } = await exportLeads(db, viewer, {
    columns,
    locale: 'en',
    query: { ...DEFAULT_LEADS_QUERY, ...query },
    labels: { ...labels, statusOverrides: new Map() },
  });
  const rows: Record<string, Cell>[] = [];
  for await (const batch of batches)
    for (const cells of batch)
      rows.push(Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])));
  return rows;
}

const idsOf = (rows: Record<string, Cell>[]) => rows.map((row) => row['the id']);

it('an agent exports their own leads, a manager all of the organization, and nobody those of another', async () => {
  expect(idsOf(await take(ada))).toEqual(['bill', 'anna']);
  expect(new Set(idsOf(await take(mia)))).toEqual(new Set(['anna', 'bill', 'carl']));
  expect(idsOf(await take(eve))).toEqual(['foreign']);
});

it('the filters and the order are those of the list, and another agent cannot be asked for', async () => {
  expect(idsOf(await take(mia, { query: { status: 'won' } }))).toEqual(['anna']);
  expect(idsOf(await take(ada, { query: { sort: 'name', dir: 'asc' } }))).toEqual(['bill', 'anna']);
  expect(idsOf(await take(ada, { query: { q: 'nordw' } }))).toEqual(['anna']);
  expect(await take(ada, { query: { agent: mia.membership.agentId } })).toEqual([]);
});

it('all answers are in it as the form names them: numbers as numbers, moments in the person’s time zone', async () => {
  const [anna] = await take(ada, { query: { status: 'won' } });
  expect(anna).toMatchObject({
    'First name': 'Anna',
    'Last name': 'Weber',
    Company: 'Nordwind',
    'Expected close': '2031-05-04',
    'Deal value': 1250.5,
    'the status': 'Won',
    'the submitted': '2026-02-02 00:30',
  });
});

it('the columns of the list are those the person chose', async () => {
  const [anna] = await take(ada, { columns: 'shown', query: { status: 'won' } });
  expect(Object.keys(anna ?? {})).toEqual(
    ['company', 'person', 'status', 'value', 'changed', 'submitted'].map((fact) => `the ${fact}`),
  );
});

it('what admins hide is in no export, and no order tells it', async () => {
  await setFieldDisplay(database.db, { by: ADMIN, fieldId: 'value', display: { hidden: true }, at: NOW });
  const [anna] = await take(ada, { query: { status: 'won' } });
  expect(anna).not.toHaveProperty('Deal value');
  const shown = await take(ada, { columns: 'shown', query: { sort: 'value', dir: 'asc' } });
  expect(shown.map((row) => row['the person'])).toEqual(['Bill =1+1', 'Anna Weber']);
  expect(shown[0]).not.toHaveProperty('the value');
});

it('more leads than are read at once are all there, each once', async () => {
  const other = await freshDatabase();
  onTestFinished(() => other.close());
  const manager = await addViewer(other.db, { role: 'manager' });
  const { organizationId } = manager.membership;
  await addLeadsInBulk(other.db, { organizationId, agents: { many: 'many', few: 'few' }, count: 1_050 });
  const ids = idsOf(await take(manager, {}, other.db));
  expect(ids).toHaveLength(1_050);
  expect(new Set(ids).size).toBe(1_050);
});

it('what is unread is exported as the list shows it, and nothing where the list shows no leads', async () => {
  await addNotice(ada, 'bill');
  expect(idsOf(await take(ada, { query: { show: 'unread' } }))).toEqual(['bill']);
  expect(await count(ada, { show: 'unread' })).toBe(1);
  // Only submissions that are no leads yet are shown.
  expect(await take(ada, { query: { show: 'needs-correction' } })).toEqual([]);
  expect(await count(ada, { show: 'needs-correction' })).toBe(0);
});

const addNotice = ({ personId }: Viewer, leadId: string) =>
  database.db.insert(notices).values({ personId, leadId, kind: 'first-seen', at: NOW });

async function count(viewer: Viewer, query: Partial<LeadsQuery>): Promise<number> {
  const task = { query: { ...DEFAULT_LEADS_QUERY, ...query }, timeZone: 'Europe/Berlin' };
  return (await countExported(database.db, viewer, task)).count;
}
