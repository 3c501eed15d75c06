import 'server-only';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder is in use by another running process. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError';
}

const LOCK_FILE = 'desk.lock';

/**
 * Claims `folder` for this process and returns the function that gives it back.
 *
 * PGlite does not lock its folder, and two processes in one folder destroy it. A lock left by a process that
 * is no longer alive is taken over.
 *
 * @throws {FolderInUseError} if a living process holds it
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, LOCK_FILE);
  if (!tryCreate(path)) {
    const written = readFileSync(path, 'utf8');
    const holder = Number(written);
    if (holder !== process.pid && isAlive(holder)) {
      throw new FolderInUseError(
        `${folder} is in use by another Partner Desk (process ${holder}). Stop that one first, or set DATA_DIR to another folder.`,
      );
    }
    if (!takeOver(path, written)) {
      throw new FolderInUseError(`${folder} was taken by another Partner Desk just now.`);
    }
  }
  const release = () => {
    process.off('exit', release);
    rmSync(path, { force: true });
  };
  process.on('exit', release);
  return release;
}

/**
 * Moves a dead holder's lock aside and makes ours. Of two processes that do this at once one may move the
 * other's fresh lock: it sees that by what it moved, and puts it back.
 */
function takeOver(path: string, deadHolder: string): boolean {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
  if (readFileSync(aside, 'utf8') !== deadHolder) {
    renameSync(aside, path);
    return false;
  }
  rmSync(aside);
  return tryCreate(path);
}

function tryCreate(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
