import 'server-only';
import { statfs } from 'node:fs/promises';

export const MB = 1024 * 1024;

/** Free bytes on the disk of `folder`, or undefined if that can't be found out. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

export const toMb = (bytes: number) => Math.round(bytes / MB);

/** The embedded database opens with a new file of this size: with less free, it can't be opened. */
const NEEDED_TO_OPEN = 16 * MB;

/** True if the disk of `folder` has too little room to open a database in it. */
export async function isDiskFull(folder: string): Promise<boolean> {
  const free = await freeBytes(folder);
  return free !== undefined && free < NEEDED_TO_OPEN;
}
