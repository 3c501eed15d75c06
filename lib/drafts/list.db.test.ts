import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { USUAL_RETENTION } from '@/lib/core/retention';
import type { Database } from '@/lib/db/handle';
import { drafts } from '@/lib/db/schema/drafts';
import { submissions } from '@/lib/db/schema/submissions';
import { readSchema } from '@/lib/lead-schema/schema';
import { purgeOld } from '@/lib/maintenance/purge';
import { getNewLeadForm } from '@/lib/submissions/new-lead-form';
import { freshDatabase } from '@/tests/support/database';
import { saveTyped } from '@/tests/support/drafts';
import { english } from '@/tests/support/english';
import { HOME, openTestPortal, type TestPortal } from '@/tests/support/portal';
import { addViewer } from '@/tests/support/rows';
import { queueSubmission } from '@/tests/support/submissions';
import { listDrafts } from './list';
import { countDraftsOfAgent, countDraftsOfPerson, transferDrafts } from './transfer';

let database: Database;
let portal: TestPortal;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
  await readSchema(database.db, { service: portal.service, now: new Date() });
});
afterAll(() => Promise.all([database.close(), portal.close()]));

const newViewer = () =>
  addViewer(database.db, { organizationId: HOME.organizationId, agentId: HOME.agentIds[0] });
const words = { t: english, locale: 'en', timeZone: 'UTC' };
const list = (viewer: Viewer) => listDrafts(database.db, viewer, words);

describe('the list of drafts', () => {
  it('names company and person, and counts what is missing by the form’s own rules', async () => {
    const viewer = await newViewer();
    const empty = await saveTyped(database.db, viewer, { fields: [['notes', 'long-text', 'call back']] });
    const named = await saveTyped(database.db, viewer, {
      fields: [
        ['lastName', 'text', 'Berg'],
        ['companyName', 'text', 'Alder'],
      ],
      now: new Date(Date.now() + 1_000),
    });
    const [last, first] = await list(viewer);
    expect(last).toMatchObject({ id: named.id, kind: 'new', company: 'Alder', person: 'Berg' });
    expect(first).toMatchObject({ id: empty.id, company: '', person: '' });
    expect((first?.missing ?? 0) - (last?.missing ?? 0)).toBe(2);
  });

  it('of a correction starts from the refused answers', async () => {
    const { db } = database;
    const viewer = await newViewer();
    const { id } = await queueSubmission({ database, portal, viewer });
    await db
      .update(submissions)
      .set({ state: 'refused', refusal: { fieldErrors: {} } })
      .where(eq(submissions.id, id));
    const saved = await saveTyped(db, viewer, { replaces: id, lastName: 'Lind' });
    expect(await list(viewer)).toMatchObject([
      // Only the consent, which must be given again.
      { id: saved.id, kind: 'correction', company: 'Alder', person: 'Nils Lind', missing: 1 },
    ]);
    const task = { service: portal.service, ...words, now: new Date() };
    const form = await getNewLeadForm(db, viewer, { ...task, draftId: saved.id });
    const keyOf = (fieldId: string) => form.model.fields.find((field) => field.id === fieldId)?.key ?? '';
    expect(form.hidden).toMatchObject({ replaces: id, draftId: saved.id });
    expect(form.values).toMatchObject({ [keyOf('lastName')]: 'Lind', [keyOf('firstName')]: 'Nils' });
    const plain = await getNewLeadForm(db, viewer, { ...task, from: id });
    expect(plain.otherDraft?.id).toBe(saved.id);
    expect(plain.values).toMatchObject({ [keyOf('lastName')]: 'Berg' });
  });

  it('says that a draft is gone that is someone else’s, as of one that never existed', async () => {
    const { db } = database;
    const saved = await saveTyped(db, await newViewer());
    const task = { service: portal.service, ...words, now: new Date() };
    const form = await getNewLeadForm(db, await newViewer(), { ...task, draftId: saved.id });
    expect(form.isDraftGone).toBe(true);
    expect(Object.values(form.values).flat().filter(Boolean)).toEqual([]);
  });
});

it('drafts that nobody saved for 60 days are deleted', async () => {
  const { db } = database;
  const viewer = await newViewer();
  const now = new Date();
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000);
  await saveTyped(db, viewer, { now: before(USUAL_RETENTION.drafts + 1) });
  const kept = await saveTyped(db, viewer, { now: before(USUAL_RETENTION.drafts - 1) });
  await purgeOld(db, { clock: () => now });
  expect((await list(viewer)).map(({ id }) => id)).toEqual([kept.id]);
});

describe('handing drafts over', () => {
  it('moves those of new leads to the person mapped to the colleague', async () => {
    const { db } = database;
    const leaving = await addViewer(db);
    const { organizationId, agentId } = leaving.membership;
    const colleague = await addViewer(db, { organizationId });
    const { id } = await saveTyped(db, leaving);
    const from = { organizationId, agentId };
    expect([await countDraftsOfAgent(db, from), await countDraftsOfPerson(db, leaving.personId)]).toEqual([
      1, 1,
    ]);
    const to = { personId: colleague.personId, agentId: colleague.membership.agentId };
    expect(await transferDrafts(db, { from, to, now: new Date() })).toBe(1);
    expect((await list(colleague)).map((row) => row.id)).toEqual([id]);
    expect(await list(leaving)).toEqual([]);
  });

  it('leaves edits, which belong to their lead', async () => {
    const { db } = database;
    const leaving = await addViewer(db);
    const { organizationId, agentId } = leaving.membership;
    await saveTyped(db, leaving);
    const colleague = await addViewer(db, { organizationId });
    await db
      .update(drafts)
      .set({ leadId: 'a-lead', basis: '0.0' })
      .where(eq(drafts.personId, leaving.personId));
    const to = { personId: colleague.personId, agentId: colleague.membership.agentId };
    expect(await transferDrafts(db, { from: { organizationId, agentId }, to, now: new Date() })).toBe(0);
  });
});
