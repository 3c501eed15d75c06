import 'server-only';
import { forgetBrand } from '@/lib/brand/current';
import { BRAND_CHANGED } from '@/lib/brand/setting';
import { fingerprintOf } from '@/lib/core/crypto';
import { type Env, EnvError, env, getListeningPort, IS_DEVELOPMENT, isLoopback } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { singleton } from '@/lib/core/singleton';
import { VERSION } from '@/lib/core/version';
import { DatabaseUnavailableError } from '@/lib/db/await-database';
import { FolderUnusableError } from '@/lib/db/folder';
import { database } from '@/lib/db/handle';
import { FolderInUseError } from '@/lib/db/lock';
import { reasonOf } from '@/lib/db/reason';
import { hub } from '@/lib/live/hub';
import { OtherSecretError, requireSameSecret } from './same-secret';
import { startWorker } from './start';
import { watchQueue } from './watch-queue';
import { type WebServer, watchWebServer } from './web-server';

/**
 * What still runs after this many milliseconds is abandoned: requests without an answer, jobs to their lease.
 */
const TIMEOUT_MS = 8_000;

/** The messages of these say what to do: a stack does not help. */
const PLAIN_ERRORS = [
  EnvError,
  FolderInUseError,
  FolderUnusableError,
  DatabaseUnavailableError,
  OtherSecretError,
];

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Starts a process of the desk: settings, database, hub and, unless `WORKER=off`, the worker. A wrong setting, a folder
 * in use or unusable, a database that does not answer, or another process's `APP_SECRET` ends the process with a
 * sentence that says what to do. SIGTERM and SIGINT end it at any moment of the start.
 */
export async function startProcess(): Promise<void> {
  const signals = listenForSignals(endStart);
  try {
    const settings = env();
    warnOfOtherPort(settings);
    const webServer = watchWebServer();
    const { db } = await database();
    // A worker compares it itself, in the transaction of its first heartbeat.
    if (settings.WORKER === 'off')
      await requireSameSecret(db, { secret: fingerprintOf(settings.APP_SECRET), now: new Date() });
    await followBrand();
    const stopWorker = settings.WORKER === 'off' ? async () => {} : await startWorker();
    const stopWatching = watchQueue(db, log());
    signals.end = endInOrder({ webServer, stopWorker, stopWatching });
    log().info('desk.started', {
      version: VERSION,
      worker: settings.WORKER,
      database: settings.DATABASE_URL ? 'postgres' : 'pglite',
    });
  } catch (error) {
    // A partial start would serve no requests and keep running unnoticed: exit, so that the supervisor
    // restarts it.
    const isPlain = PLAIN_ERRORS.some((plain) => error instanceof plain);
    const reason = isPlain && error instanceof Error ? error.message : `The start failed: ${reasonOf(error)}`;
    process.stderr.write(`${reason}\n`);
    process.exit(1);
  }
}

/** Without a proxy nothing translates ports: at another one than that of `APP_URL`, every form is refused. */
function warnOfOtherPort({ APP_URL, WORKER }: Env): void {
  const port = getListeningPort();
  const url = new URL(APP_URL);
  // With https there is a proxy, also on this machine.
  const isDirect = isLoopback(APP_URL) && url.protocol === 'http:';
  if (WORKER === 'only' || !isDirect || port === undefined || port === (url.port || '80')) return;
  log().warn('desk.port-differs', { port, appUrl: APP_URL });
}

/** Reads the brand again whenever another process may have changed it. The first to ask for the hub makes it listen. */
async function followBrand(): Promise<void> {
  const { add } = await hub();
  add({
    onMessage: (payload) => {
      if (payload === BRAND_CHANGED) forgetBrand();
    },
    resync: forgetBrand,
    close: () => {},
  });
}

type Parts = { webServer: WebServer; stopWorker: () => Promise<void>; stopWatching: () => void };

/**
 * On SIGTERM and SIGINT, in this order: no new connection and no new job; browsers are told to reconnect;
 * pending requests are answered and running jobs end; the database is closed; exit code 0.
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

/** What a signal does, which can be replaced. */
type Signals = { end: () => void };

/**
 * Makes SIGTERM and SIGINT call the returned function, for now `end`. Replaces Next's own handler, which
 * waits for its last connection to close, which during a start waits for us, and later ends the process
 * whatever jobs still run.
 *
 * A signal that arrives while the embedded database keeps the process busy is delivered later, and is lost if
 * at that moment there is no listener. So one listener exists from beginning to end: that of
 * scripts/lib/signals.js, or ours, which is added before others are removed.
 *
 * In development, Next's own handler stays and ends the process: it cuts its connections and keeps what it
 * compiled.
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

/**
 * No request was accepted yet, and every step of a start may be interrupted: the next start continues from
 * there.
 */
function endStart(): never {
  process.stderr.write('Stopped while starting.\n');
  process.exit(0);
}

async function stop({ webServer, stopWorker, stopWatching }: Parts): Promise<void> {
  stopWatching();
  const stopped = [webServer.stop(), stopWorker()];
  await (await hub()).close();
  await Promise.all(stopped);
  await (await database()).close();
}

function exit({ began, inTime }: { began: number; inTime: boolean }): void {
  log().info('desk.stopped', { ms: Date.now() - began, inTime });
  if (!IS_DEVELOPMENT) process.exit(0);
}
