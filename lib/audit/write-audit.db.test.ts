import { desc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { auditLog } from '@/lib/db/schema/admin';
import { freshDatabase } from '@/tests/support/database';
import { writeAudit } from './write-audit';

let open: Database;
beforeAll(async () => {
  open = await freshDatabase();
});
afterAll(() => open.close());

const entry = {
  event: 'people.disabled',
  subject: 'maya@partner.example',
  at: new Date('2026-01-02'),
} as const;

describe('the audit log', () => {
  it('is append-only: nothing in it can be changed or removed', async () => {
    await writeAudit(open.db, entry);
    for (const statement of [
      sql`update audit_log set subject = 'somebody else'`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
    ]) {
      await expect(open.db.execute(statement)).rejects.toThrow();
    }
    expect(await open.db.select().from(auditLog)).toMatchObject([entry]);
  });

  it('keeps an entry short and well-formed, for any text', async () => {
    const long = `${'a'.repeat(299)}${'😀'.repeat(9_000)}`;
    const subject = `${long}\0`;
    await writeAudit(open.db, { ...entry, subject, detail: { name: long, label: 'a\ud83d', people: 3 } });
    const [row] = await open.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    const short = `${'a'.repeat(299)}😀`;
    expect(row).toMatchObject({ subject: short, detail: { name: short, label: 'a\ufffd', people: 3 } });
  });

  it('has no entry for a change that was rolled back', async () => {
    const before = await open.db.$count(auditLog);
    const change = open.db.transaction(async (tx) => {
      await writeAudit(tx, entry);
      throw new Error('The change failed.');
    });
    await expect(change).rejects.toThrow('The change failed.');
    expect(await open.db.$count(auditLog)).toBe(before);
  });
});
