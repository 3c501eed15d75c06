import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Child } from './child';
import { keepSecret } from './demo-secret';
import { freePort } from './ports';
import { demoSettings, seedDemo, startDeskProcess, startSandboxProcess } from './stack-processes';

export type StackTask = {
  port: number;
  sandboxPort: number;
  /** Holds the desk's database, the sandbox's file, the secret and the logs. */
  dataDir: string;
  /** PostgreSQL instead of the embedded database. */
  databaseUrl?: string;
  /** Says nothing while starting. */
  quiet?: boolean;
  /** Gives up starting. */
  signal?: AbortSignal;
};

export type Stack = {
  deskUrl: string;
  sandboxUrl: string;
  /** Fulfils with its name and last lines when one of the processes ends by itself. */
  broken: Promise<string>;
  /** Ends both processes; fulfils when they have ended. */
  stop(): Promise<void>;
};

/**
 * Starts the sandbox service and the desk on the last production build, and fulfils when both answer.
 * Expects the ports to be free and the build to be there.
 *
 * @throws {Error} with the last lines of what did not start; nothing is left running
 */
export async function startStack(task: StackTask): Promise<Stack> {
  const say = task.quiet ? () => {} : console.log;
  mkdirSync(task.dataDir, { recursive: true });
  const children: Child[] = [];
  // The desk first: it may be talking to the sandbox.
  const stop = async () => {
    for (const child of children.toReversed()) await child.stop();
  };
  try {
    const smtpPort = await freePort();
    say('Starting the sandbox service.');
    children.push(
      await startSandboxProcess({
        port: task.sandboxPort,
        smtpPort,
        dataFile: join(task.dataDir, 'sandbox.json'),
        logFile: join(task.dataDir, 'sandbox.log'),
        signal: task.signal,
      }),
    );
    say('Preparing the database.');
    const env = settingsOf(task, smtpPort);
    await seedDemo(env, task.signal);
    say('Starting Partner Desk.');
    const logFile = join(task.dataDir, 'desk.log');
    children.push(
      await startDeskProcess({ name: 'The desk', port: task.port, env, logFile, signal: task.signal }),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    deskUrl: `http://localhost:${task.port}`,
    sandboxUrl: `http://localhost:${task.sandboxPort}`,
    broken: Promise.race(children.map((child) => child.ended.then(() => `${child.name}:\n${child.tail()}`))),
    stop,
  };
}

function settingsOf(task: StackTask, smtpPort: number): NodeJS.ProcessEnv {
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
