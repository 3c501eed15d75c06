import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { DEFAULT_PREFERENCES, LIST_COLUMNS, type ListColumn } from '@/lib/core/preferences';
import type { Database } from '@/lib/db/handle';
import { people } from '@/lib/db/schema/people';
import { setFieldDisplay } from '@/lib/lead-schema/field-settings';
import { readSchema } from '@/lib/lead-schema/schema';
import { findSignedIn } from '@/lib/sessions/sessions';
import { freshDatabase } from '@/tests/support/database';
import { openTestPortal } from '@/tests/support/portal';
import { addViewer, makeLead } from '@/tests/support/rows';
import { applyLead } from './apply';
import { findAnswerFields, offerColumns, readAnswers, setListDisplay } from './columns';
import { startRead } from './read-start';

const now = new Date('2026-03-02T09:00:00Z');

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const { columns: chosen } = DEFAULT_PREFERENCES;
const offered = async (role: 'agent' | 'manager') =>
  offerColumns({ fields: await findAnswerFields(database.db, 'en'), chosen, role, hidesValue: false });
const namesOf = (columns: { column: ListColumn }[]) => columns.map(({ column }) => column);
const viewerNow = async ({ sessionId }: Viewer) => {
  const person = await findSignedIn(database.db, {
    sessionId,
    now: new Date(),
    demo: false,
    adminEmails: [],
  });
  if (!person?.membership) throw new Error('The viewer is signed out.');
  return { ...person, membership: person.membership };
};

describe('before the form was read', () => {
  it('only the columns of every lead are offered, to agents without the agent', async () => {
    const all = ['status', 'value', 'agent', 'changed', 'submitted'];
    expect(namesOf(await offered('manager'))).toEqual(all);
    expect(namesOf(await offered('agent'))).toEqual(all.filter((column) => column !== 'agent'));
  });
});

describe('with the form of the portal', () => {
  beforeAll(async () => {
    const portal = await openTestPortal({});
    await readSchema(database.db, { service: portal.service, now });
    await portal.close();
  });

  it('fields with a role are offered under the label that people see', async () => {
    const columns = await offered('manager');
    expect(namesOf(columns)).toEqual(LIST_COLUMNS.filter((column) => column !== 'source'));
    expect(columns.find(({ column }) => column === 'close-date')).toEqual({
      column: 'close-date',
      label: 'Expected close',
      isShown: false,
    });
  });

  it('a field that admins hide is not offered', async () => {
    const by = { personId: 'admin', email: 'admin@desk.example' };
    const fields = await findAnswerFields(database.db, 'en');
    expect(fields.has('phone')).toBe(true);
    await setFieldDisplay(database.db, { by, fieldId: 'phone', display: { hidden: true }, at: now });
    expect((await findAnswerFields(database.db, 'en')).has('phone')).toBe(false);
  });

  it('answers are read for the chosen columns, and only of the viewer’s own leads', async () => {
    const ada = await addViewer(database.db);
    const eve = await addViewer(database.db);
    for (const [id, { membership }] of [
      ['of-ada', ada],
      ['of-eve', eve],
    ] as const) {
      const { organizationId, agentId } = membership;
      const custom = { website: `https://${id}.example`, expectedClose: '2031-05-04' };
      const lead = makeLead({ id, organizationId, agentId, custom });
      const readStart = await startRead(database.db, now);
      await applyLead(database.db, { lead, readStart, labelOf: (fieldId) => ({ label: fieldId }) });
    }
    const fields = await findAnswerFields(database.db, 'en');
    const rows = ['of-ada', 'of-eve'].map((id) => ({ ...ROW, id }));
    const columns = offerColumns({ fields, chosen: ['website'], role: 'agent', hidesValue: false });
    const answersOf = await readAnswers(database.db, ada, { rows, pending: [], columns, fields });
    expect(answersOf({ id: 'of-ada' })).toEqual({
      website: expect.objectContaining({ kind: 'url', values: ['https://of-ada.example'] }),
    });
    expect(answersOf({ id: 'of-eve' })).toBeUndefined();
    const none = offerColumns({ fields, chosen, role: 'agent', hidesValue: false });
    const nothing = await readAnswers(database.db, ada, { rows, pending: [], columns: none, fields });
    expect(nothing({ id: 'of-ada' })).toBeUndefined();
  });

  it('a choice is the person’s, and one among columns that were not offered stays', async () => {
    const agent = await addViewer(database.db);
    const columns: ListColumn[] = ['submitted', 'value', 'source'];
    await setListDisplay(database.db, agent, { columns, density: 'compact', locale: 'en' });
    // What an agent is not offered is not in their choice: as a manager, they see it as before.
    expect((await viewerNow(agent)).preferences).toEqual({
      columns: ['value', 'agent', 'submitted'],
      density: 'compact',
      shortcuts: true,
    });
    await setListDisplay(database.db, await viewerNow(agent), {
      columns: [],
      density: 'comfortable',
      locale: 'en',
    });
    expect((await viewerNow(agent)).preferences.columns).toEqual(['agent']);
  });

  it('a stored column that no longer exists is ignored', async () => {
    const agent = await addViewer(database.db);
    await database.db.update(people).set({ listColumns: ['moon', 'value'] });
    expect((await viewerNow(agent)).preferences.columns).toEqual(['value']);
  });
});

const ROW = {
  name: '',
  email: '',
  status: 'pending',
  statusSince: '',
  agentName: '',
  submittedAt: '',
  changedAt: '',
};
