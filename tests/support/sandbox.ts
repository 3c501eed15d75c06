import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEMO } from '@/sandbox/demo';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '@/sandbox/server';

/** A caller of the sandbox's interface and console, with plain fetch. */
export type SandboxCaller = Awaited<ReturnType<typeof openSandbox>>;

export const LEADS = `/1.0/api/company/${DEMO.companyId}/leads`;
export const SCHEMA = `/1.0/api/company/${DEMO.companyId}/schema/lead`;
export const SUBSCRIPTIONS = `/1.0/webhooks/companies/${DEMO.companyId}/subscriptions`;

const [HOME] = DEMO.organizations;

/** A lead that the fresh portal accepts. */
export const LEAD = {
  lastName: 'Berg',
  email: 'berg@alder.example',
  platform: 'web-store',
  partnerOrganizationId: HOME.id,
  agentId: HOME.agents[0].id,
  customFields: { companyName: 'Alder', consent: true },
} as const;

export const KEY = {
  grant_type: 'client_credentials',
  client_id: DEMO.clientId,
  client_secret: DEMO.clientSecret,
  audience: DEMO.audience,
};

export type Seen = { status: number; headers: Headers; body: unknown; text: string };

export function requestToken(url: string, body: unknown = KEY, headers = {}): Promise<Seen> {
  return request(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

export async function request(url: string, init: RequestInit = {}): Promise<Seen> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parse(text), text };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Starts a sandbox in memory and signs in with the start key. */
export async function openSandbox(options: Partial<SandboxOptions> = {}) {
  const sandbox = await startSandbox({ port: 0, seedLeads: 0, ...options });
  return { ...(await callSandbox(sandbox)), close: sandbox.close };
}

export async function callSandbox({ url }: RunningSandbox, key: unknown = KEY) {
  const token = String(at((await requestToken(url, key)).body, 'access_token'));
  const call = (method: string, path: string, body?: unknown, authorization = `Bearer ${token}`) =>
    request(`${url}${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const vendor = (method: string, path: string, body?: unknown) =>
    request(`${url}/console/api${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return { url, token, call, vendor };
}

/** The value at a path of keys, or undefined. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (here, key) => (here instanceof Object ? Reflect.get(here, key) : undefined),
    value,
  );
}

export type Received = {
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  body: { id: string; topic: string; timestamp: string };
};

/** A receiver of deliveries on loopback; `answer` decides the status of each. */
export async function openReceiver(answer: (received: Received, count: number) => number = () => 200) {
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer(async (request, response) => {
    const bytes = Buffer.concat(await request.toArray());
    const one = { headers: request.headers, bytes, body: parse(bytes.toString()) as Received['body'] };
    received.push(one);
    response.writeHead(answer(one, received.length)).end();
    for (const wake of waiting.splice(0)) wake();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** Resolves when this many deliveries have arrived. */
    async until(count: number): Promise<Received[]> {
      while (received.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return received;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
