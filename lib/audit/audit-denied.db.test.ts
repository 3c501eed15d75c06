import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { auditLog, rateLimits } from '@/lib/db/schema/admin';
import { freshDatabase } from '@/tests/support/database';
import { type AdminRoute, auditDenied } from './audit-denied';

let open: Database;
beforeAll(async () => {
  open = await freshDatabase();
});
afterAll(() => open.close());

const MAYA = { personId: 'per_maya', email: 'maya@partner.example' };
const TOM = { personId: 'per_tom', email: 'tom@partner.example' };

const deny = (by: typeof MAYA, route: AdminRoute, at = new Date('2026-03-02T09:00:00Z')) =>
  auditDenied(open.db, { by, route, at });

it('denied requests for admin pages are audited, by person and route', async () => {
  for (const route of ['/admin', '/admin/people'] as const) await deny(MAYA, route);
  await deny(TOM, '/admin');
  const entries = await open.db.select().from(auditLog).orderBy(auditLog.id);
  expect(entries.map(({ event, personId, email, subject }) => ({ event, personId, email, subject }))).toEqual(
    [
      { event: 'access.denied', ...MAYA, subject: '/admin' },
      { event: 'access.denied', ...MAYA, subject: '/admin/people' },
      { event: 'access.denied', ...TOM, subject: '/admin' },
    ],
  );
});

it('repeated ones fill neither the audit log nor the rate limits, and the log has their count', async () => {
  const before = await open.db.$count(rateLimits);
  for (let n = 0; n < 250; n += 1) await deny(MAYA, '/admin/people/[id]');
  const entries = await open.db.select().from(auditLog).where(eq(auditLog.subject, '/admin/people/[id]'));
  expect(entries.map(({ detail }) => detail)).toEqual([{}, { times: 10 }, { times: 100 }]);
  expect(await open.db.$count(rateLimits)).toBe(before + 1);
});

it('an hour later they are audited again, with a new count', async () => {
  await open.db.update(rateLimits).set({ nextAt: sql`clock_timestamp()` });
  for (let n = 0; n < 10; n += 1) await deny(TOM, '/admin/audit');
  await open.db.update(rateLimits).set({ nextAt: sql`clock_timestamp()` });
  for (let n = 0; n < 10; n += 1) await deny(TOM, '/admin/audit');
  const entries = await open.db.select().from(auditLog).where(eq(auditLog.subject, '/admin/audit'));
  expect(entries.map(({ detail }) => detail)).toEqual([{}, { times: 10 }, {}, { times: 10 }]);
});
