import 'server-only';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { flush, flushAll } from './durable-folder';
import type { Database } from './handle';
import { createHealthProbe } from './health-probe';
import { lockFolder } from './lock';
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
    const probe = createHealthProbe(() => engine.client.query('select 1'));
    const engine =
      folder && lock
        ? await openInFolder(folder, { beforeEach: lock.check, afterEach: probe.markHealthy })
        : await openEngine(undefined, { copyOf, afterEach: probe.markHealthy });
    const room = folder ? createHealthProbe(() => checkRoom(folder)) : probe;
    const drizzled = drizzle(engine.client, DRIZZLE);
    await migrate(drizzled, MIGRATIONS);
    const db = withKnownOutcomes(drizzled);
    return {
      db,
      intake: db,
      answers: probe.answers,
      canWrite: room.answers,
      // One process has the folder: nobody to keep out.
      withAdvisoryLock: (_lock, work) => work(),
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
async function openInFolder(
  folder: string,
  hooks: { beforeEach: () => void; afterEach: () => void },
): Promise<Engine> {
  const place = join(folder, 'pg');
  const unfinished = join(folder, 'pg.unfinished');
  if (existsSync(unfinished)) rmSync(place, { recursive: true, force: true });
  if (!existsSync(place)) {
    writeFileSync(unfinished, '');
    await flush(folder);
  }
  const engine = await openEngine(place, hooks);
  // What makes a database flushes nothing, and neither does what copies one back. Then the mark goes, for good: were it
  // there again after a power failure, a database that is in use would be thrown away.
  await flushAll(place);
  rmSync(unfinished, { force: true });
  await flush(folder);
  return engine;
}

/** Two segments of the embedded engine's log: with less, one of the next commits finds no room. */
const MIN_FREE_BYTES = 32 * 1024 * 1024;
const PROBE = Buffer.alloc(64 * 1024, 1);

/**
 * Fails unless the disk of `folder` takes what is written: it has room, may be written to, and flushes.
 *
 * @throws {Error} with the system's code (ENOSPC, EROFS, EDQUOT, EIO) if it does not
 */
async function checkRoom(folder: string): Promise<void> {
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
