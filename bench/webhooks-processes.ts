import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVault } from '@/lib/core/crypto';
import { newId } from '@/lib/core/ids';
import { type Database, openDatabase } from '@/lib/db/handle';
import { webhookReceivers } from '@/lib/db/schema/webhooks';
import { freePort } from '@/scripts/lib/ports';
import { demoSettings, startDeskProcess } from '@/scripts/lib/stack-processes';
import type { Engine } from '@/tests/support/desk/stacks';
import { startTestPostgres } from '@/tests/support/postgres';
import { createScratchDatabase } from '@/tests/support/scratch-database';
import type { BareReady } from './webhooks-bare';
import type { Load, LoadResult } from './webhooks-load';

export const SECRET = randomBytes(24).toString('hex');
const APP_SECRET = randomBytes(24).toString('hex');

/** The data of one process: a folder, and a database's address unless it is in the folder. */
export type Home = { DATA_DIR: string; DATABASE_URL: string };

/** Creates empty homes on one engine, and removes them afterwards. */
export async function withHomes<T>(
  engine: Engine,
  use: (newHome: () => Promise<Home>) => Promise<T>,
): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'desk-bench-'));
  const server = engine === 'postgres' ? await startTestPostgres() : undefined;
  const newHome = async () => {
    const DATA_DIR = mkdtempSync(join(root, 'home-'));
    const name = `bench_${randomBytes(6).toString('hex')}`;
    return { DATA_DIR, DATABASE_URL: server ? await createScratchDatabase(server.url, { name }) : '' };
  };
  try {
    return await use(newHome);
  } finally {
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  }
}

/** Opens the database of a home whose process does not run, migrates it, and closes it. */
export async function inDatabase<T>(home: Home, work: (database: Database) => Promise<T>): Promise<T> {
  const { DATA_DIR, DATABASE_URL } = home;
  const database = await openDatabase({ DATA_DIR, DATABASE_URL: DATABASE_URL || undefined });
  return work(database).finally(() => database.close());
}

/** A running process that accepts deliveries at `address`. */
export type Taker = { address: string; stop(): Promise<unknown> };

/** A desk of the production build. Without a service it only accepts deliveries, signed with `SECRET`. */
export async function startDesk(home: Home, { serviceUrl }: { serviceUrl?: string } = {}): Promise<Taker> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const receiver = serviceUrl ? '' : await addReceiver(home);
  const desk = await startDeskProcess({
    name: 'The desk',
    port,
    env: {
      ...demoSettings({
        appUrl: `http://localhost:${port}`,
        appSecret: APP_SECRET,
        serviceUrl: serviceUrl ?? 'http://127.0.0.1:9',
      }),
      ...home,
      WORKER: serviceUrl ? 'inline' : 'off',
      WEBHOOK_BASE_URL: url,
    },
    logFile: join(home.DATA_DIR, 'desk.log'),
  });
  return { address: `${url}/api/webhooks/${receiver}`, stop: () => desk.stop() };
}

async function addReceiver(home: Home): Promise<string> {
  const id = newId('receiver');
  const secret = createVault(APP_SECRET, 'webhook-secret').seal(SECRET);
  const row = { id, topic: 'lead/update', url: 'http://127.0.0.1', secret };
  await inDatabase(home, ({ db }) => db.insert(webhookReceivers).values(row));
  return id;
}

/** The plain server for comparison. */
export async function startBare(engine: Engine, home: Home): Promise<Taker> {
  await inDatabase(home, async () => {});
  const where = engine === 'pglite' ? join(home.DATA_DIR, 'db', 'pg') : home.DATABASE_URL;
  const child = startHelper('bench/webhooks-bare.ts', [engine, where, SECRET]);
  const { port } = await responseOf<BareReady>(child);
  return { address: `http://127.0.0.1:${port}/`, stop: () => end(child) };
}

/** The sender: one process for all loads, which it sends one after the other. */
export function startSender(): { send(load: Load): Promise<LoadResult>; stop(): Promise<unknown> } {
  const child = startHelper('bench/webhooks-load.ts', []);
  return {
    send(load) {
      child.send(load);
      return responseOf<LoadResult>(child);
    },
    stop: () => end(child),
  };
}

function startHelper(script: string, args: readonly string[]): ChildProcess {
  return fork(script, args, { execArgv: ['--conditions=react-server', '--import', 'tsx'] });
}

function responseOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error(`${child.spawnfile} ended before it answered.`));
    child.once('exit', ended);
    child.once('message', (message: T) => {
      child.off('exit', ended);
      resolve(message);
    });
  });
}

function end(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode) return Promise.resolve();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  return ended;
}
