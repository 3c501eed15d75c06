import { DEMO } from '@/sandbox/demo';
import { type Child, runToEnd, startChild, waitUntilServing } from './child';

const READY_WITHIN_MS = 60_000;
/** Generous, because everything is compiled first. */
const DEVELOPMENT_READY_WITHIN_MS = 180_000;
/** TypeScript in the same process: a wrapper process would intercept our signals. */
const RUN_TYPESCRIPT = ['--conditions=react-server', '--import', 'tsx'];

/**
 * Starts the sandbox service, and resolves when it answers.
 *
 * @throws {Error} with its last lines if it does not start; nothing is left running
 */
export async function startSandboxProcess(task: {
  port: number;
  dataFile: string;
  /** Without it, the sandbox accepts no mail. */
  smtpPort?: number;
  logFile: string;
  signal?: AbortSignal;
}): Promise<Child> {
  const child = startChild({
    name: 'The sandbox service',
    command: process.execPath,
    args: [...RUN_TYPESCRIPT, 'sandbox/main.ts'],
    env: {
      ...process.env,
      SANDBOX_PORT: String(task.port),
      SANDBOX_SMTP_PORT: task.smtpPort === undefined ? '' : String(task.smtpPort),
      SANDBOX_DATA: task.dataFile,
    },
    logFile: task.logFile,
  });
  return ready(child, { address: `http://127.0.0.1:${task.port}/healthz`, signal: task.signal });
}

/** Migrates the database that `env` names and adds the demo's people. A second run changes nothing. */
export function seedDemo(env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<void> {
  return runToEnd({
    name: 'Preparing the database',
    command: process.execPath,
    args: [...RUN_TYPESCRIPT, 'scripts/seed-demo.ts'],
    env,
    signal,
  });
}

/**
 * Starts one process of the desk on the last production build, and resolves when it is healthy.
 *
 * @throws {Error} with its last lines if it does not start; nothing is left running
 */
export async function startDeskProcess(task: {
  name: string;
  port: number;
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** How long it may take to end after SIGTERM. */
  killAfterMs?: number;
  signal?: AbortSignal;
}): Promise<Child> {
  const child = startChild({
    name: task.name,
    command: process.execPath,
    args: ['scripts/start.js', '-H', '127.0.0.1', '-p', String(task.port)],
    env: task.env,
    logFile: task.logFile,
    killAfterMs: task.killAfterMs,
  });
  return ready(child, { address: `http://127.0.0.1:${task.port}/api/health`, signal: task.signal });
}

/**
 * Starts the desk on its sources, with hot reload, and resolves when it has served its first page. Its output is
 * shown as well. When stopped it has a moment to store what it compiled.
 *
 * @throws {Error} with its last lines if it does not start; nothing is left running
 */
export async function startDevelopmentDesk(task: {
  name: string;
  port: number;
  env: NodeJS.ProcessEnv;
  logFile: string;
  signal?: AbortSignal;
}): Promise<Child> {
  const child = startChild({
    name: task.name,
    command: process.execPath,
    args: ['node_modules/next/dist/bin/next', 'dev', '-H', '127.0.0.1', '-p', String(task.port)],
    env: { ...task.env, NODE_ENV: 'development', NEXT_EXIT_TIMEOUT_MS: '5000' },
    logFile: task.logFile,
    show: process.stdout,
  });
  const address = `http://127.0.0.1:${task.port}/signin`;
  // The first page waits for its compilation: polling would only slow it down.
  const within = { withinMs: DEVELOPMENT_READY_WITHIN_MS, tryMs: DEVELOPMENT_READY_WITHIN_MS };
  return ready(child, { address, ...within, signal: task.signal });
}

async function ready(
  child: Child,
  at: { address: string; withinMs?: number; tryMs?: number; signal?: AbortSignal },
): Promise<Child> {
  try {
    await waitUntilServing(child, { withinMs: READY_WITHIN_MS, ...at });
    return child;
  } catch (error) {
    await child.stop();
    throw error;
  }
}

const DEMO_SETTINGS = [
  ...['APP_URL', 'APP_SECRET', 'DEMO', 'WORKER', 'DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATA_DIR'],
  'WEBHOOK_BASE_URL',
  ...['SERVICE_BASE_URL', 'SERVICE_AUTH_URL', 'SERVICE_AUDIENCE', 'SERVICE_COMPANY_ID', 'SERVICE_CLIENT_ID'],
  ...['SERVICE_CLIENT_SECRET', 'SERVICE_ENVIRONMENT', 'SERVICE_MARKER_FIELD', 'ADMIN_EMAILS'],
  ...['AUTH_OIDC_ISSUER', 'AUTH_OIDC_CLIENT_ID', 'AUTH_OIDC_CLIENT_SECRET', 'AUTH_OIDC_NAME'],
  ...['SMTP_URL', 'MAIL_FROM', 'TRUSTED_PROXY_HEADER', 'TRUSTED_PROXY_HOPS', 'BRAND_NAME', 'BRAND_ACCENT'],
  ...['BRAND_HELP_URL', 'BRAND_PRIVACY_URL'],
  ...['FULL_SYNC_MINUTES', 'AWAY_MINUTES', 'BACKUPS_KEPT', 'DRILL', 'METRICS_TOKEN', 'LOG_LEVEL'],
];

/** Empty, so that a `.env` beside the demo can't fill them: neither the settings nor their `_FILE` variants. */
const NOT_TAKEN_OVER = [
  ...DEMO_SETTINGS.filter((name) => name !== 'LOG_LEVEL'),
  ...DEMO_SETTINGS.map((name) => `${name}_FILE`),
];

/**
 * A desk's settings for the sandbox, except those of its database and its receiver: nothing of a real desk's
 * environment may affect it.
 */
export function demoSettings(desk: {
  appUrl: string;
  appSecret: string;
  /** The sandbox's address. */
  serviceUrl: string;
  /** The sandbox's mail server; without it, the desk sends none. */
  smtpPort?: number;
}): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...Object.fromEntries(NOT_TAKEN_OVER.map((name) => [name, ''])),
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    APP_URL: desk.appUrl,
    APP_SECRET: desk.appSecret,
    DEMO: 'true',
    WORKER: 'inline',
    SERVICE_BASE_URL: desk.serviceUrl,
    SERVICE_AUTH_URL: desk.serviceUrl,
    SERVICE_AUDIENCE: DEMO.audience,
    SERVICE_COMPANY_ID: DEMO.companyId,
    SERVICE_CLIENT_ID: DEMO.clientId,
    SERVICE_CLIENT_SECRET: DEMO.clientSecret,
    SERVICE_ENVIRONMENT: 'test',
    SMTP_URL: desk.smtpPort === undefined ? '' : `smtp://127.0.0.1:${desk.smtpPort}`,
    MAIL_FROM: desk.smtpPort === undefined ? '' : 'Partner Desk <desk@vendor.example>',
  };
}
