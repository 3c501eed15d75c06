import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '@/lib/db/postgres';
import { endOnSignal } from '../../scripts/lib/end-on-signal';
import { startTestPostgres } from './postgres';
import { createScratchDatabase, dropScratchDatabase } from './scratch-database';

/**
 * Vitest calls this once before the tests on PostgreSQL: it migrates one database, and every test file gets a
 * copy, which is faster than migrating for each.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  endOnSignal();
  const server = await startTestPostgres();
  const template = `desk_test_${randomBytes(6).toString('hex')}`;
  const migrated = await openPostgres(await createScratchDatabase(server.url, { name: template }));
  await migrated.close();
  project.provide('testDatabase', { engine: 'postgres', url: server.url, template });
  return async () => {
    await dropScratchDatabase(server.url, template);
    await server.stop();
  };
}
