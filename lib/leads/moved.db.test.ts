import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import { DEFAULT_LEADS_QUERY } from '@/lib/core/leads-query';
import type { Database } from '@/lib/db/handle';
import { submissions } from '@/lib/db/schema/submissions';
import { timeline } from '@/lib/db/schema/timeline';
import { freshDatabase } from '@/tests/support/database';
import { addViewer, makeLead } from '@/tests/support/rows';
import { applyLead } from './apply';
import { getLeadView } from './lead-view';
import { listLeads } from './list';
import { startRead } from './read-start';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute));

let database: Database;
let before: Viewer;
let after: Viewer;
beforeAll(async () => {
  database = await freshDatabase();
  before = await addViewer(database.db);
  after = await addViewer(database.db);
});
afterAll(() => database.close());

/** A lead submitted by `before`, followed by one note after another, by minute, each under an owner. */
async function leadWith(notes: readonly [minute: number, owner: Viewer, note: string][]) {
  const { db } = database;
  const id = newId('submission');
  const submissionId = newId('submission');
  const { organizationId, agentId } = before.membership;
  await db.insert(submissions).values({
    id: submissionId,
    personId: before.personId,
    organizationId,
    agentId,
    schemaVersion: '',
    answers: {},
    state: 'accepted',
    leadId: id,
    createdAt: at(0),
    completedAt: at(1),
  });
  const { personId } = before;
  await db.insert(timeline).values([
    { submissionId, at: at(0), kind: 'submitted', personId },
    { submissionId, leadId: id, at: at(1), kind: 'accepted', personId },
  ]);
  for (const [minute, { membership }, note] of notes) {
    const { organizationId, agentId } = membership;
    const read = {
      updatedAt: at(minute),
      standard: { partnerOrganizationId: organizationId, agentId, note },
    };
    const lead = makeLead({ id, createdAt: at(0), organizationId, agentId, ...read });
    await applyLead(db, {
      lead,
      readStart: await startRead(db, at(minute)),
      labelOf: (fieldId) => ({ label: fieldId }),
    });
  }
  const viewOf = (viewer: Viewer) => getLeadView(db, viewer, { id, now: at(60), locale: 'en' });
  return { id, submissionId, viewOf };
}

describe('a lead that moved to another owner shows', () => {
  it('the new owner nothing of the former one: no name, no value, no receipt, no submission', async () => {
    const { id, submissionId, viewOf } = await leadWith([
      [2, before, 'theirs first'],
      [3, before, 'theirs second'],
      [5, after, 'ours first'],
      [6, after, 'ours second'],
    ]);
    const view = await viewOf(after);
    expect(view?.timeline).toMatchObject([
      {
        kind: 'fields-changed',
        changes: [{ from: { values: ['ours first'] }, to: { values: ['ours second'] } }],
      },
      { kind: 'reassigned', actor: { by: 'portal' }, changes: [] },
    ]);
    expect(view?.receipt).toBeUndefined();
    const shown = JSON.stringify(view);
    for (const secret of ['theirs', before.name, submissionId, ...Object.values(before.membership)])
      if (typeof secret === 'string' && secret !== 'agent') expect(shown).not.toContain(secret);
    const { rows } = await listLeads(database.db, after, { query: DEFAULT_LEADS_QUERY, timeZone: 'UTC' });
    expect(rows.find((row) => row.id === id)).toMatchObject({ submissionId: undefined });
    expect(await viewOf(before), 'no longer visible to the former owner').toBeUndefined();
  });

  it('an owner who gets it back their own history and receipt, and nothing from the time in between', async () => {
    const { viewOf } = await leadWith([
      [2, before, 'ours first'],
      [3, before, 'ours second'],
      [5, after, 'theirs first'],
      [6, after, 'theirs second'],
      [8, before, 'back'],
      [9, before, 'back and changed'],
    ]);
    const view = await viewOf(before);
    expect(view?.timeline.map(({ kind }) => kind)).toEqual([
      ...['fields-changed', 'reassigned', 'reassigned'],
      ...['fields-changed', 'accepted', 'submitted'],
    ]);
    expect(view?.receipt?.submittedBy).toBe(before.name);
    expect(JSON.stringify(view)).not.toContain('theirs');
  });

  it('agents only their own part, and a manager of both agents everything, the move once', async () => {
    const { organizationId } = before.membership;
    const colleague = await addViewer(database.db, { organizationId });
    const manager = await addViewer(database.db, { organizationId, role: 'manager' });
    const { viewOf } = await leadWith([
      [2, before, 'ours first'],
      [3, before, 'ours second'],
      [5, colleague, 'colleague first'],
      [6, colleague, 'colleague second'],
    ]);
    const kindsOf = async (viewer: Viewer) => (await viewOf(viewer))?.timeline.map(({ kind }) => kind);
    expect(await kindsOf(colleague)).toEqual(['fields-changed', 'reassigned']);
    expect((await viewOf(colleague))?.receipt).toBeUndefined();
    expect(await kindsOf(manager)).toEqual([
      ...['fields-changed', 'reassigned', 'fields-changed', 'accepted', 'submitted'],
    ]);
    expect((await viewOf(manager))?.receipt?.submittedBy).toBe(before.name);
  });
});
