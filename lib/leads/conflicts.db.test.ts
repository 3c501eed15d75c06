import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import type { Database } from '@/lib/db/handle';
import { leadConflicts } from '@/lib/db/schema/lead-problems';
import { leads } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';
import { webhookDeliveries, webhookReceivers } from '@/lib/db/schema/webhooks';
import { purgeOld } from '@/lib/maintenance/purge';
import { LEAD_REFRESH, refreshLead } from '@/lib/sync/refresh';
import { freshDatabase } from '@/tests/support/database';
import { HOME, openTestPortal, type TestPortal } from '@/tests/support/portal';
import { addViewer } from '@/tests/support/rows';
import { queueSubmission } from '@/tests/support/submissions';
import { addDelivery, claimedJob } from '@/tests/support/sync';
import { countConflicts, dismissConflict, listConflicts } from './conflicts';

let database: Database;
let portal: TestPortal;
let viewer: Viewer;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
  viewer = await addViewer(database.db, { organizationId: HOME.organizationId, agentId: HOME.agentIds[0] });
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(async () => {
  await portal.vendor('POST', '/reset');
  const tables = [submissions, leads, leadConflicts, webhookDeliveries, webhookReceivers];
  for (const table of tables) await database.db.delete(table);
  const receiver = { id: 'deletions', topic: 'lead/delete', url: 'https://desk.example/d', secret: 'sealed' };
  await database.db.insert(webhookReceivers).values(receiver);
});

const start = new Date();
const seconds = (count: number) => new Date(start.getTime() + count * 1_000);
const conflicts = async () => (await listConflicts(database.db, 10)).rows;

/** Applies a snapshot taken at that time; its request begins at the start unless given otherwise. */
function refresh(leadId: string, { at = start, requestedAt = start } = {}) {
  const job = claimedJob({ topic: LEAD_REFRESH, key: leadId, requestedAt });
  return refreshLead(database.db, { service: portal.newClient(), job, clock: () => at, random: 0 });
}

const tellDeletion = (leadId: string, receivedAt = start) =>
  addDelivery(database.db, {
    topic: 'lead/delete',
    leadId,
    receivedAt,
    timestamp: new Date(Date.now() + 60_000 + receivedAt.getTime() - start.getTime()),
  });

async function accepted(): Promise<string> {
  const submission = await queueSubmission({ database, portal, viewer });
  await submission.send();
  const leadId = (await submission.row())?.leadId;
  return leadId ?? expect.fail('it was not accepted');
}

describe('a lead reported as deleted that the last check still finds', () => {
  it('is shown to the admin, and not earlier', async () => {
    const id = await accepted();
    await tellDeletion(id);
    expect(await refresh(id, { at: seconds(36) })).toMatchObject({ kind: 'again' });
    expect(await conflicts()).toEqual([]);
    expect(await refresh(id, { at: seconds(156) })).toEqual({ kind: 'done' });
    expect(await conflicts()).toMatchObject([{ leadId: id, kind: 'still-there', name: 'Nils Berg' }]);
  });

  it('is no longer shown once it is deleted or changed after all', async () => {
    for (const agrees of ['DELETE', 'PATCH']) {
      const id = await accepted();
      await tellDeletion(id);
      await refresh(id, { at: seconds(156) });
      expect(await countConflicts(database.db)).toBe(1);
      await portal.vendor(agrees, `/leads/${id}`, agrees === 'PATCH' ? { status: 'won' } : undefined);
      const delivery = { topic: 'lead/update', leadId: id, timestamp: new Date(Date.now() + 3_600_000) };
      if (agrees === 'PATCH') await addDelivery(database.db, { ...delivery, receivedAt: seconds(200) });
      await refresh(id, { requestedAt: seconds(200), at: seconds(400) });
      expect(await conflicts()).toEqual([]);
    }
  });

  it('stays dismissed until the portal reports another deletion', async () => {
    const id = await accepted();
    await tellDeletion(id);
    await refresh(id, { at: seconds(156) });
    const { db } = database;
    expect(await dismissConflict(db, { leadId: id, kind: 'still-there', now: seconds(160) })).toBe(true);
    await refresh(id, { at: seconds(170) });
    expect(await conflicts()).toEqual([]);
    await tellDeletion(id, seconds(180));
    await refresh(id, { at: seconds(400) });
    expect(await conflicts()).toHaveLength(1);
  });
});

describe('a lead that the portal accepted from this desk and no longer has', () => {
  async function vanish(id: string) {
    await portal.vendor('DELETE', `/leads/${id}`);
    await refresh(id, { at: seconds(156) });
  }

  it('is shown to the admin if its deletion was never reported', async () => {
    const id = await accepted();
    await vanish(id);
    expect(await conflicts()).toMatchObject([{ leadId: id, kind: 'vanished' }]);
  });

  it('is not a conflict if its deletion was reported, before or after', async () => {
    const [one, other] = [await accepted(), await accepted()];
    await tellDeletion(one);
    await vanish(one);
    expect(await conflicts()).toEqual([]);
    await vanish(other);
    expect(await conflicts()).toHaveLength(1);
    await tellDeletion(other, seconds(200));
    await refresh(other, { requestedAt: seconds(200), at: seconds(200) });
    expect(await conflicts()).toEqual([]);
  });

  it('is not a conflict if no address receives deletions, or it was not submitted here', async () => {
    const { id } = await portal.vendor<{ id: string }>('POST', '/leads', { lastName: 'Berg' });
    await refresh(id);
    await vanish(id);
    await database.db.delete(webhookReceivers);
    await vanish(await accepted());
    expect(await conflicts()).toEqual([]);
  });

  it('is not judged again once the report of its deletion has been purged', async () => {
    const id = await accepted();
    await tellDeletion(id);
    await vanish(id);
    const day91 = seconds(91 * 86_400);
    await purgeOld(database.db, { clock: () => day91 });
    expect(await database.db.$count(webhookDeliveries)).toBe(0);
    await refresh(id, { requestedAt: day91, at: day91 });
    expect(await conflicts()).toEqual([]);
  });

  it('is not a conflict if no address received deletions for part of the time since it was last found', async () => {
    const id = await accepted();
    await database.db.update(webhookReceivers).set({ createdAt: seconds(100) });
    await vanish(id);
    expect(await conflicts()).toEqual([]);
    const other = await accepted();
    await refresh(other, { at: seconds(120) });
    await vanish(other);
    expect(await conflicts()).toMatchObject([{ leadId: other, kind: 'vanished' }]);
  });

  it('is no longer shown once it is back, and not again once dismissed', async () => {
    const id = await accepted();
    await vanish(id);
    const { db } = database;
    expect(await dismissConflict(db, { leadId: id, kind: 'vanished', now: seconds(160) })).toBe(true);
    expect(await dismissConflict(db, { leadId: id, kind: 'vanished', now: seconds(160) })).toBe(false);
    await refresh(id, { at: seconds(170) });
    expect(await conflicts()).toEqual([]);
  });
});
