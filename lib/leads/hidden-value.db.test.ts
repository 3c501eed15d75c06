import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { DEFAULT_LEADS_QUERY } from '@/lib/core/leads-query';
import { getLeadsPage } from '@/lib/dashboard/dashboard';
import type { Database } from '@/lib/db/handle';
import { schemaState, schemaVersions } from '@/lib/db/schema/connection';
import { setFieldDisplay } from '@/lib/lead-schema/field-settings';
import { freshDatabase } from '@/tests/support/database';
import { makeField, makeSchema } from '@/tests/support/form-fixtures';
import { addViewer, makeLead } from '@/tests/support/rows';
import { applyLead } from './apply';
import { getLeadView } from './lead-view';
import { startReading } from './read-start';

const now = new Date('2026-03-02T09:00:00Z');
const by = { personId: 'admin', email: 'admin@desk.example' };

let database: Database;
let agent: Viewer;
beforeAll(async () => {
  database = await freshDatabase();
  agent = await addViewer(database.db);
  const lead = makeLead({ ...agent.membership, id: 'one', value: 1234 });
  await applyLead(database.db, {
    lead,
    readStart: await startReading(database.db, now),
    labelOf: (fieldId) => ({ label: fieldId }),
  });
});
afterAll(() => database.close());

async function useForm(required: boolean) {
  const value = makeField({ id: 'value', label: 'Value', kind: 'currency', placement: 'standard', required });
  const { db } = database;
  const schema = makeSchema([value]);
  await db.insert(schemaVersions).values({ version: schema.version, schema, firstSeenAt: now });
  const state = { version: schema.version, checkedAt: now };
  await db
    .insert(schemaState)
    .values({ id: 'current', ...state })
    .onConflictDoUpdate({ target: schemaState.id, set: state });
}

/** The values that an agent sees on the lead's page, in its row and on the tile of its status. */
async function shownValues() {
  const view = await getLeadView(database.db, agent, { id: 'one', now, locale: 'en' });
  const page = await getLeadsPage(database.db, agent, {
    query: DEFAULT_LEADS_QUERY,
    timeZone: 'UTC',
    now,
    locale: 'en',
  });
  return [view, ...page.rows, ...page.tiles].map((each) => each?.value);
}

it('the value of a lead is shown nowhere while its field is hidden', async () => {
  await useForm(false);
  expect(await shownValues()).toEqual([1234, 1234, 1234]);
  await setFieldDisplay(database.db, { fieldId: 'value', display: { hidden: true }, by, at: now });
  expect(await shownValues()).toEqual([undefined, undefined, undefined]);
  await useForm(true);
  expect(await shownValues(), 'the portal requires it').toEqual([1234, 1234, 1234]);
});
