import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { auditLog } from '@/lib/db/schema/admin';
import { drafts } from '@/lib/db/schema/drafts';
import { jobs } from '@/lib/db/schema/jobs';
import { type SubmissionState, submissions } from '@/lib/db/schema/submissions';
import { claim } from '@/lib/jobs/claim';
import { enqueue } from '@/lib/jobs/enqueue';
import { SUBMISSION_SEND } from '@/lib/submissions/topics';
import { freshDatabase } from '@/tests/support/database';
import { ADMIN } from '@/tests/support/people';
import { addAgent, addViewer } from '@/tests/support/rows';
import { transferSubmissions } from './transfer-submissions';

let open: Database;
beforeAll(async () => {
  open = await freshDatabase();
});
afterAll(() => open.close());

const now = new Date('2026-04-01T10:00:00Z');

async function arrange() {
  const { personId, membership } = await addViewer(open.db);
  const from = { organizationId: membership.organizationId, agentId: membership.agentId };
  const { agentId: toAgentId } = await addAgent(open.db, { organizationId: from.organizationId });
  const add = async (state: SubmissionState, facts: { attempts?: number; replacedBy?: string } = {}) => {
    const id = newId('submission');
    const row = { id, personId, ...from, schemaVersion: 'v', answers: {}, state, createdAt: now, ...facts };
    await open.db.insert(submissions).values(row);
    if (state === 'queued') await enqueue(open.db, { topic: SUBMISSION_SEND, key: id, runAt: now });
    return id;
  };
  return { from, toAgentId, add };
}

async function ownerOf(id: string) {
  const [row] = await open.db.select().from(submissions).where(eq(submissions.id, id));
  return row?.agentId;
}

describe('transferring an agent’s open submissions to a colleague', () => {
  it('moves those that definitely never arrived, leaves those that may have, and reports both counts', async () => {
    const { from, toAgentId, add } = await arrange();
    const moving = [await add('queued'), await add('refused')];
    const staying = [
      await add('sending', { attempts: 1 }),
      await add('confirming', { attempts: 1 }),
      await add('review', { attempts: 1 }),
      await add('queued', { attempts: 1 }),
    ];
    const closed = [await add('accepted', { attempts: 1 }), await add('refused', { replacedBy: 'sub_next' })];
    const task = { by: ADMIN, from, toAgentId, now };
    expect(await transferSubmissions(open.db, task)).toEqual({
      kind: 'done',
      movable: 2,
      stays: 4,
      drafts: 0,
      imports: 0,
    });
    for (const id of moving) expect(await ownerOf(id)).toBe(toAgentId);
    for (const id of [...staying, ...closed]) expect(await ownerOf(id)).toBe(from.agentId);
    expect(await transferSubmissions(open.db, task)).toEqual({ kind: 'nothing', movable: 0, stays: 4 });
    const subject = `agent ${from.agentId}`;
    expect(await open.db.select().from(auditLog).where(eq(auditLog.subject, subject))).toMatchObject([
      { event: 'people.transferred', detail: { newAgentId: toAgentId, moved: 2, stayed: 4 } },
    ]);
  });

  it('moves drafts with them, or alone, and says how many in the audit log', async () => {
    const { from, toAgentId } = await arrange();
    const typist = await addViewer(open.db, from);
    const colleague = await addViewer(open.db, { organizationId: from.organizationId, agentId: toAgentId });
    const { personId } = typist;
    const typed = { schemaVersion: 'v', locale: 'en', timeZone: 'UTC', fields: [], revision: 'r' };
    const row = { id: newId('draft'), personId, ...from, ...typed, createdAt: now, updatedAt: now };
    await open.db.insert(drafts).values(row);
    const task = { by: ADMIN, from, toAgentId, now };
    expect(await transferSubmissions(open.db, task)).toMatchObject({ kind: 'done', movable: 0, drafts: 1 });
    expect(await open.db.select().from(drafts).where(eq(drafts.id, row.id))).toMatchObject([
      { personId: colleague.personId, agentId: toAgentId },
    ]);
    const subject = `agent ${from.agentId}`;
    expect(await open.db.select().from(auditLog).where(eq(auditLog.subject, subject))).toMatchObject([
      { event: 'people.transferred', detail: { moved: 0, stayed: 0, drafts: 1 } },
    ]);
  });

  it('skips those a worker has claimed, and later claims are sent under the colleague’s name', async () => {
    const { from, toAgentId, add } = await arrange();
    const inHand = await add('queued');
    const lease = { lease: newId('lease'), leaseUntil: new Date(Date.now() + 60_000) };
    await open.db.update(jobs).set(lease).where(eq(jobs.key, inHand));
    const waiting = await add('queued');
    const task = { by: ADMIN, from, toAgentId, now };
    expect(await transferSubmissions(open.db, task)).toEqual({
      kind: 'done',
      movable: 1,
      stays: 1,
      drafts: 0,
      imports: 0,
    });
    expect([await ownerOf(inHand), await ownerOf(waiting)]).toEqual([from.agentId, toAgentId]);
  });

  it('concurrent with workers never changes an owner after the worker has read it', async () => {
    const { from, toAgentId, add } = await arrange();
    const ids = await Promise.all(Array.from({ length: 20 }, () => add('queued')));
    const work = async () => {
      const lease = newId('lease');
      const held = await claim(open.db, { topics: [SUBMISSION_SEND], limit: 6, lease, now: new Date() });
      const mine = held.filter(({ key }) => ids.includes(key));
      return Promise.all(mine.map(async ({ key }) => ({ key, read: await ownerOf(key) })));
    };
    const [first, , second] = await Promise.all([
      work(),
      transferSubmissions(open.db, { by: ADMIN, from, toAgentId, now }),
      work(),
    ]);
    for (const { key, read } of [...first, ...second]) expect(await ownerOf(key)).toBe(read);
  });

  it('allows agents of the same organization only, and not the same one', async () => {
    const { from, add } = await arrange();
    const id = await add('queued');
    const stranger = await addAgent(open.db);
    for (const toAgentId of [stranger.agentId, from.agentId, 'made up']) {
      const outcome = await transferSubmissions(open.db, { by: ADMIN, from, toAgentId, now });
      expect(outcome).toEqual({ kind: 'foreign-agent' });
    }
    expect(await ownerOf(id)).toBe(from.agentId);
  });
});
