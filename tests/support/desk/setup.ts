import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { requireBuilt } from '@/scripts/lib/build';
import { endOnSignal } from '@/scripts/lib/end-on-signal';
import { removeFolderAtExit } from '@/scripts/lib/remove-folder';
import { startTestPostgres } from '@/tests/support/postgres';
import { createScratchDatabase, dropScratchDatabase } from '@/tests/support/scratch-database';
import { seedDatabase } from './seed';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server, and a database on it with all tables and the demo people, to be copied. */
    deskPostgres: { url: string; template: string };
    /** A folder that exists as long as the run. */
    deskFolder: string;
    /** What every process of the run logged, a folder for each desk; emptied at each run. */
    deskLogs: string;
  }
}

/** Vitest calls this once before the process tests: one PostgreSQL for all of them, seeded once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The tests run in separate processes, which end with this one.
  endOnSignal();
  requireBuilt();
  const logs = join('test-results', 'logs', project.name);
  rmSync(logs, { recursive: true, force: true });
  project.provide('deskLogs', logs);
  const server = await startTestPostgres();
  const template = `desk_faults_${randomBytes(6).toString('hex')}`;
  try {
    await seedDatabase({ DATABASE_URL: await createScratchDatabase(server.url, { name: template }) });
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('deskPostgres', { url: server.url, template });
  const folder = mkdtempSync(join(tmpdir(), 'desk-faults-run-'));
  project.provide('deskFolder', folder);
  const removeFolder = () => removeFolderAtExit(folder);
  process.once('exit', removeFolder);
  return async () => {
    removeFolder();
    await dropScratchDatabase(server.url, template);
    await server.stop();
  };
}
