import 'server-only';
import { accessSync, chmodSync, constants, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A folder of the desk cannot be created or written. The message says what to do. */
export class FolderUnusableError extends Error {
  override name = 'FolderUnusableError';

  constructor(
    folder: string,
    /** The system's, such as EACCES. */
    readonly code: string,
  ) {
    super(
      code === 'ENOSPC' || code === 'EDQUOT'
        ? `No space is left on the disk of ${folder} (${code}). Free up space and start again, or set DATA_DIR to a folder on another disk.`
        : `The folder ${folder} can’t be created or written by this user (${code}). Correct DATA_DIR, or let this user write there.`,
    );
  }
}

/** The system's codes for a path that the operator must correct. */
const UNUSABLE = new Set([
  'EACCES',
  'EDQUOT',
  'EEXIST',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOSPC',
  'ENOTDIR',
  'EPERM',
  'EROFS',
]);

/** The error of a file system call as a FolderUnusableError, if it is about the folder; else the same error. */
export function toFolderError(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && UNUSABLE.has(code) ? new FolderUnusableError(folder, code) : error;
}

/**
 * Creates `folder` and its parents, unless they exist. `mkdir` with `recursive` never returns below a parent that
 * exists and has no room for folders, such as /proc (Node 20).
 *
 * @throws {FolderUnusableError}
 */
export function createFolder(folder: string): void {
  try {
    create(resolve(folder));
  } catch (error) {
    throw toFolderError(error, folder);
  }
}

function create(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' && dirname(path) !== path) {
      create(dirname(path));
      mkdirSync(path);
      return;
    }
    // The root of a read-only disk exists, and is refused with another code than EEXIST.
    if (!isFolder(path)) throw error;
  }
}

/**
 * Closes the folder to other users of the machine, also one that exists. A folder of another owner stays as it is
 * (`isOpenToOthers`).
 */
export function makePrivate(folder: string): void {
  try {
    chmodSync(folder, 0o700);
  } catch {
    // Setup and the doctor report it.
  }
}

/** Whether other users of the machine can open the folder. */
export function isOpenToOthers(folder: string): boolean {
  return ((statSync(folder, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * The system's code for why `folder` could not be created or written, as far as that can be seen without changing
 * anything; undefined if it could.
 */
export function findFolderProblem(folder: string): string | undefined {
  let path = resolve(folder);
  try {
    // A symlink to nothing exists too, and resolving it fails.
    while (!lstatSync(path, { throwIfNoEntry: false })) path = dirname(path);
    const real = realpathSync(path);
    if (!isFolder(real)) return 'ENOTDIR';
    accessSync(real, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'EIO';
  }
}
