import 'server-only';
import fs from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The part of Emscripten's file system over Node's that is used here. */
type NodeFiles = {
  stream_ops: { fsync?: (stream: { nfd: number }) => number };
  /** Converts a Node error to one that the engine understands. */
  tryFSOperation<T>(work: () => T): T;
};

/**
 * Makes the embedded engine flush its commits to the disk in `folder`, as a PostgreSQL server does, so that
 * they survive a power failure. PGlite starts PostgreSQL with `-F`, which disables flushing, and gives it a
 * file system that ignores `fsync`. Both are reverted here; PostgreSQL decides when to flush.
 *
 * Costs one blocking flush per commit with changes (about 0.2 ms on a virtual disk, 1 to 10 ms on others).
 * `wal_sync_method`: of PostgreSQL's methods only `fsync` is passed on.
 */
export function durableIn(folder: string): PGliteOptions {
  return {
    fs: new DurableFolder(folder),
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
      ...['-c', 'wal_sync_method=fsync'],
    ],
  };
}

class DurableFolder extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts, ...others } = await super.init(...given);
    const preRun = [...(emscriptenOpts.preRun ?? []), flushThrough];
    return { ...others, emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

function flushThrough(module: object): void {
  const files: unknown = Reflect.get(module, 'NODEFS');
  if (!isNodeFiles(files)) throw new Error('This version of PGlite writes its files in another way.');
  files.stream_ops.fsync = ({ nfd }) =>
    files.tryFSOperation(() => {
      fs.fsyncSync(nfd);
      return 0;
    });
}

function isNodeFiles(files: unknown): files is NodeFiles {
  return files instanceof Object && 'stream_ops' in files && 'tryFSOperation' in files;
}

/** The number of files flushed in parallel. */
const AT_ONCE = 16;

/**
 * Flushes every file and folder in `folder`, including itself: for data written without the engine, or before
 * it flushed. Signals are still handled in the meantime.
 */
export async function flushAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name));
  while (paths.length > 0) await Promise.all(paths.splice(0, AT_ONCE).map(flush));
  await flush(folder);
}

/** Flushes one file, or the names in one folder. Some systems cannot flush folders, and need not. */
export async function flush(path: string): Promise<void> {
  try {
    const file = await open(path, 'r');
    await file.sync().finally(() => file.close());
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (!NOT_FOR_FOLDERS.has(code)) throw error;
  }
}

/** Returned by Windows and some network file systems; PostgreSQL ignores the same codes. */
const NOT_FOR_FOLDERS = new Set<unknown>(['EISDIR', 'EPERM', 'EINVAL', 'EBADF']);
