import 'server-only';
import { mkdirSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Database } from './handle';
import { lockFolder } from './lock';
import { DRIZZLE, MIGRATIONS } from './migrate';
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
    const client = await PGlite.create(folder ? { dataDir: `${folder}/pg` } : {});
    const db = drizzle(client, DRIZZLE);
    await migrate(db, MIGRATIONS);
    return {
      db,
      intake: db,
      // It runs in this very process.
      answers: async () => true,
      // One process has the folder: nobody to keep out.
      exclusively: (_lock, work) => work(),
      listen: (channel, listener) => client.listen(channel, listener.message),
      close: async () => {
        await client.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}
