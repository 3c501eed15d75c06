import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { inject } from 'vitest';
import { DEMO } from '@/sandbox/demo';
import { freePort } from '@/scripts/lib/ports';
import { removeFolderAtExit } from '@/scripts/lib/remove-folder';
import { demoSettings } from '@/scripts/lib/stack-processes';
import { openDeskDatabase, seedFolder } from './database';
import type { Desk, DeskInput } from './desk';
import { type DeskProcess, startProcess } from './desk-process';
import { readLogs } from './log-lines';
import { openPortal } from './portal';
import { startTcpProxy } from './tcp-proxy';

/** Cleanups of the parts started so far; they run in reverse order. */
export type Endings = (() => unknown)[];

/** Starts all parts of a desk, in the order in which they need each other. */
export async function assemble(task: DeskInput, endings: Endings): Promise<Omit<Desk, 'stop'>> {
  const { engine } = task;
  const folder = mkdtempSync(join(tmpdir(), 'desk-faults-'));
  endings.push(removerOf(folder));
  const logs = join(inject('deskLogs'), basename(folder));
  mkdirSync(logs, { recursive: true });

  const portal = await openPortal({ folder, logs, endings, seedLeads: task.seedLeads });
  const { vendor, sandboxFile, serviceProxy } = portal;
  await task.prepare?.({ vendor, sandboxFile });
  const database = await openDeskDatabase(engine);
  endings.push(() => database.close());
  const webPorts = await Promise.all(Array.from({ length: task.webs ?? 1 }, freePort));
  const door = await startTcpProxy({ to: webPorts.map((port) => ({ host: '127.0.0.1', port })) });
  endings.push(() => door.close());

  const appSecret = randomBytes(32).toString('base64url');
  const env = {
    ...demoSettings({ appUrl: door.url, appSecret, serviceUrl: serviceProxy.url }),
    WEBHOOK_BASE_URL: door.url,
    DATA_DIR: folder,
    DATABASE_URL: task.poolerPort ? atPort(database.url, task.poolerPort) : database.url,
    DATABASE_DIRECT_URL: task.poolerPort ? database.url : '',
    ...task.env,
  };
  if (engine === 'pglite') await seedFolder(folder, env);
  const processes = await startProcesses(task, { webPorts, env, logs, endings });
  const password = database.url ? [new URL(database.url).password] : [];
  return {
    ...portal,
    ...processes,
    engine,
    door,
    logs: () => readLogs(logs),
    ...(database.proxy && { databaseProxy: database.proxy }),
    ...(database.sql && { sql: database.sql }),
    secrets: [appSecret, DEMO.clientSecret, ...password],
  };
}

function atPort(address: string, port: number): string {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
}

/** Removes a folder on request, or at the latest when this process ends for any reason. */
function removerOf(folder: string): () => void {
  const remove = () => {
    process.off('exit', remove);
    removeFolderAtExit(folder);
  };
  process.once('exit', remove);
  return remove;
}

type Surroundings = { webPorts: number[]; env: NodeJS.ProcessEnv; logs: string; endings: Endings };

async function startProcesses(
  { workers: workerCount = 0 }: DeskInput,
  { webPorts, env, logs, endings }: Surroundings,
): Promise<Pick<Desk, 'webs' | 'workers'>> {
  const begin = async (name: string, { port, WORKER }: { port: number; WORKER: string }) => {
    const logFile = (life: number) => join(logs, `${name}.${life}.log`);
    const one = await startProcess({ name, port, env: { ...env, WORKER }, logFile });
    endings.push(() => one.kill());
    return one;
  };
  const workerPorts = await Promise.all(Array.from({ length: workerCount }, freePort));
  const forWebs = workerCount > 0 ? 'off' : 'inline';
  const [webs, workers] = await Promise.all([
    allOf(webPorts.map((port, index) => begin(`web-${index}`, { port, WORKER: forWebs }))),
    allOf(workerPorts.map((port, index) => begin(`worker-${index}`, { port, WORKER: 'only' }))),
  ]);
  return { webs, workers };
}

/** All of them, or the first failure once all have settled: a part that starts late must also be stopped. */
async function allOf(starting: Promise<DeskProcess>[]): Promise<DeskProcess[]> {
  await Promise.allSettled(starting);
  return Promise.all(starting);
}
