import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import type { Database } from '@/lib/db/handle';
import { schemaState, schemaVersions } from '@/lib/db/schema/connection';
import { timeline } from '@/lib/db/schema/timeline';
import type { Field } from '@/lib/forms/field';
import { setFieldDisplay } from '@/lib/lead-schema/field-settings';
import { freshDatabase } from '@/tests/support/database';
import { makeField, makeSchema } from '@/tests/support/form-fixtures';
import { addAgent, addViewer, makeLead } from '@/tests/support/rows';
import { applyLead } from './apply';
import { getLeadView } from './lead-view';
import { startRead } from './read-start';
import type { TimelineChange } from './view';

const JANUARY = new Date('2026-01-10T09:00:00Z');
const FEBRUARY = new Date('2026-02-10T09:00:00Z');
const MARCH = new Date('2026-03-10T09:00:00Z');
const LABELS = new Map([
  ['industry', 'Industry'],
  ['pilot', 'Pilot'],
  ['interests', 'Interests'],
  ['budget', 'Budget'],
  ['closedOn', 'Closed on'],
]);

const custom = ({ options, ...field }: Partial<Field> & { id: string }): Field => ({
  ...makeField({ ...field, label: LABELS.get(field.id) ?? field.id }),
  placement: 'custom',
  ...(options && { options }),
});

/** The form, with this label for the choice of the industry. */
const form = (version: string, realEstate: string) => ({
  ...makeSchema([
    custom({
      id: 'industry',
      kind: 'picklist',
      options: [{ value: 'real-estate-manufacturing', label: realEstate, active: true }],
    }),
    custom({ id: 'pilot', kind: 'boolean' }),
    custom({
      id: 'interests',
      kind: 'multi-picklist',
      options: [
        { value: 1, label: 'Terminals', active: true },
        { value: 2, label: 'Scales', active: true },
      ],
    }),
    custom({ id: 'budget', kind: 'currency', currency: 'EUR' }),
    custom({ id: 'closedOn', kind: 'date-time' }),
  ]),
  version,
});

let database: Database;
let ada: Viewer;
beforeAll(async () => {
  database = await freshDatabase();
  ada = await addViewer(database.db, await addAgent(database.db, { agentId: 'agent-a' }));
  const { db } = database;
  await db.insert(schemaVersions).values([
    { version: 'v1', schema: form('v1', 'Real estate'), firstSeenAt: JANUARY },
    { version: 'v2', schema: form('v2', 'Property'), firstSeenAt: MARCH },
  ]);
  await db.insert(schemaState).values({ id: 'current', version: 'v2', checkedAt: MARCH });
});
afterAll(() => database.close());

async function read(id: string, at: Date, customFields: Record<string, unknown>, standard = {}) {
  const lead = makeLead({ id, ...owner(), updatedAt: at, custom: customFields, standard });
  await applyLead(database.db, {
    lead,
    readStart: await startRead(database.db, at),
    labelOf: (fieldId) => ({ label: LABELS.get(fieldId) ?? fieldId }),
  });
}

function owner() {
  const { organizationId, agentId } = ada.membership;
  return { organizationId, agentId };
}

async function changesOf(id: string, locale = 'en'): Promise<TimelineChange[]> {
  const view = await getLeadView(database.db, ada, { id, now: MARCH, locale });
  return view?.timeline.flatMap(({ changes }) => changes) ?? [];
}

const changed = (changes: TimelineChange[], fieldId: string) => {
  const found = changes.find((change) => change.of === 'field' && change.to.id === fieldId);
  return found?.of === 'field' ? found : undefined;
};

describe('the history of a lead', () => {
  it('keeps kinds and choices of changes, so that it matches the details', async () => {
    await read('typed', JANUARY, { industry: 'other', interests: [1], budget: 10 });
    await read('typed', FEBRUARY, {
      industry: 'real-estate-manufacturing',
      pilot: true,
      interests: [2, 1],
      budget: 2500,
      closedOn: '2026-02-01T10:11:12.345Z',
    });
    const changes = await changesOf('typed');
    // The choice had this label in February; it has another one now.
    expect(changed(changes, 'industry')?.to).toMatchObject({ kind: 'picklist', values: ['Real estate'] });
    expect(changed(changes, 'industry')?.from).toMatchObject({ values: ['other'] });
    expect(changed(changes, 'pilot')).toMatchObject({
      from: { values: [] },
      to: { kind: 'boolean', values: ['true'] },
    });
    expect(changed(changes, 'interests')?.to).toMatchObject({ values: ['Scales', 'Terminals'] });
    expect(changed(changes, 'budget')?.to).toMatchObject({
      kind: 'currency',
      currency: 'EUR',
      values: ['2500'],
    });
    expect(changed(changes, 'closedOn')?.to).toMatchObject({ kind: 'date-time' });
  });

  it('shows the label of that time in the reader’s language, if it had one', async () => {
    await read('translated', JANUARY, {});
    const labels = { de: 'Probelauf' };
    const fields = [{ id: 'pilot', label: 'Trial run', labels, from: 'true', to: '' }];
    await database.db
      .insert(timeline)
      .values({ ...owner(), leadId: 'translated', at: FEBRUARY, kind: 'fields-changed', detail: { fields } });
    for (const [locale, label] of [
      ['de-CH', 'Probelauf'],
      ['ja', 'Trial run'],
      ['__proto__', 'Trial run'],
    ] as const) {
      expect((await changesOf('translated', locale))[0]).toMatchObject({ from: { label }, to: { label } });
    }
  });

  it('shows a usual name in the reader’s language only for the portal’s own label, not for an admin’s', async () => {
    await read('usual', JANUARY, {});
    const fields = [
      { id: 'industry', label: 'Industry', from: 'a', to: 'b' },
      { id: 'pilot', label: 'First name', from: 'true', to: '' },
    ];
    await database.db
      .insert(timeline)
      .values({ ...owner(), leadId: 'usual', at: FEBRUARY, kind: 'fields-changed', detail: { fields } });
    const changes = await changesOf('usual', 'de');
    expect(changed(changes, 'industry')?.to).toMatchObject({ label: 'Branche' });
    expect(changed(changes, 'pilot')?.to).toMatchObject({ label: 'First name' });
  });

  it('records a change with the field label of that time', async () => {
    await read('renamed', JANUARY, {});
    const fields = [{ id: 'pilot', label: 'Trial run', from: 'true', to: '' }];
    await database.db
      .insert(timeline)
      .values({ ...owner(), leadId: 'renamed', at: FEBRUARY, kind: 'fields-changed', detail: { fields } });
    expect((await changesOf('renamed'))[0]).toMatchObject({
      from: { label: 'Trial run', kind: 'boolean', values: ['true'] },
      to: { label: 'Trial run', values: [] },
    });
  });

  it('says nothing about fields that admins hide now, not even that they changed', async () => {
    await read('hiding', JANUARY, { pilot: true });
    const pilot = { id: 'pilot', label: 'Pilot', from: 'true', to: '' };
    const earlier = { id: 'pilot', label: 'Pilot', from: '', to: 'true' };
    const budget = { id: 'budget', label: 'Budget', from: '10', to: '20' };
    const entry = { ...owner(), leadId: 'hiding', at: FEBRUARY, kind: 'fields-changed' as const };
    await database.db.insert(timeline).values([
      { ...entry, detail: { fields: [pilot, budget] } },
      { ...entry, detail: { fields: [earlier] } },
    ]);
    const countEntries = async () =>
      (await getLeadView(database.db, ada, { id: 'hiding', now: MARCH, locale: 'en' }))?.timeline.length;
    const before = await countEntries();
    await hide(true);
    expect(await changesOf('hiding')).toMatchObject([{ from: { id: 'budget' }, to: { values: ['20'] } }]);
    expect(await countEntries()).toBe((before ?? 0) - 1);
    await hide(false);
    expect(await countEntries()).toBe(before);
  });
});

function hide(hidden: boolean) {
  const by = { personId: 'admin', email: 'admin@desk.example' };
  return setFieldDisplay(database.db, { fieldId: 'pilot', display: { hidden }, by, at: MARCH });
}
