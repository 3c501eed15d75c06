import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getLeadsPage } from '@/app/(portal)/leads/(list)/query';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import { DEFAULT_LEADS_QUERY, type LeadsQuery } from '@/lib/core/leads-query';
import type { Database } from '@/lib/db/handle';
import { submissions } from '@/lib/db/schema/submissions';
import { getEditForm } from '@/lib/edits/edit-form';
import { listPendingRows } from '@/lib/submissions/pending';
import { findSubmission } from '@/lib/submissions/queries';
import { getSubmissionView } from '@/lib/submissions/view';
import { freshDatabase } from '@/tests/support/database';
import { english } from '@/tests/support/english';
import { makeSchema } from '@/tests/support/form-fixtures';
import { addAgent, addViewer, makeLead } from '@/tests/support/rows';
import { applyLead } from './apply';
import { getLeadView } from './lead-view';
import { countByStatus, countLeads, listAgents, listLeads, readConfirmedAt } from './list';
import { startRead } from './read-start';
import { tombstoneLead } from './tombstone';

const NOW = new Date('2026-03-02T09:00:00Z');
const UTC = 'UTC';

let database: Database;
/** Two agents and a manager of one organization, and a manager of another whose agent has the same id. */
let ada: Viewer;
let ben: Viewer;
let mia: Viewer;
let eve: Viewer;

beforeAll(async () => {
  database = await freshDatabase();
  const { db } = database;
  const home = await addAgent(db, { agentId: 'agent-a' });
  ada = await addViewer(db, home);
  ben = await addViewer(db, { ...home, agentId: 'agent-b' });
  mia = await addViewer(db, { ...home, role: 'manager' });
  eve = await addViewer(db, { agentId: 'agent-a', role: 'manager' });
  await addLeads([ada, 'ada-1'], [ada, 'ada-2'], [ben, 'ben-1'], [eve, 'eve-1']);
  await tombstoneLead(db, { leadId: 'ada-2', readStart: await startRead(db, NOW) });
  for (const viewer of [ada, ben, eve]) await addSubmission(viewer);
});
afterAll(() => database.close());

async function addLeads(...leads: [Viewer, string][]) {
  for (const [{ membership }, id] of leads) {
    const { organizationId, agentId } = membership;
    const lead = makeLead({ id, organizationId, agentId, status: `status of ${id}`, value: 100 });
    await applyLead(database.db, {
      lead,
      readStart: await startRead(database.db, NOW),
      labelOf: (fieldId) => ({ label: fieldId }),
    });
  }
  // A lead without an owner is visible to no partner.
  const lost = makeLead({ id: 'lost', organizationId: undefined, agentId: undefined });
  await applyLead(database.db, {
    lead: lost,
    readStart: await startRead(database.db, NOW),
    labelOf: (fieldId) => ({ label: fieldId }),
  });
}

const submissionIds = new Map<Viewer, string>();
async function addSubmission(viewer: Viewer) {
  const id = newId('submission');
  submissionIds.set(viewer, id);
  const { organizationId, agentId } = viewer.membership;
  const owner = { personId: viewer.personId, organizationId, agentId };
  await database.db
    .insert(submissions)
    .values({ id, ...owner, schemaVersion: '', answers: {}, createdAt: NOW });
}

const query = (changes: Partial<LeadsQuery> = {}) => ({
  query: { ...DEFAULT_LEADS_QUERY, ...changes },
  timeZone: UTC,
});
const nameOf = (viewer: Viewer) =>
  viewer === ada ? 'ada' : viewer === ben ? 'ben' : viewer === mia ? 'mia' : 'eve';
const VISIBLE: Record<string, string[]> = {
  ada: ['ada-1'],
  ben: ['ben-1'],
  mia: ['ada-1', 'ben-1'],
  eve: ['eve-1'],
};
const EVERY_LEAD = ['ada-1', 'ada-2', 'ben-1', 'eve-1', 'lost', 'unknown', '', "' or 1=1 --"];

describe('agents see their own leads, managers those of the organization, and no other leads', () => {
  it.each(['ada', 'ben', 'mia', 'eve'])('%s', async (name) => {
    const viewer = { ada, ben, mia, eve }[name] as Viewer;
    const { db } = database;
    const mine = VISIBLE[name] ?? [];
    const owned = name === 'ada' || name === 'mia' ? [...mine, 'ada-2'].sort() : mine;
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).sort();

    expect(ids((await listLeads(db, viewer, query())).rows), 'list').toEqual(mine);
    const statuses = await countByStatus(db, viewer);
    expect(statuses, 'statuses').toEqual(mine.map((id) => ({ status: `status of ${id}`, count: 1 })));
    expect(await countLeads(db, viewer, query()), 'kept count').toEqual({
      count: mine.length,
      capped: false,
    });
    expect((await countLeads(db, viewer, query({ from: '2020-01-01' }))).count, 'count').toBe(mine.length);
    for (const id of EVERY_LEAD) {
      const view = await getLeadView(db, viewer, { id, now: NOW, locale: 'en' });
      expect(view?.id, `page of ${id}`).toBe(owned.includes(id) ? id : undefined);
      const form = await getEditForm(db, viewer, {
        id,
        schema: makeSchema([]),
        t: english,
        locale: 'en',
        timeZone: UTC,
      });
      // Of a deleted lead, so that its owner can keep what they were typing.
      expect(form !== undefined, `form of ${id}`).toBe(owned.includes(id));
      expect(form?.isDeleted === false, `form of ${id}, to be saved`).toBe(mine.includes(id));
      expect((await readConfirmedAt(db, viewer, [id])) !== undefined, `confirmation of ${id}`).toBe(
        mine.includes(id),
      );
    }
    const page = await getLeadsPage(db, viewer, { ...query(), now: NOW, locale: 'en' });
    expect(ids(page.rows), 'dashboard').toEqual(mine);
    expect(page.total.count).toBe(mine.length);
  });

  it('and no filter by agent or status shows more', async () => {
    const { db } = database;
    for (const filter of [
      { agent: 'agent-b' },
      { status: 'status of ben-1' },
      { agent: 'agent-b', status: 'status of ben-1' },
    ]) {
      expect((await listLeads(db, ada, query(filter))).rows).toEqual([]);
      expect((await listLeads(db, eve, query(filter))).rows).toEqual([]);
      expect((await countLeads(db, ada, query(filter))).count).toBe(0);
      expect((await countLeads(db, eve, query(filter))).count).toBe(0);
      expect((await listLeads(db, mia, query(filter))).rows).toHaveLength(1);
    }
  });

  it('and only a manager learns who the other agents are', async () => {
    expect(await listAgents(database.db, ada)).toEqual([]);
    expect((await listAgents(database.db, mia)).map(({ id }) => id)).toEqual(['agent-a', 'agent-b']);
    expect((await listAgents(database.db, eve)).map(({ id }) => id)).toEqual(['agent-a']);
  });

  it('and the same holds for submissions', async () => {
    const { db } = database;
    const owners = { ada: [ada], ben: [ben], mia: [ada, ben], eve: [eve] };
    for (const viewer of [ada, ben, mia, eve]) {
      const mine = owners[nameOf(viewer)].map((owner) => submissionIds.get(owner));
      expect((await listPendingRows(db, viewer)).map(({ id }) => id).sort()).toEqual(mine.sort());
      for (const id of [...submissionIds.values(), 'unknown']) {
        expect((await findSubmission(db, viewer, id)) !== undefined).toBe(mine.includes(id));
        expect((await getSubmissionView(db, viewer, { id, now: NOW, locale: 'en' })) !== undefined).toBe(
          mine.includes(id),
        );
      }
    }
  });
});
