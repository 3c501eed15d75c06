import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { SUBMISSION_STATES, type SubmissionState, submissions } from '@/lib/db/schema/submissions';
import { freshDatabase } from '@/tests/support/database';
import { addViewer } from '@/tests/support/rows';
import { moveSubmission, NEXT } from './states';

let database: Database;
let viewer: Viewer;
beforeAll(async () => {
  database = await freshDatabase();
  viewer = await addViewer(database.db);
});
afterAll(() => database.close());

async function submission(state: SubmissionState, lease?: string) {
  const { db } = database;
  const id = newId('submission');
  const { organizationId, agentId } = viewer.membership;
  const owner = { personId: viewer.personId, organizationId, agentId };
  const row = { id, ...owner, schemaVersion: '', answers: {}, createdAt: new Date(), state, lease };
  await db.insert(submissions).values(row);
  const read = async () => (await db.select().from(submissions).where(eq(submissions.id, id)))[0];
  return { id, read };
}

describe('the life of a submission', () => {
  it('names every state, and ends in accepted or refused', () => {
    expect(Object.keys(NEXT).sort()).toEqual([...SUBMISSION_STATES].sort());
    expect([NEXT.accepted, NEXT.refused]).toEqual([[], []]);
  });

  it('moves only from its current state: of many concurrent moves, one succeeds', async () => {
    const { id, read } = await submission('queued');
    const move = () => moveSubmission(database.db, { id, from: 'queued', to: 'sending' });
    const moved = await Promise.all([move(), move(), move(), move()]);
    expect(moved.filter(Boolean)).toHaveLength(1);
    expect(await moveSubmission(database.db, { id, from: 'confirming', to: 'review' })).toBe(false);
    expect((await read())?.state).toBe('sending');
  });

  it('moves under a lease only for its holder, and writes nothing for others', async () => {
    const { id, read } = await submission('sending', 'mine');
    const accept = (lease: string) =>
      moveSubmission(database.db, {
        id,
        from: 'sending',
        to: 'accepted',
        lease,
        changes: { leadId: `lead of ${lease}` },
      });
    expect(await accept('another')).toBe(false);
    expect(await read()).toMatchObject({ state: 'sending', leadId: null });
    expect(await accept('mine')).toBe(true);
    expect(await read()).toMatchObject({ state: 'accepted', leadId: 'lead of mine' });
  });

  it('never lets two of them claim one lead', async () => {
    const [one, two] = await Promise.all([submission('sending'), submission('sending')]);
    const accept = (id: string) =>
      moveSubmission(database.db, { id, from: 'sending', to: 'accepted', changes: { leadId: 'the-lead' } });
    expect(await accept(one.id)).toBe(true);
    await expect(accept(two.id)).rejects.toThrow();
    expect((await two.read())?.state).toBe('sending');
  });
});
