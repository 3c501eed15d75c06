import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO } from '@/sandbox/demo';
import { type Child, runToEnd, startChild, waitUntilServing } from './child';
import { keepSecret } from './demo-secret';

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

const READY_WITHIN_MS = 60_000;
/** TypeScript in this same process: a wrapper process would stand between our signals and the program. */
const RUN_TYPESCRIPT = ['--conditions=react-server', '--import', 'tsx'];

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
    say('Starting the sandbox service.');
    children.push(await startSandbox(task));
    say('Preparing the database.');
    const env = deskEnv(task);
    await runToEnd({
      name: 'Preparing the database',
      command: process.execPath,
      args: [...RUN_TYPESCRIPT, 'scripts/seed-demo.ts'],
      env,
      signal: task.signal,
    });
    say('Starting the desk.');
    children.push(await startDesk(task, env));
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

async function startSandbox(task: StackTask): Promise<Child> {
  const child = startChild({
    name: 'The sandbox service',
    command: process.execPath,
    args: [...RUN_TYPESCRIPT, 'sandbox/main.ts'],
    env: {
      ...process.env,
      SANDBOX_PORT: String(task.sandboxPort),
      SANDBOX_DATA: join(task.dataDir, 'sandbox.json'),
    },
    logFile: join(task.dataDir, 'sandbox.log'),
  });
  return ready(child, { address: `http://127.0.0.1:${task.sandboxPort}/healthz`, signal: task.signal });
}

async function startDesk(task: StackTask, env: NodeJS.ProcessEnv): Promise<Child> {
  const child = startChild({
    name: 'The desk',
    command: process.execPath,
    args: ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', String(task.port)],
    env,
    logFile: join(task.dataDir, 'desk.log'),
  });
  return ready(child, { address: `http://127.0.0.1:${task.port}/api/health`, signal: task.signal });
}

async function ready(child: Child, at: { address: string; signal?: AbortSignal }): Promise<Child> {
  try {
    await waitUntilServing(child, { ...at, withinMs: READY_WITHIN_MS });
    return child;
  } catch (error) {
    await child.stop();
    throw error;
  }
}

/** The desk's settings, complete: nothing of a real desk's environment may reach into the demo. */
function deskEnv(task: StackTask): NodeJS.ProcessEnv {
  const service = `http://127.0.0.1:${task.sandboxPort}`;
  return {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    APP_URL: `http://localhost:${task.port}`,
    APP_SECRET: keepSecret(join(task.dataDir, 'demo.json')),
    DEMO: 'true',
    DATA_DIR: task.dataDir,
    DATABASE_URL: task.databaseUrl ?? '',
    WORKER: 'inline',
    WEBHOOK_BASE_URL: `http://127.0.0.1:${task.port}`,
    SERVICE_BASE_URL: service,
    SERVICE_AUTH_URL: service,
    SERVICE_AUDIENCE: DEMO.audience,
    SERVICE_COMPANY_ID: DEMO.companyId,
    SERVICE_CLIENT_ID: DEMO.clientId,
    SERVICE_CLIENT_SECRET: DEMO.clientSecret,
    SERVICE_ENVIRONMENT: 'test',
  };
}
