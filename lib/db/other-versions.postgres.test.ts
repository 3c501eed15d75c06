import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, inject, it, onTestFinished } from 'vitest';
import { createScratchDatabase, dropScratchDatabase } from '@/tests/support/scratch-database';
import type { Db } from './handle';
import { openPostgres } from './postgres';

/** The address of a database of this version, with one change. */
async function openOnce(change: (db: Db) => Promise<unknown>): Promise<string> {
  const server = inject('testDatabase');
  if (server.engine !== 'postgres') return expect.fail('This is about a server.');
  const name = `older_${randomBytes(6).toString('hex')}`;
  const url = await createScratchDatabase(server.url, { name, template: server.template });
  onTestFinished(() => dropScratchDatabase(server.url, name));
  const database = await openPostgres(url);
  await change(database.db);
  await database.close();
  return url;
}

it('a database that a newer version has changed is refused in a sentence that says what to do', async () => {
  const url = await openOnce((db) =>
    db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9000000000000)`,
    ),
  );
  await expect(openPostgres(url)).rejects.toThrow(/newer version.*Run that version/);
});

it('a database of a development version before 0.1 is refused in a sentence that says what to do', async () => {
  const url = await openOnce((db) => db.execute(sql`delete from drizzle.__drizzle_migrations`));
  await expect(openPostgres(url)).rejects.toThrow(/development version before 0\.1.*Use an empty one/);
});
