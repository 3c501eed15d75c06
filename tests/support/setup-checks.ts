import 'server-only';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseEnv } from '@/lib/core/env';
import { serviceFetch } from '@/lib/service/fetch';
import { connectAlone } from '@/lib/setup/examine';
import { DEMO } from '@/sandbox/demo';
import { createSetupContext, type SetupContext } from '../../lib/setup/context';
import { problem } from '../../lib/setup/finding';

/** Secrets that no output may contain, each recognisable anywhere. */
export const SECRETS = {
  APP_SECRET: 'app-secret-that-nobody-may-see-4711-0815',
  SERVICE_CLIENT_SECRET: 'client-secret/that+nobody=may-see',
  AUTH_OIDC_CLIENT_SECRET: 'oidc-secret-that-nobody-may-see',
  SMTP_PASSWORD: 'smtp-password-nobody-may-see',
  DATABASE_PASSWORD: 'database-password-nobody-may-see',
};

/** Settings as text, complete, against a service at `url`. */
export function settingsAt(url: string, changes: Record<string, string> = {}): Record<string, string> {
  return {
    APP_URL: 'http://localhost:3000',
    APP_SECRET: SECRETS.APP_SECRET,
    SERVICE_BASE_URL: url,
    SERVICE_AUTH_URL: url,
    SERVICE_AUDIENCE: DEMO.audience,
    SERVICE_COMPANY_ID: DEMO.companyId,
    SERVICE_CLIENT_ID: DEMO.clientId,
    SERVICE_CLIENT_SECRET: DEMO.clientSecret,
    ...changes,
  };
}

/** A context like the doctor's, with a service at `url`; `changes` are settings, other parts replace its own. */
export function setupContextAt(
  url: string,
  { changes = {}, ...parts }: Partial<SetupContext> & { changes?: Record<string, string> } = {},
): SetupContext {
  const settings = parseEnv(settingsAt(url, changes));
  const context = createSetupContext({
    settings,
    database: { kind: 'closed', finding: problem('unknown', 'not-started') },
    fetcher: serviceFetch,
    nodeVersion: 'v24.1.0',
    now: () => new Date(),
    ...connectAlone(settings),
  });
  return { ...context, ...parts };
}

/** A server on loopback that answers as the test says. */
export async function answering(listener: RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An address of this machine without a listener. */
export async function closedAddress(): Promise<string> {
  const server = await answering(() => {});
  await server.close();
  return server.url;
}
