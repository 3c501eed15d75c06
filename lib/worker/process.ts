import 'server-only';
import { EnvError, env, IS_DEVELOPMENT } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { singleton } from '@/lib/core/singleton';
import { DatabaseAwayError } from '@/lib/db/await-database';
import { database } from '@/lib/db/handle';
import { FolderInUseError } from '@/lib/db/lock';
import { reasonOf } from '@/lib/db/reason';
import { hub } from '@/lib/live/hub';
import { startWorker } from './start';
import { type WebServer, watchWebServer } from './web-server';

/** What is still running after this many milliseconds is left behind: requests unanswered, jobs to their lease. */
const TIMEOUT_MS = 8_000;

/** Their messages say what to do: no stack helps. */
const PLAIN_ERRORS = [EnvError, FolderInUseError, DatabaseAwayError];

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Begins the life of a desk's process: settings, database, hub and, unless `WORKER=off`, the worker. A wrong
 * setting, a folder in use or a database that does not answer ends the process with a sentence that says what
 * to do. SIGTERM and SIGINT end it at any moment of the start.
 */
export async function startProcess(): Promise<void> {
  const signals = listenForSignals(endStart);
  try {
    const settings = env();
    const webServer = watchWebServer();
    await database();
    await hub();
    const stopWorker = settings.WORKER === 'off' ? async () => {} : await startWorker();
    signals.end = endInOrder({ webServer, stopWorker });
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
function endInOrder(parts: Parts): () => void {
  let ending = false;
  return async () => {
    if (ending) return;
    ending = true;
    const began = Date.now();
    setTimeout(() => exit({ began, inTime: false }), TIMEOUT_MS).unref();
    try {
      await stop(parts);
    } catch (error) {
      log().error('desk.stop-failed', { reason: reasonOf(error) });
    }
    exit({ began, inTime: true });
  };
}

/** What a signal does, which may be exchanged. */
type Signals = { end: () => void };

/**
 * Has SIGTERM and SIGINT do what it returns, for now `end`. Alone: Next's own handler waits for its last connection to
 * close, which in a start waits for us, and later ends the process whatever jobs still run.
 *
 * A signal that comes while the embedded database keeps the process busy waits to be told, and is lost if nobody
 * listens for one moment. So one listener is there from the beginning to the end: that of scripts/lib/signals.js, or
 * ours, which is there before others go.
 *
 * While developing, Next's own handler stays and ends the process: it cuts its connections and keeps what it compiled.
 */
function listenForSignals(end: () => void): Signals {
  const signals = singleton('signals', (): Signals => {
    const made = { end };
    for (const signal of SIGNALS) {
      const others = process.listeners(signal);
      process.on(signal, () => made.end());
      if (!IS_DEVELOPMENT) for (const other of others) process.off(signal, other);
    }
    return made;
  });
  signals.end = end;
  return signals;
}

/** Nothing was promised to anybody yet, and whatever a start does may be broken off: the next one goes on from there. */
function endStart(): never {
  process.stderr.write('Stopped while starting.\n');
  process.exit(0);
}

async function stop({ webServer, stopWorker }: Parts): Promise<void> {
  const stopped = [webServer.stop(), stopWorker()];
  await (await hub()).close();
  await Promise.all(stopped);
  await (await database()).close();
}

function exit({ began, inTime }: { began: number; inTime: boolean }): void {
  log().info('desk.stopped', { ms: Date.now() - began, inTime });
  if (!IS_DEVELOPMENT) process.exit(0);
}
