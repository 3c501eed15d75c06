import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { submissions } from '@/lib/db/schema/submissions';
import { freshDatabase } from '@/tests/support/database';
import { addViewer } from '@/tests/support/rows';
import { listPendingRows } from './pending';
import { getSubmissionView } from './view';

let database: Database;
let viewer: Viewer;
beforeAll(async () => {
  database = await freshDatabase();
  viewer = await addViewer(database.db);
});
afterAll(() => database.close());

const SENT = new Date('2026-03-02T14:03:00Z');
const later = (seconds: number) => new Date(SENT.getTime() + seconds * 1_000);

/** What its owner sees of a submission soon after it was sent. */
async function shown(row: Partial<typeof submissions.$inferInsert>) {
  const { db } = database;
  const id = newId('submission');
  const { organizationId, agentId } = viewer.membership;
  const owner = { personId: viewer.personId, organizationId, agentId };
  const sent = { createdAt: SENT, attempts: 1, firstAttemptedAt: SENT, attemptedAt: SENT };
  await db.insert(submissions).values({ id, ...owner, schemaVersion: '', answers: {}, ...sent, ...row });
  const view = await getSubmissionView(db, viewer, { id, now: later(40), locale: 'en' });
  const pending = (await listPendingRows(db, viewer)).find((one) => one.id === id);
  return { view, inList: pending?.state };
}

describe('the page of a submission says', () => {
  it('of an unclear one when it was sent', async () => {
    const { view, inList } = await shown({ state: 'confirming', emptySearches: 1 });
    expect(view).toMatchObject({ state: 'confirming', attempts: 1, attemptedAt: SENT.toISOString() });
    expect(inList).toBe('confirming');
  });

  it('of one in the queue whether it was ever sent before', async () => {
    const never = await shown({ state: 'queued', attempts: 0 });
    expect(never.view).toMatchObject({ state: 'queued', attemptedAt: undefined });
    const once = await shown({ state: 'queued' });
    expect(once.view).toMatchObject({ state: 'queued', attemptedAt: SENT.toISOString() });
  });

  it('of one that an admin returned that it was not the portal', async () => {
    const refusal = { message: 'Add the company', fieldErrors: {} };
    const back = await shown({
      state: 'refused',
      completedAt: later(9),
      refusal: { ...refusal, byAdmin: true },
    });
    expect(back.view).toMatchObject({ state: 'returned', reason: 'Add the company' });
    expect(back.inList).toBe('returned');
    const refused = await shown({ state: 'refused', completedAt: later(9), refusal });
    expect(refused.view).toMatchObject({ state: 'refused', refusedAt: later(9).toISOString() });
    expect(refused.inList).toBe('refused');
  });

  it('of a refused one that a corrected lead replaced it, and which, if the viewer may open that', async () => {
    const mine = await shown({ state: 'accepted', leadId: 'lead-of-correction' });
    const refused = await shown({ state: 'refused', replacedBy: mine.view?.id });
    expect(refused.view).toMatchObject({ replacement: { submissionId: mine.view?.id } });
    const open = await shown({ state: 'refused' });
    expect(open.view).toMatchObject({ replacement: undefined });
    const gone = await shown({ state: 'refused', replacedBy: newId('submission') });
    expect(gone.view).toMatchObject({ replacement: { submissionId: undefined } });
  });
});
