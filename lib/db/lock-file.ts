import 'server-only';
import {
  closeSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { toFolderError } from './folder';
import { newOwner, type Owner, readOwner, toText } from './lock-owner';

/** An existing lock. `owner` is undefined if none was written, or only in part. */
export type FoundLock = { text: string; owner: Owner | undefined; inode: string };

/**
 * Moves a stale lock aside. If two processes do this concurrently, one may move the other's fresh lock: it
 * detects this by the moved content, and puts it back.
 */
export function moveLockAway(path: string, found: FoundLock): void {
  const aside = `${path}.${newOwner().id}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  const moved = readLock(aside);
  const isOther = moved?.owner?.id !== found.owner?.id || (!found.owner && moved?.text !== found.text);
  if (isOther) putBack(aside, path);
  rmSync(aside, { force: true });
}

/** Does not overwrite a lock created by then. */
function putBack(aside: string, path: string): void {
  try {
    linkSync(aside, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) renameSync(aside, path);
  }
}

/** Updates the heartbeat, and returns whether the lock is still ours. A deleted lock is created again. */
export function beatLock(path: string, owner: Owner): boolean {
  let fd: number;
  try {
    fd = openSync(path, 'r+');
  } catch (error) {
    // Any other error says nothing about the owner.
    return hasCode(error, 'ENOENT') ? tryCreateLock(path, owner) : true;
  }
  try {
    // Read and written through one file handle, so never another process's lock.
    if (readOwner(readFileSync(fd, 'utf8'))?.id !== owner.id) return false;
    owner.beat += 1;
    writeSync(fd, toText(owner), 0);
    return true;
  } catch {
    return true;
  } finally {
    closeSync(fd);
  }
}

/** Does nothing if another process has the lock by now. */
export function removeOwnLock(path: string, owner: Owner): void {
  if (readLock(path)?.owner?.id === owner.id) rmSync(path, { force: true });
}

/**
 * False if a lock exists.
 *
 * @throws {FolderUnusableError} if the folder can't be written
 */
export function tryCreateLock(path: string, owner: Owner): boolean {
  let fd: number;
  try {
    fd = openSync(path, 'wx');
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw toFolderError(error, dirname(path));
  }
  owner.inode = String(fstatSync(fd, { bigint: true }).ino);
  writeFileSync(fd, toText(owner));
  closeSync(fd);
  return true;
}

/** Undefined if there is none. */
export function readLock(path: string): FoundLock | undefined {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  try {
    const text = readFileSync(fd, 'utf8');
    return { text, owner: readOwner(text), inode: String(fstatSync(fd, { bigint: true }).ino) };
  } finally {
    closeSync(fd);
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
