import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { fullSyncs } from '@/lib/db/schema/connection';
import { memberships } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { freshDatabase } from '@/tests/support/database';
import { openTestPortal, type TestPortal } from '@/tests/support/portal';
import { addViewer, findJob } from '@/tests/support/rows';
import { queueSubmission } from '@/tests/support/submissions';
import { releaseBlocked } from './blocked';
import { searchBeforeSending } from './search-first';
import { SUBMISSION_CONFIRM, SUBMISSION_SEND } from './topics';
import { getSubmissionView } from './view';

let database: Database;
let portal: TestPortal;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(() => portal.vendor('POST', '/reset'));

const now = new Date();
const remoteLeads = () => portal.vendor<{ id: string }[]>('GET', '/leads');

/** A submission under an owner that the portal does not know. */
async function queueWrong() {
  const viewer = await addViewer(database.db);
  return { viewer, ...(await queueSubmission({ database, portal, viewer })) };
}

const release = (id: string) => releaseBlocked(database.db, { where: eq(submissions.id, id), now });

describe('a submission whose owner the portal refuses', () => {
  it.each(['message', 'error', 'errorObject', 'errors', 'errorStrings', 'errorMap', 'problem', 'text'])(
    'is blocked for an admin and not returned to the agent for correction, if reported as %s',
    async (errorBody) => {
      await portal.vendor('PUT', '/shape', { errorBody });
      const { id, send, row, kinds, viewer } = await queueWrong();
      expect(await send()).toEqual({ kind: 'done' });
      expect(await row()).toMatchObject({
        state: 'review',
        attempts: 0,
        attemptLog: [],
        firstAttemptOrder: null,
        refusal: null,
        evidence: { reason: 'owner', message: expect.stringContaining('artner') },
      });
      expect(await kinds(), 'no refusal that the agent must read').not.toContain('refused');
      expect(await getSubmissionView(database.db, viewer, { id, now, locale: 'en' })).toMatchObject({
        state: 'blocked',
      });
    },
  );

  it('is sent again once, unchanged, where the portal was corrected', async () => {
    const { id, row, send } = await queueWrong();
    await send();
    expect(await release(id)).toEqual({ sent: 1, stayed: 0 });
    expect(await row()).toMatchObject({ state: 'queued', evidence: null, attempts: 0 });
    expect(await findJob(database.db, { topic: SUBMISSION_SEND, key: id })).toBeDefined();
    expect(await release(id), 'pressed twice').toEqual({ sent: 0, stayed: 0 });
  });

  it('is kept if its submitter no longer acts for anyone', async () => {
    const { id, row, send, viewer } = await queueWrong();
    await send();
    await database.db.delete(memberships).where(eq(memberships.personId, viewer.personId));
    expect(await release(id)).toEqual({ sent: 0, stayed: 1 });
    expect((await row())?.state).toBe('review');
    expect(await remoteLeads()).toEqual([]);
  });

  it('that was sent before without a response is searched for first, and then blocked, and never sent again automatically', async () => {
    const { id, row, send, confirm } = await queueWrong();
    const attemptedAt = new Date(Date.now() - 3_600_000);
    const before = { attempts: 1, attemptedAt, firstAttemptedAt: attemptedAt, firstAttemptOrder: 0 };
    await database.db.update(submissions).set(before).where(eq(submissions.id, id));
    await send();
    expect(await row()).toMatchObject({ state: 'confirming', attempts: 2, evidence: { reason: 'owner' } });
    await database.db
      .update(submissions)
      .set({ emptySearches: 2, attemptedAt })
      .where(eq(submissions.id, id));
    await addCompleteFullSync();
    await confirm();
    expect(await row()).toMatchObject({ state: 'review', evidence: { reason: 'owner' } });
  });

  it('is searched for before it is sent after a restore: the backup may be older than what was sent', async () => {
    const { id, row, send } = await queueWrong();
    await send();
    await searchBeforeSending(database.db, now);
    expect(await release(id)).toEqual({ sent: 1, stayed: 0 });
    expect(await row()).toMatchObject({ state: 'confirming', attempts: 0, searchFrom: now });
    expect((await row())?.firstAttemptOrder, 'leads that arrived since are candidates').not.toBeNull();
    expect(await findJob(database.db, { topic: SUBMISSION_CONFIRM, key: id })).toBeDefined();
  });
});

async function addCompleteFullSync() {
  const at = new Date(Date.now() + 1_000);
  const fullSync = { id: newId('lease'), state: 'complete', startedAt: at, finishedAt: at } as const;
  await database.db.insert(fullSyncs).values(fullSync);
}
