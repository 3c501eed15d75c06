import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { USUAL_RETENTION } from '@/lib/core/retention';
import type { Database } from '@/lib/db/handle';
import { auditLog, deskSettings } from '@/lib/db/schema/admin';
import { freshDatabase } from '@/tests/support/database';
import { changeRetention, readRetention } from './retention';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(deskSettings);
});

const ADMIN = { personId: 'p1', email: 'robin@vendor.example' };
const NOW = new Date('2026-06-01T12:00:00Z');
const change = (next: Partial<typeof USUAL_RETENTION>, confirmed: ('drafts' | 'audit')[] = []) =>
  changeRetention(database.db, {
    by: ADMIN,
    next: { ...USUAL_RETENTION, ...next },
    confirmed,
    now: NOW,
  });

it('is the usual one until an admin chooses, and where the stored one is unreadable', async () => {
  expect(await readRetention(database.db)).toEqual(USUAL_RETENTION);
  const value = { drafts: -1, imports: 'forever', notices: 30, later: 7 };
  await database.db.insert(deskSettings).values({ name: 'retention', value, changedAt: NOW });
  expect(await readRetention(database.db)).toEqual({ ...USUAL_RETENTION, notices: 30 });
});

it('changes with an audit entry for each kind that changed, and none without a change', async () => {
  const before = await database.db.$count(auditLog);
  expect(await change({ drafts: 90, imports: 180 })).toEqual({ changed: ['drafts', 'imports'] });
  expect(await readRetention(database.db)).toEqual({ ...USUAL_RETENTION, drafts: 90, imports: 180 });
  const entries = await database.db.select().from(auditLog).orderBy(auditLog.id).offset(before);
  expect(entries.map(({ event, subject, detail }) => ({ event, subject, detail }))).toEqual([
    { event: 'retention.changed', subject: 'drafts', detail: { retainedFor: 90, retainedForWas: 60 } },
    { event: 'retention.changed', subject: 'imports', detail: { retainedFor: 180, retainedForWas: 60 } },
  ]);
  expect(await change({ drafts: 90, imports: 180 })).toEqual({ changed: [] });
  expect(await database.db.$count(auditLog)).toBe(before + 2);
});

it('is stored only once every kind that is deleted sooner is confirmed', async () => {
  expect(await change({ drafts: 30, audit: 730 })).toEqual({ unconfirmed: ['drafts', 'audit'] });
  // Another kind than was confirmed: asked again.
  expect(await change({ drafts: 30, audit: 730 }, ['drafts'])).toEqual({ unconfirmed: ['drafts', 'audit'] });
  expect(await readRetention(database.db)).toEqual(USUAL_RETENTION);
  expect(await change({ drafts: 30, audit: 730 }, ['drafts', 'audit'])).toEqual({
    changed: ['drafts', 'audit'],
  });
  expect(await readRetention(database.db)).toEqual({ ...USUAL_RETENTION, drafts: 30, audit: 730 });
});
