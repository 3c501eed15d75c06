import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Child } from '@/scripts/child';
import { freePort } from '@/scripts/ports';
import { demoSettings, startDeskProcess, startSandboxProcess } from '@/scripts/stack-processes';
import { test as base } from './fixtures';
import { type CompanyAccount, type OidcProvider, startOidcProvider } from './oidc-provider';
import { type Vendor, vendorAt } from './vendor';

type OwnDeskTask = {
  /** Names the folder of its logs, under `test-results`. */
  name: string;
  adminEmails?: string;
  /** Who has an account at the company; without any, there is no company sign-in. */
  accounts?: readonly CompanyAccount[];
  /** Leads of the portal before the desk first asks. */
  seedLeads?: number;
};

/** A desk as somebody would first start it: no demo people, an empty database, a portal and a mailbox of its own. */
type OwnDesk = {
  url: string;
  vendor: Vendor;
  /** Where its people have their accounts, if anywhere. */
  company: OidcProvider | undefined;
  stop(): Promise<void>;
};

/** Starts a desk of the last production build; it answers when this resolves. Nothing of it outlives `stop`. */
async function startOwnDesk(task: OwnDeskTask): Promise<OwnDesk> {
  const dataDir = mkdtempSync(join(tmpdir(), 'own-desk-'));
  const logs = join('test-results', task.name);
  mkdirSync(logs, { recursive: true });
  const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const vendor = vendorAt(`http://localhost:${sandboxPort}`);
  const children: Child[] = [];
  let company: OidcProvider | undefined;
  const stop = async () => {
    for (const child of children.toReversed()) await child.stop();
    await company?.stop();
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
    const appSecret = 'a secret that only this one desk of the tests has';
    const env = {
      ...demoSettings({ appUrl: url, appSecret, serviceUrl: `http://127.0.0.1:${sandboxPort}`, smtpPort }),
      DEMO: 'false',
      ADMIN_EMAILS: task.adminEmails ?? '',
      AUTH_OIDC_ISSUER: company?.issuer ?? '',
      AUTH_OIDC_CLIENT_ID: company?.clientId ?? '',
      AUTH_OIDC_CLIENT_SECRET: company?.clientSecret ?? '',
      AUTH_OIDC_NAME: 'Northwind',
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      WEBHOOK_BASE_URL: `http://127.0.0.1:${port}`,
    };
    children.push(
      await startDeskProcess({ name: 'An own desk', port, env, logFile: join(logs, 'desk.log') }),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, vendor, company, stop };
}

type PerFile = { deskTask: OwnDeskTask; desk: OwnDesk };

/** Flows on a desk of their own, one for all flows of a file: `test.use({ deskTask: { … } })` says which. */
export const test = base.extend<object, PerFile>({
  deskTask: [{ name: 'own-desk' }, { option: true, scope: 'worker' }],

  desk: [
    async ({ deskTask }, use) => {
      const desk = await startOwnDesk(deskTask);
      await use(desk);
      await desk.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: ({ desk }, use) => use(desk.url),
  vendor: ({ desk }, use) => use(desk.vendor),
});
