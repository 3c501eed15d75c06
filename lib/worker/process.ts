import 'server-only';
import { database } from '@/lib/db/handle';
import { FolderInUseError } from '@/lib/db/lock';
import { EnvError, env } from '@/lib/env';
import { hub } from '@/lib/live/hub';
import { log } from '@/lib/log';
import { startWorker } from './start';

/** Jobs that are still running after this many milliseconds are left to their lease. */
const PATIENCE_MS = 8_000;

/**
 * Begins the life of a desk's process: settings, database, hub and, unless `WORKER=off`, the worker. A wrong
 * setting or a folder in use ends the process with a sentence that says what to do.
 */
export async function startProcess(): Promise<void> {
  try {
    const settings = env();
    await database();
    await hub();
    const stopWorker = settings.WORKER === 'off' ? async () => {} : await startWorker();
    endInOrder(stopWorker);
    log().info('desk.started', {
      worker: settings.WORKER,
      database: settings.DATABASE_URL ? 'postgres' : 'pglite',
    });
  } catch (error) {
    if (!(error instanceof EnvError) && !(error instanceof FolderInUseError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** On SIGTERM and SIGINT: browsers are told to come back, running jobs end, the database is closed. */
function endInOrder(stopWorker: () => Promise<void>): void {
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(0), PATIENCE_MS).unref();
    try {
      await stopWorker();
      await (await hub()).close();
      await (await database()).close();
    } finally {
      process.exit(0);
    }
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
