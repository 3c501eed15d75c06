import 'server-only';
import { statfs } from 'node:fs/promises';

export const MB = 1024 * 1024;

/** Two segments of the embedded engine's write-ahead log: with less, it can't be opened, or one of its next commits fails. */
const NEEDED = 32 * MB;

/** Free bytes on the disk of `folder`, or undefined if that can't be found out. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

/** True if the disk of `folder` has too little room for the embedded database to open and to commit. */
export async function isDiskFull(folder: string): Promise<boolean> {
  const free = await freeBytes(folder);
  return free !== undefined && free < NEEDED;
}
