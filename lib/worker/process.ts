import 'server-only';
import { DatabaseAwayError } from '@/lib/db/await-database';
import { database } from '@/lib/db/handle';
import { FolderInUseError } from '@/lib/db/lock';
import { EnvError, env } from '@/lib/env';
import { hub } from '@/lib/live/hub';
import { log } from '@/lib/log';
import { reasonOf } from '@/lib/reason';
import { startWorker } from './start';
import { type WebServer, watchWebServer } from './web-server';

/** What is still running after this many milliseconds is left behind: requests unanswered, jobs to their lease. */
const PATIENCE_MS = 8_000;

/** Their messages say what to do: no stack helps. */
const PLAIN_ERRORS = [EnvError, FolderInUseError, DatabaseAwayError];

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Begins the life of a desk's process: settings, database, hub and, unless `WORKER=off`, the worker. A wrong
 * setting, a folder in use or a database that does not answer ends the process with a sentence that says what
 * to do.
 */
export async function startProcess(): Promise<void> {
  try {
    const settings = env();
    const webServer = watchWebServer();
    await database();
    await hub();
    const stopWorker = settings.WORKER === 'off' ? async () => {} : await startWorker();
    endInOrder({ webServer, stopWorker });
    log().info('desk.started', {
      worker: settings.WORKER,
      database: settings.DATABASE_URL ? 'postgres' : 'pglite',
    });
  } catch (error) {
    // Half a start would answer nobody and go on working unseen: whoever watches the process starts it again.
    const isPlain = PLAIN_ERRORS.some((plain) => error instanceof plain);
    const reason = isPlain && error instanceof Error ? error.message : `The start failed: ${reasonOf(error)}`;
    process.stderr.write(`${reason}\n`);
    process.exit(1);
  }
}

type Parts = { webServer: WebServer; stopWorker: () => Promise<void> };

/**
 * On SIGTERM and SIGINT, in this order: no new connection and no new job; browsers are told to come back; what
 * was asked is answered and running jobs end; the database is closed; exit code 0.
 */
function endInOrder(parts: Parts): void {
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    const began = Date.now();
    setTimeout(() => exit({ began, inTime: false }), PATIENCE_MS).unref();
    try {
      await stop(parts);
    } catch (error) {
      log().error('desk.stop-failed', { reason: reasonOf(error) });
    }
    exit({ began, inTime: true });
  };
  for (const signal of SIGNALS) {
    // Next's own handler ends the process as soon as its last connection closes, whatever jobs still run.
    process.removeAllListeners(signal);
    process.on(signal, end);
  }
}

async function stop({ webServer, stopWorker }: Parts): Promise<void> {
  const stopped = [webServer.stop(), stopWorker()];
  await (await hub()).close();
  await Promise.all(stopped);
  await (await database()).close();
}

function exit({ began, inTime }: { began: number; inTime: boolean }): never {
  log().info('desk.stopped', { ms: Date.now() - began, inTime });
  process.exit(0);
}
