import 'server-only';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Database } from './handle';
import { type FolderLock, lockFolder } from './lock';
import { DRIZZLE, MIGRATIONS } from './migrate';
import { withKnownOutcomes } from './outcome';
import { type Engine, openEngine } from './pglite-engine';
import { keepErrorsPrivate } from './private-errors';

/**
 * Opens the embedded database in `folder`, or in memory if there is none, and migrates it.
 *
 * @param copyOf the dump that a database in memory begins with
 * @throws {FolderInUseError} if another process has the folder open
 */
export async function openPglite(folder?: string, { copyOf }: { copyOf?: Blob } = {}): Promise<Database> {
  keepErrorsPrivate();
  const lock = folder ? await lockFolder(folder) : undefined;
  try {
    const engine =
      folder && lock ? await openInFolder(folder, lock) : await openEngine(undefined, { copyOf });
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
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** A database whose making was broken off was never used, and cannot be opened: it is made anew. */
async function openInFolder(folder: string, lock: FolderLock): Promise<Engine> {
  const place = join(folder, 'pg');
  const unfinished = join(folder, 'pg.unfinished');
  if (existsSync(unfinished)) rmSync(place, { recursive: true, force: true });
  if (!existsSync(place)) writeFileSync(unfinished, '');
  const engine = await openEngine(place, { beforeEach: lock.check });
  rmSync(unfinished, { force: true });
  return engine;
}
