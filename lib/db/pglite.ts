import 'server-only';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { DatabaseUnavailableError } from './await-database';
import { isDiskFull } from './disk-space';
import { flush, flushAll } from './durable-folder';
import { FolderUnusableError, makePrivate, toFolderError } from './folder';
import type { Database } from './handle';
import { createHealthProbe } from './health-probe';
import { FolderInUseError, type FolderLock, lockFolder } from './lock';
import { DRIZZLE, MIGRATIONS } from './migrate';
import { withKnownOutcomes } from './outcome';
import { type Engine, openEngine } from './pglite-engine';
import { keepErrorsPrivate } from './private-errors';
import { explainEmbeddedMigrationError } from './start-problem';

/**
 * Opens the embedded database in `folder`, or in memory without one, and migrates it.
 *
 * @param copyOf the dump that a database in memory starts with
 * @throws {FolderInUseError} if another process has the folder open
 * @throws {FolderUnusableError} if the folder cannot be written, or its disk is full
 */
export async function openPglite(folder?: string, { copyOf }: { copyOf?: Blob } = {}): Promise<Database> {
  keepErrorsPrivate();
  let lock: FolderLock | undefined;
  try {
    lock = folder ? await lockFolder(folder) : undefined;
    // The engine's own files are readable by everybody.
    if (folder) makePrivate(folder);
    const probe = createHealthProbe(() => engine.client.query('select 1'));
    const engine =
      folder && lock
        ? await openInFolder(folder, { beforeEach: lock.check, afterEach: probe.markHealthy })
        : await openEngine(undefined, { copyOf, afterEach: probe.markHealthy });
    const room = folder ? createHealthProbe(() => checkRoom(folder)) : probe;
    const drizzled = drizzle(engine.client, DRIZZLE);
    await migrate(drizzled, MIGRATIONS).catch((error: unknown) => {
      throw explainEmbeddedMigrationError(error);
    });
    const db = withKnownOutcomes(drizzled);
    return {
      db,
      intake: db,
      answers: probe.answers,
      canWrite: room.answers,
      // One process has the folder, so there is no other to exclude.
      withAdvisoryLock: (_lock, work) => work(),
      listen: engine.listen,
      copyFiles: engine.copyFiles,
      close: async () => {
        await engine.close();
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw folder ? await explainOpenError(error, folder) : error;
  }
}

/**
 * The engine throws what is no error, without a reason, where its folder takes no writes: so ask the disk.
 *
 * @param test throws if the disk accepts no writes
 */
export async function explainOpenError(
  error: unknown,
  folder: string,
  test: (folder: string) => Promise<void> = checkRoom,
): Promise<unknown> {
  if (error instanceof FolderInUseError) return error;
  const found = await test(folder).then(
    () => error,
    (cause: unknown) => cause,
  );
  const explained = toFolderError(found, folder);
  return explained instanceof FolderUnusableError ? explained : error;
}

/**
 * Where a database that was moved to a server says so: it is never opened again, or what it had queued would be sent twice.
 * Among the files of the database, so that each copy says it too.
 */
export const movedFile = (folder: string) => join(folder, 'pg', 'moved-to-server.txt');

/** Says that the database beside it is still being created. */
export const unfinishedFile = (folder: string) => join(folder, 'pg.unfinished');

/** A backup that is about to take the place of the database in `folder`. */
export const restoringFolder = (folder: string) => `${folder}.restoring`;

/** A database whose creation was interrupted was never used, and cannot be opened: create it again. */
async function openInFolder(
  folder: string,
  hooks: { beforeEach: () => void; afterEach: () => void },
): Promise<Engine> {
  const place = join(folder, 'pg');
  const mark = movedFile(folder);
  if (existsSync(mark)) throw new DatabaseUnavailableError(await readFile(mark, 'utf8'));
  const unfinished = unfinishedFile(folder);
  if (existsSync(unfinished)) rmSync(place, { recursive: true, force: true });
  if (!existsSync(place)) {
    if (existsSync(join(restoringFolder(folder), 'pg')))
      throw new DatabaseUnavailableError(
        `A restore was interrupted. Repeat npm run restore, or delete ${restoringFolder(folder)} to do without. A database that was set aside is in ${folder}.`,
      );
    writeFileSync(unfinished, '');
    await flush(folder);
  }
  const engine = await openEngine(place, hooks);
  // Neither creating a database nor restoring a copy flushes anything. Then the mark is removed, durably: if
  // it returned after a power failure, a database in use would be deleted.
  await flushAll(place);
  rmSync(unfinished, { force: true });
  await flush(folder);
  return engine;
}

const PROBE = Buffer.alloc(64 * 1024, 1);

/**
 * Throws unless the disk of `folder` accepts writes: it has space, is writable, and flushes.
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
  if (await isDiskFull(folder))
    throw Object.assign(new Error('The disk is nearly full.'), { code: 'ENOSPC' });
}
