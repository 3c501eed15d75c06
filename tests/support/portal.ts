import 'server-only';
import { createServiceClient, type ServiceClient } from '@/lib/service/client';
import { memorySharedStateStore } from '@/lib/service/rate/shared-state';
import { memoryTokenStore } from '@/lib/service/token-store';
import { DEMO } from '@/sandbox/demo';
import { type SandboxOptions, startSandbox } from '@/sandbox/server';
import { silentLog } from './rows';

/** The first organization of the sandbox with its agents: a possible owner of its leads. */
export const [HOME] = DEMO.organizations.map(({ id, agents }) => ({
  organizationId: id,
  agentIds: agents.map((agent) => agent.id),
})) as [Owner, Owner];

type Owner = { organizationId: string; agentIds: string[] };

/** A separate sandbox for one test file, its real client, and the vendor's access to its console. */
export type TestPortal = {
  url: string;
  service: ServiceClient;
  /** A client without the state of the first one (pace, token, open circuit). */
  newClient(options?: { clientId?: string; clientSecret?: string; url?: string }): ServiceClient;
  /** Calls `/console/api`; throws unless it answers 2xx. */
  vendor<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  /** Answers the sandbox gave since, as it keeps them: the truth about what was asked. */
  calls(route: string): Promise<{ route: string; status: number; leadId?: string; body?: unknown }[]>;
  close(): Promise<void>;
};

/** Starts a sandbox on a free port, without leads by default. */
export async function openTestPortal(options: Partial<SandboxOptions> = {}): Promise<TestPortal> {
  const sandbox = await startSandbox({ port: 0, seedLeads: 0, ...options });
  const vendor = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${sandbox.url}/console/api${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text || 'null');
  };
  const newClient: TestPortal['newClient'] = ({ url = sandbox.url, ...key } = {}) =>
    createServiceClient({
      config: {
        baseUrl: url,
        authUrl: sandbox.url,
        audience: DEMO.audience,
        companyId: DEMO.companyId,
        clientId: DEMO.clientId,
        clientSecret: DEMO.clientSecret,
        ...key,
      },
      tokens: memoryTokenStore(),
      sharedState: memorySharedStateStore(),
      log: silentLog,
    });
  type Calls = Awaited<ReturnType<TestPortal['calls']>>;
  return {
    url: sandbox.url,
    service: newClient(),
    newClient,
    vendor,
    calls: async (route) => (await vendor<Calls>('GET', '/log')).filter((call) => call.route === route),
    close: sandbox.close,
  };
}
