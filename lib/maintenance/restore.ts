import 'server-only';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { flush } from '@/lib/db/durable-folder';
import { createFolder, makePrivate } from '@/lib/db/folder';
import { lockFolder } from '@/lib/db/lock';
import { openPglite, restoringFolder, unfinishedFile } from '@/lib/db/pglite';
import { heartbeats } from '@/lib/db/schema/jobs';
import { WORKERS } from '@/lib/jobs/queue-state';
import { BackupError, unpack, verifyArchive } from './archive';
import { backupName, filesFolder } from './backup';

type RestoreInput = {
  dataDir: string;
  /** Whether a database that is there is renamed; otherwise it is a reason to refuse. */
  setsAside: boolean;
  now: Date;
};

/**
 * Puts a backup in the place of the embedded database, once it was found to be whole and could be opened. The next start
 * searches the portal for what is queued before it sends it, however young the backup is.
 *
 * @returns where the previous database is now, if there was one
 * @throws {BackupError} if the backup is missing or damaged, or there is a database already
 * @throws {FolderInUseError} if a desk runs
 */
export async function restoreBackup(
  file: string,
  { dataDir, setsAside, now }: RestoreInput,
): Promise<string | undefined> {
  const folder = join(dataDir, 'db');
  const place = filesFolder(dataDir);
  const lock = await lockFolder(folder, { waits: 'no' });
  try {
    if (existsSync(place) && !setsAside)
      throw new BackupError(`${place} has a database. To rename it, and not lose it, add --set-aside.`);
    await verifyArchive(file);
    const made = restoringFolder(folder);
    const discard = () => rm(made, { recursive: true, force: true });
    await discard();
    try {
      createFolder(made);
      makePrivate(made);
      await unpack(file, join(made, 'pg'));
      await requireSearch(made);
    } catch (error) {
      await discard();
      throw error;
    }
    const aside = existsSync(place) ? `${place}.until-${backupName(now).replace('.tar.gz', '')}` : undefined;
    if (aside) await rename(place, aside);
    await rm(unfinishedFile(folder), { force: true });
    await flush(folder);
    await rename(join(made, 'pg'), place);
    await flush(folder);
    await discard();
    return aside;
  } finally {
    lock.release();
  }
}

/** Opens the database, which flushes and migrates it, and makes its last heartbeat old: as if no worker had run for long. */
async function requireSearch(folder: string): Promise<void> {
  const database = await openPglite(folder);
  try {
    await database.db
      .update(heartbeats)
      .set({ at: new Date(0) })
      .where(eq(heartbeats.id, WORKERS));
  } finally {
    await database.close();
  }
}
