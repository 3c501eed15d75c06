import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { env } from '@/lib/core/env';
import { createFolder } from '@/lib/db/folder';
import { FolderInUseError, lockFolder } from '@/lib/db/lock';
import { BackupError } from '@/lib/maintenance/archive';
import { backupName, backupsFolder, filesFolder, requestFile, writeBackup } from '@/lib/maintenance/backup';
import { runCommand, UsageError } from './lib/run-command';

const POLL_MS = 200;
/** A desk looks each second for what is requested. */
const BEGINS_WITHIN_MS = 20_000;

/** `npm run backup`: of the embedded database, also while the desk runs, which then makes it itself. */
async function backUp(): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = env();
  if (DATABASE_URL)
    throw new UsageError('This is for the embedded database. Back up PostgreSQL with pg_dump.');
  if (!existsSync(filesFolder(DATA_DIR))) throw new UsageError(`There is no database in ${DATA_DIR}.`);
  const name = backupName(new Date());
  try {
    const lock = await lockFolder(join(DATA_DIR, 'db'), { waits: 'no' });
    const copyFiles = (to: string) => cp(filesFolder(DATA_DIR), to, { recursive: true });
    await writeBackup(DATA_DIR, { name, copyFiles }).finally(() => lock.release());
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    await request(DATA_DIR, name);
  }
  console.log(
    `Made ${join(backupsFolder(DATA_DIR), name)} and its checksum. Keep both, and APP_SECRET elsewhere.`,
  );
}

/** Requests it from the desk that has the folder. */
async function request(dataDir: string, name: string): Promise<void> {
  createFolder(backupsFolder(dataDir));
  const file = requestFile(dataDir, name);
  const path = join(backupsFolder(dataDir), name);
  const withdraw = () => rmSync(file, { force: true });
  process.once('exit', withdraw);
  writeFileSync(file, '', { mode: 0o600 });
  const latest = performance.now() + BEGINS_WITHIN_MS;
  let hasBegun = false;
  while (existsSync(file)) {
    hasBegun ||= existsSync(`${path}.copy`);
    if (!hasBegun && performance.now() > latest)
      throw new BackupError(
        'Partner Desk has the database, and makes no backup. Has it just started or stopped? Try again.',
      );
    await sleep(POLL_MS);
  }
  if (!existsSync(path))
    throw new BackupError('No backup was made: backup.failed in the log of Partner Desk says why.');
}

runCommand(backUp);
