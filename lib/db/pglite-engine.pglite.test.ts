import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { openPglite } from './pglite';
import { people } from './schema/people';

/** Nests deeper than any stack: PGlite alone would drop the statement and report no error. */
const DEEP = sql.raw(`select ${'1+'.repeat(5_000)}1`);

// It makes a database on disk and opens it twice more.
it('after a crash of the embedded engine, committed data is kept, the rest is gone, and it continues; its files are closed to other users', {
  timeout: 180_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-crash-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  const database = await openPglite(folder);
  expect(statSync(folder).mode & 0o777, 'also of a folder that was open').toBe(0o700);
  const { db } = database;
  let lost = 0;
  await database.listen('changes', { message: () => {}, lost: () => (lost += 1) });
  const add = (name: string) => ({ id: `per_${name}`, email: `${name}@x.example`, name });

  await db.insert(people).values(add('ada'));
  const broken = db.transaction(async (tx) => {
    await tx.insert(people).values(add('ben'));
    await tx.execute(DEEP);
  });
  await expect(broken).rejects.toThrow();
  await db.insert(people).values(add('cy'));

  expect((await db.select().from(people)).map(({ name }) => name).sort()).toEqual(['ada', 'cy']);
  expect(lost, 'listeners read again').toBe(1);
  await database.close();
  const again = await openPglite(folder);
  expect(await again.db.$count(people)).toBe(2);
  await again.close();
});
