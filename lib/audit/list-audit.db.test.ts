import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { people } from '@/lib/db/schema/people';
import { freshDatabase } from '@/tests/support/database';
import { AUDIT_PER_PAGE, type AuditQuery, listAudit, readAudit } from './list-audit';
import { writeAudit } from './write-audit';

let open: Database;
const ROBIN = { personId: 'per_robin', email: 'robin@vendor.example' };
const day = (n: number) => new Date(Date.UTC(2026, 0, n));

beforeAll(async () => {
  open = await freshDatabase();
  // Their name and address have changed since.
  await open.db.insert(people).values({ id: ROBIN.personId, email: 'r.hale@vendor.example', name: 'Robin' });
  await writeAudit(open.db, { by: ROBIN, event: 'people.added', subject: 'first', at: day(1) });
  await writeAudit(open.db, { event: 'signin.refused', subject: 'second', at: day(2) });
  await writeAudit(open.db, { by: ROBIN, event: 'webhook.rotated', subject: 'third', at: day(3) });
});
afterAll(() => open.close());

const found = async (query: AuditQuery) =>
  (await listAudit(open.db, query)).rows.map(({ subject }) => subject);

describe('the audit log', () => {
  it('shows the newest first, with the address a person had at the time', async () => {
    const { rows, next } = await listAudit(open.db, {});
    expect(rows.map(({ subject }) => subject)).toEqual(['third', 'second', 'first']);
    expect(rows.map(({ email }) => email)).toEqual([ROBIN.email, null, ROBIN.email]);
    expect(next).toBeUndefined();
  });

  it('is filtered by person, by event and by time', async () => {
    expect(await found({ email: 'R.Hale@vendor.example' })).toEqual(['third', 'first']);
    expect(await found({ email: 'nobody@vendor.example' })).toEqual([]);
    expect(await found({ event: 'signin.refused' })).toEqual(['second']);
    expect(await found({ since: day(2), until: day(3) })).toEqual(['second']);
    expect(await found({ email: 'r.hale@vendor.example', since: day(2) })).toEqual(['third']);
  });

  it('of many thousands is paged and read to its end, each entry once', async () => {
    const many = 20_000;
    await open.db.execute(sql`
      insert into audit_log (at, person_id, email, event, subject, detail)
      select ${day(4).toISOString()}::timestamptz + n * interval '1 second', 'per_many', null, 'signin.done', n::text, '{}'
      from generate_series(1, ${sql.raw(`${many}`)}) n`);
    const first = await listAudit(open.db, {});
    expect(first.rows.map(({ subject }) => Number(subject)).slice(0, 2)).toEqual([many, many - 1]);
    const second = await listAudit(open.db, { after: first.next });
    expect(second.rows[0]?.subject).toBe(String(many - AUDIT_PER_PAGE));
    expect(await found({ since: day(1), until: day(4) })).toEqual(['third', 'second', 'first']);
    let last = many + 1;
    for await (const batch of readAudit(open.db, { event: 'signin.done' })) {
      for (const { subject } of batch) {
        if (Number(subject) !== last - 1) expect.fail(`${subject} after ${last}`);
        last = Number(subject);
      }
    }
    expect(last).toBe(1);
  });
});
