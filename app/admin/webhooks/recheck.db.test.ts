import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { auditLog } from '@/lib/db/schema/admin';
import { jobs } from '@/lib/db/schema/jobs';
import { applyLead } from '@/lib/leads/apply';
import { quarantineLead } from '@/lib/leads/quarantined-leads';
import { startRead } from '@/lib/leads/read-start';
import { tombstoneLead } from '@/lib/leads/tombstone';
import { REFETCH_REASONS } from '@/lib/sync/refresh';
import { freshDatabase } from '@/tests/support/database';
import { makeLead } from '@/tests/support/rows';
import { findRecheck, recheckLead } from './recheck';

let open: Database;
beforeAll(async () => {
  open = await freshDatabase();
});
afterAll(() => open.close());

const by = { personId: 'per_admin', email: 'admin@vendor.example' };
const now = new Date('2026-03-02T09:00:00Z');
const readStartedAt = new Date('2026-03-02T09:00:01Z');

/** Requests the recheck, runs this in the worker, and returns the result. */
async function recheck(leadId: string, work: () => Promise<unknown>) {
  const triedBefore = await recheckLead(open.db, { leadId, by, now });
  expect(await findRecheck(open.db, { leadId, triedBefore })).toBe('waiting');
  await work();
  return findRecheck(open.db, { leadId, triedBefore });
}

const done = (leadId: string) => open.db.delete(jobs).where(eq(jobs.key, leadId));

const tried = (leadId: string, lastError: string) =>
  open.db.update(jobs).set({ lastError, attempts: 5, lease: null }).where(eq(jobs.key, leadId));

it('a lead that was read is reported as read', async () => {
  const lead = makeLead({ id: 'there' });
  const came = await recheck('there', async () => {
    await applyLead(open.db, {
      lead,
      readStart: await startRead(open.db, readStartedAt),
      labelOf: (id) => ({ label: id }),
    });
    await done('there');
  });
  expect(came).toBe('read');
});

it('a number that the portal does not know is reported missing, immediately and at the end', async () => {
  expect(await recheck('typo', () => tried('typo', REFETCH_REASONS.missing))).toBe('missing');
  await tombstoneLead(open.db, { leadId: 'typo', readStart: await startRead(open.db, readStartedAt) });
  await done('typo');
  expect(await findRecheck(open.db, { leadId: 'typo', triedBefore: 0 })).toBe('gone');
});

it('a lead that cannot be stored here is reported as quarantined', async () => {
  const came = await recheck('odd', async () => {
    await quarantineLead(open.db, {
      leadId: 'odd',
      error: new Error('odd'),
      readStart: await startRead(open.db, readStartedAt),
    });
    await done('odd');
  });
  expect(came).toBe('quarantined');
});

it('the result of an earlier attempt is not reported for this one', async () => {
  expect(await recheck('away', () => tried('away', 'HTTP 503'))).toBe('no-answer');
  const triedBefore = await recheckLead(open.db, { leadId: 'away', by, now });
  expect(triedBefore).toBe(5);
  expect(await findRecheck(open.db, { leadId: 'away', triedBefore })).toBe('waiting');
});

it('the end of an earlier dead job is not reported for this one', async () => {
  expect(await recheck('refused', () => tried('refused', 'refused: answered 422'))).toBe('no-answer');
  await open.db.update(jobs).set({ deadAt: now, attempts: 1 }).where(eq(jobs.key, 'refused'));
  const triedBefore = await recheckLead(open.db, { leadId: 'refused', by, now });
  await open.db
    .update(jobs)
    .set({ attempts: 1, lastError: 'refused: answered 422' })
    .where(eq(jobs.key, 'refused'));
  expect(await findRecheck(open.db, { leadId: 'refused', triedBefore })).toBe('no-answer');
});

it('the audit log has the request', async () => {
  const entries = await open.db.select().from(auditLog).where(eq(auditLog.subject, 'lead there'));
  expect(entries).toMatchObject([{ event: 'lead.rechecked', email: by.email }]);
});
