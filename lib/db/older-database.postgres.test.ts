import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, inject, it, onTestFinished } from 'vitest';
import { createScratchDatabase, dropScratchDatabase } from '@/tests/support/scratch-database';
import { openPostgres } from './postgres';

it('a database of a development version before 0.1 is refused in a sentence that says what to do', async () => {
  const server = inject('testDatabase');
  if (server.engine !== 'postgres') return expect.fail('This is about a server.');
  const name = `older_${randomBytes(6).toString('hex')}`;
  const url = await createScratchDatabase(server.url, { name, template: server.template });
  onTestFinished(() => dropScratchDatabase(server.url, name));
  const database = await openPostgres(url);
  await database.db.execute(sql`delete from drizzle.__drizzle_migrations`);
  await database.close();
  await expect(openPostgres(url)).rejects.toThrow(/development version before 0\.1.*Use an empty one/);
});
