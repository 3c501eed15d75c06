import { expect, it, onTestFinished } from 'vitest';
import { createVault } from '@/lib/core/crypto';
import { ADVISORY_LOCKS } from '@/lib/db/advisory-locks';
import { freshDatabase } from '@/tests/support/database';
import { addViewer, applyLeadOf, silentLog } from '@/tests/support/rows';
import { erase } from './erase';

const SECRET = 'an application secret of 32 characters';
const email = 'ada@firm.example';
const now = new Date('2026-06-01T12:00:00Z');

it('an erasure beside a long one erases nothing and says so; afterwards it can be repeated', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.close());
  const viewer = await addViewer(database.db);
  const lead = { email, firstName: 'Ada', lastName: 'Moreau' };
  await applyLeadOf(database.db, viewer, {
    lead: { id: 'lead-1', createdAt: now, ...lead, standard: lead },
    now,
  });
  const run = () =>
    erase(database.db, {
      ...{ email, by: { personId: 'per_admin', email: 'robin@vendor.example' }, now },
      ...{ issuer: 'https://desk.example', log: silentLog },
      ...{ mailVault: createVault(SECRET, 'mail'), receiptVault: createVault(SECRET, 'receipt-key') },
    });
  await database.withAdvisoryLock(ADVISORY_LOCKS.erasure, async () => {
    expect(await run()).toEqual({ kind: 'busy' });
  });
  expect(await run()).toMatchObject({ kind: 'erased' });
});
