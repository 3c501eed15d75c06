import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { auditLog } from '@/lib/db/schema/admin';
import { freshDatabase } from '@/lib/db/testing';
import { noteDenied } from './note-denied';

let open: Database;
beforeAll(async () => {
  open = await freshDatabase();
});
afterAll(() => open.close());

const MAYA = { personId: 'per_maya', email: 'maya@partner.example' };
const TOM = { personId: 'per_tom', email: 'tom@partner.example' };

it('who asks for what only admins may is written down once a minute for each address', async () => {
  const at = new Date('2026-03-02T09:00:00Z');
  for (let n = 0; n < 20; n += 1) await noteDenied(open.db, { by: MAYA, path: '/admin', at });
  await noteDenied(open.db, { by: MAYA, path: '/admin/people', at });
  await noteDenied(open.db, { by: TOM, path: '/admin', at });
  const entries = await open.db.select().from(auditLog).orderBy(auditLog.id);
  expect(entries.map(({ act, personId, email, subject }) => ({ act, personId, email, subject }))).toEqual([
    { act: 'access.denied', ...MAYA, subject: '/admin' },
    { act: 'access.denied', ...MAYA, subject: '/admin/people' },
    { act: 'access.denied', ...TOM, subject: '/admin' },
  ]);
});
