import 'server-only';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Two segments of the embedded engine's log: with less, one of the next commits finds no room. */
const MIN_FREE_BYTES = 32 * 1024 * 1024;
const PROBE = Buffer.alloc(64 * 1024, 1);

/**
 * Fails unless the disk of `folder` takes what is written: it has room, may be written to, and flushes.
 *
 * @throws {Error} with the system's code (ENOSPC, EROFS, EDQUOT, EIO) if it does not
 */
export async function checkRoom(folder: string): Promise<void> {
  const path = join(folder, 'health.probe');
  try {
    const file = await open(path, 'w');
    try {
      await file.write(PROBE);
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < MIN_FREE_BYTES) {
    throw Object.assign(new Error('The disk is nearly full.'), { code: 'ENOSPC' });
  }
}
