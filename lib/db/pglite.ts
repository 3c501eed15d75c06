import 'server-only';
import { mkdirSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Database } from './handle';
import { lockFolder } from './lock';
import { DRIZZLE, MIGRATIONS } from './migrate';
import { withKnownOutcomes } from './outcome';
import { openEngine } from './pglite-engine';
import { keepErrorsPrivate } from './private-errors';

/**
 * Opens the embedded database in `folder`, or in memory if there is none, and migrates it.
 *
 * @throws {FolderInUseError} if another process has the folder open
 */
export async function openPglite(folder?: string): Promise<Database> {
  keepErrorsPrivate();
  if (folder) mkdirSync(folder, { recursive: true });
  const release = folder ? lockFolder(folder) : () => {};
  try {
    const engine = await openEngine(folder ? `${folder}/pg` : undefined, () => {});
    const drizzled = drizzle(engine.client, DRIZZLE);
    await migrate(drizzled, MIGRATIONS);
    const db = withKnownOutcomes(drizzled);
    return {
      db,
      intake: db,
      // It runs in this very process.
      answers: async () => true,
      // One process has the folder: nobody to keep out.
      exclusively: (_lock, work) => work(),
      listen: engine.listen,
      close: async () => {
        await engine.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}
