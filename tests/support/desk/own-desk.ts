import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Child } from '@/scripts/lib/child';
import { freePort } from '@/scripts/lib/ports';
import { demoSettings, seedDemo, startDeskProcess, startSandboxProcess } from '@/scripts/lib/stack-processes';
import { type CompanyAccount, type OidcProvider, startOidcProvider } from '../oidc-provider';
import { startTestPostgres } from '../postgres';
import { createScratchDatabase, dropScratchDatabase } from '../scratch-database';
import { type Vendor, vendorAt } from '../vendor';
import { until } from './until';

export type OwnDeskInput = {
  /** Names the folder of its logs, under `test-results`. */
  name: string;
  adminEmails?: string;
  /** Has the demo people, who sign in without a password. */
  demo?: true;
  /** The accounts at the company; without any, there is no company sign-in. */
  accounts?: readonly CompanyAccount[];
  /** Leads of the portal before the desk first reads it. */
  seedLeads?: number;
};

/**
 * A desk at its first start: no demo people unless asked for, an empty database, its own portal and mailbox. Its database is
 * a PostgreSQL server of its own, which a test may damage, or the embedded one if `E2E_ENGINE` is `pglite`.
 */
export type OwnDesk = {
  url: string;
  vendor: Vendor;
  /** The provider of its people's accounts, if any. */
  company: OidcProvider | undefined;
  /** Runs a statement in its database, bypassing the desk. Only on a server. */
  sql(statement: string): Promise<void>;
  /** What it has logged so far. */
  log(): string;
  stop(): Promise<void>;
};

/** Starts a desk of the last production build; it answers when this resolves. `stop` removes all of it. */
export async function startOwnDesk(task: OwnDeskInput): Promise<OwnDesk> {
  const dataDir = mkdtempSync(join(tmpdir(), 'own-desk-'));
  const logs = join('test-results', task.name);
  mkdirSync(logs, { recursive: true });
  const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const vendor = vendorAt(`http://localhost:${sandboxPort}`);
  const children: Child[] = [];
  let server: OwnServer | undefined;
  let company: OidcProvider | undefined;
  const stop = async () => {
    for (const child of children.toReversed()) await child.stop();
    await company?.stop();
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    children.push(
      await startSandboxProcess({
        port: sandboxPort,
        smtpPort,
        dataFile: join(dataDir, 'sandbox.json'),
        logFile: join(logs, 'sandbox.log'),
      }),
    );
    await vendor.reset({ seedLeads: task.seedLeads ?? 0 });
    if (task.accounts) company = await startOidcProvider({ deskUrl: url, accounts: [...task.accounts] });
    if (process.env.E2E_ENGINE !== 'pglite') server = await startServer();
    const appSecret = 'a secret that only this one desk of the tests has';
    const env = {
      ...demoSettings({ appUrl: url, appSecret, serviceUrl: `http://127.0.0.1:${sandboxPort}`, smtpPort }),
      DEMO: task.demo ? 'true' : 'false',
      ADMIN_EMAILS: task.adminEmails ?? '',
      AUTH_OIDC_ISSUER: company?.issuer ?? '',
      AUTH_OIDC_CLIENT_ID: company?.clientId ?? '',
      AUTH_OIDC_CLIENT_SECRET: company?.clientSecret ?? '',
      AUTH_OIDC_NAME: 'Northwind',
      DATABASE_URL: server?.url ?? '',
      DATA_DIR: dataDir,
      WEBHOOK_BASE_URL: `http://127.0.0.1:${port}`,
    };
    if (task.demo) await seedDemo(env);
    children.push(
      await startDeskProcess({ name: 'An own desk', port, env, logFile: join(logs, 'desk.log') }),
    );
    // On a busy machine its first call may time out: until another one gets through, there is no form.
    if (task.demo) await until('the desk has read the form', () => hasReadForm(vendor));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    vendor,
    company,
    stop,
    sql: async (statement) => {
      if (!server) throw new Error('This desk has no server of its own.');
      await server.run(statement);
    },
    log: () => readFileSync(join(logs, 'desk.log'), 'utf8'),
  };
}

const hasReadForm = async (vendor: Vendor) =>
  (await vendor.readLog()).some(({ route, status }) => route === 'schema' && status === 200);

type OwnServer = { url: string; run(statement: string): Promise<void>; stop(): Promise<void> };

async function startServer(): Promise<OwnServer> {
  const server = await startTestPostgres();
  const name = `own_desk_${Date.now()}`;
  const url = await createScratchDatabase(server.url, { name });
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on('error', () => {});
  return {
    url,
    run: async (statement) => {
      await pool.query(statement);
    },
    stop: async () => {
      await pool.end();
      await dropScratchDatabase(server.url, name);
      await server.stop();
    },
  };
}
