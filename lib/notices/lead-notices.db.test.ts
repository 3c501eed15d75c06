import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { fieldSettings } from '@/lib/db/schema/admin';
import { importRows, imports } from '@/lib/db/schema/imports';
import { notices } from '@/lib/db/schema/notices';
import { type Evidence, submissions } from '@/lib/db/schema/submissions';
import { matchLead, returnSubmission } from '@/lib/submissions/review';
import { moveSubmission } from '@/lib/submissions/states';
import { freshDatabase } from '@/tests/support/database';
import { addTeam, addViewer, applyLeadOf, silentLog } from '@/tests/support/rows';
import { listNotices } from './list-notices';
import { getUnread } from './notices';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

/** An agent with a colleague, a manager, another manager who is an admin, and a stranger. */
let agent: Viewer;
let colleague: Viewer;
let manager: Viewer;
let admin: Viewer;
let stranger: Viewer;
beforeEach(async () => {
  ({ agent, colleague, manager, stranger } = await addTeam(database.db));
  const { organizationId } = agent.membership;
  admin = await addViewer(database.db, { organizationId, role: 'manager' });
});

const unread = (viewer: Viewer) => getUnread(database.db, viewer);
const rowsOf = async (viewer: Viewer) => (await listNotices(database.db, viewer)).rows;
const kindsOf = async (viewer: Viewer) => (await rowsOf(viewer)).map(({ kind }) => kind);

describe('a submission that waits for review', () => {
  async function addSending(): Promise<string> {
    const id = newId('submission');
    const { organizationId, agentId } = agent.membership;
    const owner = { personId: agent.personId, organizationId, agentId };
    const answers = { firstName: 'Nils', lastName: 'Berg' };
    await database.db.insert(submissions).values({
      id,
      ...owner,
      schemaVersion: '',
      answers,
      createdAt: new Date(),
      state: 'sending',
      attempts: 1,
    });
    return id;
  }

  const review = (id: string, reason: Evidence['reason'] = 'resent', db = database.db) =>
    moveSubmission(db, { id, from: 'sending', to: 'review', changes: { evidence: { reason, leadIds: [] } } });
  const decision = (submissionId: string) => ({
    submissionId,
    seenAttempts: 1,
    by: admin,
    now: new Date(),
    log: silentLog,
  });

  it('is told to its agent and to managers, and to nobody else', async () => {
    const id = await addSending();
    await review(id);
    for (const viewer of [agent, manager, admin]) {
      expect(await unread(viewer)).toMatchObject({
        count: 1,
        onLeads: 1,
        review: 1,
        submissionIds: new Set([id]),
      });
      expect(await rowsOf(viewer)).toMatchObject([
        { kind: 'review', submissionId: id, name: 'Nils Berg', waitsFor: 'review' },
      ]);
    }
    for (const viewer of [colleague, stranger]) expect((await unread(viewer)).count).toBe(0);
  });

  it('is told with it, or not at all', async () => {
    const id = await addSending();
    const crashed = database.db.transaction(async (tx) => {
      await review(id, 'resent', tx);
      throw new Error('killed');
    });
    await expect(crashed).rejects.toThrow('killed');
    expect((await unread(agent)).count).toBe(0);
    await Promise.all([review(id), review(id)]);
    expect(await kindsOf(agent)).toEqual(['review']);
  });

  it('says that its organization and agent have to be corrected, if that is why', async () => {
    await review(await addSending(), 'owner');
    expect(await rowsOf(agent)).toMatchObject([{ kind: 'review', waitsFor: 'blocked' }]);
  });

  it('of an import for a wrong owner is told by the import', async () => {
    const id = await addSending();
    const { organizationId, agentId } = agent.membership;
    const at = { createdAt: new Date(), updatedAt: new Date() };
    const owner = { personId: agent.personId, organizationId, agentId };
    const importId = newId('import');
    await database.db.insert(imports).values({ id: importId, ...owner, fileName: 'leads.csv', ...at });
    const row = { importId, position: 0, line: 2, cells: [], submissionId: id };
    await database.db.insert(importRows).values(row);
    await review(id, 'owner');
    expect((await unread(agent)).count).toBe(0);
  });

  it('that turned out to be a lead is told as that, but not to the admin who decided', async () => {
    const id = await addSending();
    await review(id);
    const leadId = newId('submission');
    await applyLeadOf(database.db, agent, { lead: { id: leadId }, now: new Date() });
    expect(await matchLead(database.db, { ...decision(id), leadId })).toEqual({ kind: 'done' });
    for (const viewer of [agent, manager]) {
      expect(await unread(viewer)).toMatchObject({ count: 1, accepted: 1, review: 0 });
      expect(await kindsOf(viewer)).toEqual(['accepted']);
    }
    expect(await kindsOf(admin)).toEqual([]);
  });

  it('that an admin returned is told with the reason, but not to that admin', async () => {
    const id = await addSending();
    await review(id);
    await returnSubmission(database.db, { ...decision(id), reason: 'Ask Nils first' });
    expect(await rowsOf(agent)).toMatchObject([{ kind: 'refused', reason: 'Ask Nils first' }]);
    expect(await kindsOf(manager)).toEqual(['refused']);
    expect(await kindsOf(admin)).toEqual([]);
  });
});

describe('details that changed in the portal', () => {
  let hours = 0;
  async function show(id: string, standard: Record<string, string>) {
    hours += 1;
    const createdAt = new Date('2026-03-02T09:00:00Z');
    const now = new Date(createdAt.getTime() + hours * 3_600_000);
    await applyLeadOf(database.db, agent, { lead: { id, standard, createdAt, updatedAt: now }, now });
  }

  it('are told with the names of the fields, to those who may see the lead', async () => {
    const id = newId('submission');
    await show(id, { phone: '1', email: 'a@b.example' });
    await show(id, { phone: '2', email: 'a@b.example' });
    for (const viewer of [agent, manager]) {
      expect(await unread(viewer)).toMatchObject({ count: 1, changed: 1, leadIds: new Set([id]) });
      const [row] = await rowsOf(viewer);
      expect(row).toMatchObject({ kind: 'fields-changed', leadId: id });
      expect(row?.fields?.map(({ label }) => label)).toEqual(['phone']);
    }
    for (const viewer of [colleague, stranger]) expect((await unread(viewer)).count).toBe(0);
  });

  it('are not told if admins hide all of them, also if they hide them later', async () => {
    const id = newId('submission');
    await database.db.insert(fieldSettings).values({ fieldId: 'secret', hidden: true });
    await show(id, { secret: '1', phone: '1', fax: '1' });
    await show(id, { secret: '2', phone: '1', fax: '1' });
    expect(await database.db.$count(notices, eq(notices.leadId, id))).toBe(0);
    await show(id, { secret: '3', phone: '2', fax: '1' });
    await show(id, { secret: '3', phone: '2', fax: '2' });
    const fieldsOf = async () =>
      (await rowsOf(agent)).map(({ fields }) => fields?.map((field) => field.label));
    expect(await fieldsOf()).toEqual([['fax'], ['phone']]);
    await database.db.insert(fieldSettings).values({ fieldId: 'fax', hidden: true });
    expect(await fieldsOf()).toEqual([['phone']]);
    await database.db.insert(fieldSettings).values({ fieldId: 'phone', hidden: true });
    expect(await unread(agent)).toMatchObject({ count: 0, changed: 0 });
  });
});
