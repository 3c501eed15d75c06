import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Child } from './child';
import { keepSecret } from './demo-secret';
import { freePort } from './ports';
import {
  demoSettings,
  seedDemo,
  startDeskProcess,
  startDevelopmentDesk,
  startSandboxProcess,
} from './stack-processes';

/** The last production build, or the sources with hot reload. */
export type DeskMode = 'production' | 'development';

export type StackInput = {
  mode?: DeskMode;
  port: number;
  sandboxPort: number;
  /** Holds the desk's database, the sandbox's file, the secret and the logs. */
  dataDir: string;
  /** PostgreSQL instead of the embedded database. */
  databaseUrl?: string;
  /** Prints nothing while starting. */
  quiet?: boolean;
  /** Aborts the start. */
  signal?: AbortSignal;
};

export type Stack = {
  deskUrl: string;
  sandboxUrl: string;
  /** The desk's process; -1 if it could not be started. */
  deskPid: number;
  /** Resolves with its name and last lines when one of the processes ends unexpectedly. */
  broken: Promise<string>;
  /** Stops both processes; resolves when they have ended. */
  stop(): Promise<void>;
};

/** A file in the embedded database's folder that says that it has the demo's people. */
export const SEEDED = join('db', 'seeded');

/**
 * Starts the sandbox service and the desk, and resolves when both answer. Expects the ports to be free and, for
 * production, the build to exist.
 *
 * @throws {Error} with the last lines of what did not start; nothing is left running
 */
export async function startStack(task: StackInput): Promise<Stack> {
  const say = task.quiet ? () => {} : console.log;
  mkdirSync(task.dataDir, { recursive: true });
  const children: { sandbox?: Child; desk?: Child } = {};
  // The desk first: it may be calling the sandbox.
  const stop = async () => {
    await children.desk?.stop();
    await children.sandbox?.stop();
  };
  try {
    const smtpPort = await freePort();
    const env = settingsOf(task, smtpPort);
    say('Starting the sandbox service, and preparing the database.');
    const sandbox = startSandboxProcess({
      port: task.sandboxPort,
      smtpPort,
      dataFile: join(task.dataDir, 'sandbox.json'),
      logFile: join(task.dataDir, 'sandbox.log'),
      signal: task.signal,
    }).then((child) => {
      children.sandbox = child;
    });
    const desk = seedOnce(task, env)
      // Hot reload begins with compiling, which needs no sandbox.
      .then(() => (task.mode === 'development' ? undefined : sandbox))
      .then(() => startDesk(task, { env, say }))
      .then((child) => {
        children.desk = child;
      });
    await allOf([sandbox, desk]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    deskUrl: `http://localhost:${task.port}`,
    sandboxUrl: `http://localhost:${task.sandboxPort}`,
    deskPid: children.desk?.pid ?? -1,
    broken: Promise.race(
      Object.values(children).map((child) => child.ended.then(() => `${child.name}:\n${child.tail()}`)),
    ),
    stop,
  };
}

function startDesk(
  task: StackInput,
  { env, say }: { env: NodeJS.ProcessEnv; say: (text: string) => void },
): Promise<Child> {
  say('Starting Partner Desk.');
  const start = task.mode === 'development' ? startDevelopmentDesk : startDeskProcess;
  const logFile = join(task.dataDir, 'desk.log');
  return start({ name: 'The desk', port: task.port, env, logFile, signal: task.signal });
}

/** Adds the demo's people, unless an embedded database already has them: the desk migrates its tables itself. */
async function seedOnce(task: StackInput, env: NodeJS.ProcessEnv): Promise<void> {
  const note = join(task.dataDir, SEEDED);
  if (!task.databaseUrl && existsSync(note)) return;
  await seedDemo(env, task.signal);
  if (!task.databaseUrl) writeFileSync(note, '');
}

/** Waits for all, even if one fails: every start has then ended or is known. */
async function allOf(started: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(started);
  await Promise.all(started);
}

function settingsOf(task: StackInput, smtpPort: number): NodeJS.ProcessEnv {
  return {
    ...demoSettings({
      appUrl: `http://localhost:${task.port}`,
      appSecret: keepSecret(join(task.dataDir, 'demo.json')),
      serviceUrl: `http://127.0.0.1:${task.sandboxPort}`,
      smtpPort,
    }),
    DATA_DIR: task.dataDir,
    DATABASE_URL: task.databaseUrl ?? '',
    WEBHOOK_BASE_URL: `http://127.0.0.1:${task.port}`,
  };
}
