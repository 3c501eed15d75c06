import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { drafts } from '@/lib/db/schema/drafts';
import { people } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { readSchema } from '@/lib/lead-schema/schema';
import { freshDatabase } from '@/tests/support/database';
import { saveTyped } from '@/tests/support/drafts';
import { HOME, openTestPortal, type TestPortal } from '@/tests/support/portal';
import { addViewer } from '@/tests/support/rows';
import { newLeadPost, submitForm } from '@/tests/support/submission-forms';
import { countDrafts, deleteDraft, findDraft } from './drafts';
import { MAX_DRAFTS } from './save';
import { transferDrafts } from './transfer';

let database: Database;
let portal: TestPortal;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
  await readSchema(database.db, { service: portal.service, now: new Date() });
});
afterAll(() => Promise.all([database.close(), portal.close()]));

const newViewer = () =>
  addViewer(database.db, { organizationId: HOME.organizationId, agentId: HOME.agentIds[0] });
const draftOf = (viewer: Viewer, id: string) => findDraft(database.db, viewer, { id });
const revisionOf = (saved: { kind: string; revision?: string }) => saved.revision ?? '';

describe('saving a draft', () => {
  it('keeps what was typed, with its form and device', async () => {
    const { db } = database;
    const viewer = await newViewer();
    const saved = await saveTyped(db, viewer);
    expect(saved.kind).toBe('saved');
    expect(await draftOf(viewer, saved.id)).toMatchObject({
      fields: [['lastName', 'text', 'Berg']],
      browser: 'Chrome',
      system: 'Windows',
      organizationId: viewer.membership.organizationId,
      revision: revisionOf(saved),
    });
  });

  it('never keeps a consent or what no field of the form is, whatever is posted', async () => {
    const viewer = await newViewer();
    const { id } = await saveTyped(database.db, viewer, {
      fields: [
        ['consent', 'boolean', 'true'],
        ['lastName', 'text', 'Berg\0\ud800'],
        ['email', 'text', 'of another kind'],
        ['nothing', 'text', 'x'],
        ['__proto__', 'text', 'x'],
      ],
    });
    expect((await draftOf(viewer, id))?.fields).toEqual([['lastName', 'text', 'Berg\ufffd\ufffd']]);
  });

  it('knows its own save again whose answer was lost, and continues from it', async () => {
    const { db } = database;
    const viewer = await newViewer();
    const [first, second, third] = [newId('revision'), newId('revision'), newId('revision')];
    const { id } = await saveTyped(db, viewer, { revision: first });
    await saveTyped(db, viewer, { id, known: [first], revision: second, lastName: 'Lost' });
    const next = { id, known: [first, second], revision: third, lastName: 'Next' };
    expect(await saveTyped(db, viewer, next)).toMatchObject({ kind: 'saved', revision: third });
    expect(await db.$count(drafts, eq(drafts.personId, viewer.personId))).toBe(1);
  });

  it('the same first save twice is one draft', async () => {
    const { db } = database;
    const viewer = await newViewer();
    const same = { id: newId('draft'), revision: newId('revision') };
    const both = await Promise.all([saveTyped(db, viewer, same), saveTyped(db, viewer, same)]);
    expect(both.map(({ kind }) => kind)).toEqual(['saved', 'saved']);
    expect(await countDrafts(db, viewer)).toBe(1);
  });

  it('of two devices the second is told, and nothing is overwritten', async () => {
    const { db } = database;
    const viewer = await newViewer();
    const begun = await saveTyped(db, viewer);
    const known = [revisionOf(begun)];
    const device = { browser: 'Firefox', system: 'Android' };
    const [one, other] = await Promise.all([
      saveTyped(db, viewer, { id: begun.id, known, lastName: 'One', device }),
      saveTyped(db, viewer, { id: begun.id, known, lastName: 'Two', device }),
    ]);
    expect([one.kind, other.kind].sort()).toEqual(['conflict', 'saved']);
    const conflict = [one, other].find(({ kind }) => kind === 'conflict');
    expect(conflict).toMatchObject({ other: { id: begun.id, browser: 'Firefox' } });
  });

  it('ends with nothing typed, and does not come back by a save that knows it', async () => {
    const { db } = database;
    const viewer = await newViewer();
    const begun = await saveTyped(db, viewer);
    const known = [revisionOf(begun)];
    expect((await saveTyped(db, viewer, { id: begun.id, known, fields: [] })).kind).toBe('emptied');
    expect((await saveTyped(db, viewer, { id: begun.id, known })).kind).toBe('gone');
    expect(await countDrafts(db, viewer)).toBe(0);
  });

  it('keeps the oldest of too many, and refuses the new one', async () => {
    const { db } = database;
    const viewer = await newViewer();
    const first = await saveTyped(db, viewer);
    const [stored] = await db.select().from(drafts).where(eq(drafts.id, first.id));
    if (!stored) throw new Error('The first draft is not stored.');
    const others = Array.from({ length: MAX_DRAFTS - 1 }, () => ({ ...stored, id: newId('draft') }));
    await db.insert(drafts).values(others);
    expect((await saveTyped(db, viewer)).kind).toBe('too-many');
    expect(await countDrafts(db, viewer)).toBe(MAX_DRAFTS);
    const known = [revisionOf(first)];
    expect((await saveTyped(db, viewer, { id: first.id, known, lastName: 'Still' })).kind).toBe('saved');
  });

  it('refuses a form that this desk never read', async () => {
    const saved = await saveTyped(database.db, await newViewer(), { schemaVersion: 'never read' });
    expect(saved.kind).toBe('unknown-form');
  });
});

describe('who a draft belongs to', () => {
  it('nobody else reads, changes, deletes or learns of it, not even in the same organization', async () => {
    const { db } = database;
    const [viewer, colleague] = [await newViewer(), await newViewer()];
    const manager = await addViewer(db, { ...viewer.membership, role: 'manager' });
    const begun = await saveTyped(db, viewer);
    for (const other of [colleague, manager]) {
      expect(await draftOf(other, begun.id)).toBeUndefined();
      expect(await deleteDraft(db, other, begun.id)).toBe(false);
      const known = [revisionOf(begun)];
      expect((await saveTyped(db, other, { id: begun.id, known })).kind).toBe('gone');
      expect((await saveTyped(db, other, { id: begun.id })).kind).toBe('gone');
      expect(await countDrafts(db, other)).toBe(0);
    }
    expect((await draftOf(viewer, begun.id))?.fields).toEqual([['lastName', 'text', 'Berg']]);
  });

  it('its own person deletes it by hand, and no other draft of theirs', async () => {
    const { db } = database;
    const viewer = await newViewer();
    const [begun, other] = [await saveTyped(db, viewer), await saveTyped(db, viewer)];
    expect(await deleteDraft(db, viewer, begun.id)).toBe(true);
    expect(await draftOf(viewer, begun.id)).toBeUndefined();
    expect(await draftOf(viewer, other.id)).toBeDefined();
  });

  it('is not carried to another organization', async () => {
    const { db } = database;
    const viewer = await newViewer();
    const begun = await saveTyped(db, viewer);
    const elsewhere = { ...viewer, membership: { ...viewer.membership, organizationId: 'another' } };
    expect(await draftOf(elsewhere, begun.id)).toBeUndefined();
    expect((await saveTyped(db, elsewhere, { known: [] })).kind).toBe('access-changed');
  });

  it('is erased with the person', async () => {
    const { db } = database;
    const viewer = await newViewer();
    await saveTyped(db, viewer);
    await db.delete(people).where(eq(people.id, viewer.personId));
    expect(await db.$count(drafts, eq(drafts.personId, viewer.personId))).toBe(0);
  });

  it('cannot be about a submission or a lead of someone else', async () => {
    const { db } = database;
    const viewer = await newViewer();
    expect((await saveTyped(db, viewer, { leadId: '66b0c4d2e8f1a35790d4aaaa', basis: '0.0' })).kind).toBe(
      'gone',
    );
    expect((await saveTyped(db, viewer, { replaces: newId('submission') })).kind).toBe('gone');
  });
});

describe('the submission of a draft', () => {
  it('ends it in the same transaction, and a save that arrives later does not bring it back', async () => {
    const { db } = database;
    const viewer = await newViewer();
    const { id } = await saveTyped(db, viewer);
    const other = await saveTyped(db, viewer, { lastName: 'Another' });
    const { data, submissionId } = await newLeadPost({ database, portal });
    data.set('draftId', id);
    expect(await submitForm({ database, portal }, { data, by: viewer })).toMatchObject({ ok: true });
    expect(await draftOf(viewer, id)).toBeUndefined();
    expect(await draftOf(viewer, other.id)).toBeDefined();
    expect(await saveTyped(db, viewer, { id })).toMatchObject({ kind: 'submitted', submissionId });
    expect((await saveTyped(db, await newViewer(), { id })).kind).toBe('saved');
    const [row] = await db.select().from(submissions).where(eq(submissions.id, submissionId));
    expect(row?.draftId).toBe(id);
  });

  it('from a second device asks about other answers, and repeats the same ones', async () => {
    const viewer = await newViewer();
    const desk = { database, portal };
    const { id } = await saveTyped(database.db, viewer);
    const [phone, laptop] = [await newLeadPost(desk), await newLeadPost(desk)];
    for (const { data } of [phone, laptop]) data.set('draftId', id);
    await submitForm(desk, { data: phone.data, by: viewer });
    const again = await submitForm(desk, { data: laptop.data, by: viewer });
    expect(again).toEqual({ ok: true, submissionId: phone.submissionId });
    laptop.data.set(laptop.keyOf('lastName'), 'Other');
    expect(await submitForm(desk, { data: laptop.data, by: viewer })).toMatchObject({
      before: { kind: 'other-answers', earlier: { id: phone.submissionId } },
    });
  });
});

describe('a draft that was transferred while its form was open', () => {
  async function arrange() {
    const { db } = database;
    const [viewer, colleague] = await Promise.all([newViewer(), newViewer()]);
    const from = viewer.membership;
    const begun = await saveTyped(db, viewer);
    const to = { personId: colleague.personId, agentId: colleague.membership.agentId };
    await db.transaction((tx) => transferDrafts(tx, { from, to, now: new Date() }));
    return { viewer, colleague, id: begun.id, known: [revisionOf(begun)] };
  }
  const submitDraft = async (by: Viewer, id: string) => {
    const { data } = await newLeadPost({ database, portal });
    data.set('draftId', id);
    return submitForm({ database, portal }, { data, by });
  };

  it('says so to whoever types on, also once it was submitted, and to nobody else', async () => {
    const { viewer, colleague, id, known } = await arrange();
    const save = (by: Viewer) => saveTyped(database.db, by, { id, known, lastName: 'More' });
    expect(await save(viewer)).toMatchObject({ kind: 'transferred', transfer: 'transferred' });
    expect((await save(await newViewer())).kind).toBe('gone');
    expect((await submitDraft(colleague, id)).ok).toBe(true);
    expect(await save(viewer)).toMatchObject({ kind: 'transferred', transfer: 'submitted' });
    expect((await save(await newViewer())).kind).toBe('gone');
  });

  it('is submitted by its new person; the other one is asked first, and may submit a lead of their own', async () => {
    const { viewer, colleague, id } = await arrange();
    const { data } = await newLeadPost({ database, portal });
    data.set('draftId', id);
    const asked = await submitForm({ database, portal }, { data, by: viewer });
    if (asked.ok || !('state' in asked) || asked.state.status !== 'already-submitted')
      return expect.fail('not asked');
    expect(asked.state.earlier.heading).toContain('transferred to a colleague');
    expect((await submitDraft(colleague, id)).ok).toBe(true);
    expect(await submitForm({ database, portal }, { data, by: viewer })).toMatchObject({ ok: false });
    data.set('newSubmissionId', asked.state.earlier.newSubmissionId);
    expect((await submitForm({ database, portal }, { data, by: viewer })).ok).toBe(true);
  });

  it('says so to everyone who had it, if it was transferred more than once', async () => {
    const { viewer, colleague, id, known } = await arrange();
    const third = await newViewer();
    const to = { personId: third.personId, agentId: third.membership.agentId };
    await database.db.transaction((tx) =>
      transferDrafts(tx, { from: colleague.membership, to, now: new Date() }),
    );
    const savedBy = async (by: Viewer) => (await saveTyped(database.db, by, { id, known })).kind;
    expect([await savedBy(viewer), await savedBy(colleague)]).toEqual(['transferred', 'transferred']);
    expect((await submitDraft(third, id)).ok).toBe(true);
    expect([await savedBy(viewer), await savedBy(colleague)]).toEqual(['transferred', 'transferred']);
  });

  it('is its first person’s again if it is transferred back', async () => {
    const { viewer, id, known } = await arrange();
    const from = viewer.membership;
    const to = { personId: viewer.personId, agentId: viewer.membership.agentId };
    await database.db.transaction((tx) => transferDrafts(tx, { from, to, now: new Date() }));
    expect((await saveTyped(database.db, viewer, { id, known, lastName: 'More' })).kind).toBe('saved');
    expect((await submitDraft(viewer, id)).ok).toBe(true);
  });
});
