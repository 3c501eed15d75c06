import 'server-only';
import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { freeBytes, MB } from '@/lib/db/disk-space';
import { flush } from '@/lib/db/durable-folder';
import { createFolder, makePrivate } from '@/lib/db/folder';
import { BackupError, checksumFile, pack } from './archive';

/** What the desk itself needs in the meantime. */
const SPARE_BYTES = 256 * MB;

const DAILY = '-daily.tar.gz';
const REQUEST = '.request';

/** The folder of the embedded database's own files, and that of its backups. */
export const filesFolder = (dataDir: string) => join(dataDir, 'db', 'pg');
export const backupsFolder = (dataDir: string) => join(dataDir, 'backups');

/** The name of a backup begun at `now`: names are in the order of time. */
export function backupName(now: Date, { isDaily = false } = {}): string {
  const time = now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
  return `${time}${isDaily ? DAILY : '.tar.gz'}`;
}

/**
 * Writes a backup of the embedded database to `DATA_DIR/backups`. It has its name once it is whole and flushed. Needs
 * space for two copies of the database.
 *
 * @param copyFiles copies the database's files, as they are at one moment, to a new folder
 * @param signal stops it
 * @returns its path
 * @throws {BackupError} if there is too little space
 */
export async function writeBackup(
  dataDir: string,
  {
    name,
    copyFiles,
    signal,
  }: { name: string; copyFiles: (to: string) => Promise<void>; signal?: AbortSignal },
): Promise<string> {
  const folder = backupsFolder(dataDir);
  createFolder(folder);
  makePrivate(folder);
  await removeUnfinished(folder);
  await requireSpace(dataDir);
  const path = join(folder, name);
  try {
    await copyFiles(`${path}.copy`);
    await pack(`${path}.copy`, { file: `${path}.part`, name: path, signal });
    await rename(`${path}.part`, path);
    await flush(folder);
    return path;
  } finally {
    await removeUnfinished(folder);
  }
}

/** What a process left that was killed meanwhile. One process at a time writes backups: the one that has the database. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (/\.(copy|part)$/.test(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function requireSpace(dataDir: string): Promise<void> {
  const bytes = await sizeOf(filesFolder(dataDir));
  const free = await freeBytes(dataDir);
  const needed = 2 * bytes + SPARE_BYTES;
  if (free !== undefined && free < needed)
    throw new BackupError(
      `A backup needs ${Math.ceil(needed / MB)} MB of free space on the disk of ${dataDir}.`,
    );
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  // A file may be removed meanwhile.
  const sizes = files.map((entry) =>
    stat(join(entry.parentPath, entry.name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** When the newest daily backup was made; undefined if there is none. */
export async function lastDailyBackup(dataDir: string): Promise<Date | undefined> {
  const newest = (await listDaily(dataDir)).at(-1);
  return newest ? (await stat(join(backupsFolder(dataDir), newest))).mtime : undefined;
}

/** Removes the oldest daily backups. Those of `npm run backup` stay. */
export async function removeOldBackups(dataDir: string, { kept }: { kept: number }): Promise<void> {
  const folder = backupsFolder(dataDir);
  for (const name of (await listDaily(dataDir)).slice(0, -kept)) {
    await rm(join(folder, name));
    await rm(checksumFile(join(folder, name)), { force: true });
  }
}

async function listDaily(dataDir: string): Promise<string[]> {
  const folder = backupsFolder(dataDir);
  if (!existsSync(folder)) return [];
  return (await readdir(folder)).filter((name) => name.endsWith(DAILY)).sort();
}

/** `npm run backup` asks the process that has the database for a backup of this name by a file, removed when it is done. */
export const requestFile = (dataDir: string, name: string) =>
  join(backupsFolder(dataDir), `${name}${REQUEST}`);

/** The names of the requested backups. */
export async function listRequests(dataDir: string): Promise<string[]> {
  const folder = backupsFolder(dataDir);
  if (!existsSync(folder)) return [];
  const requests = (await readdir(folder)).filter((name) => name.endsWith(`.tar.gz${REQUEST}`));
  return requests.map((name) => name.slice(0, -REQUEST.length));
}
