import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { createServiceClient, type ServiceClientDeps } from '../../lib/service/client';
import { ServiceError } from '../../lib/service/error';
import { memorySharedStateStore } from '../../lib/service/rate/shared-state';
import { memoryTokenStore } from '../../lib/service/token-store';
import { SILENT, testClock } from './clock';

export type Request = { method: string; path: string; headers: IncomingMessage['headers']; body: string };

/** A test's answer: a body as JSON, or direct writes to the response. */
export type Reply =
  | { status?: number; body?: unknown; text?: string; headers?: Record<string, string> }
  | ((response: ServerResponse) => void);

export const SECRET = 'sk-do-not-tell';

let open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  const ending = open;
  open = [];
  await Promise.all(ending.map((service) => service.close()));
});

/**
 * A service on loopback that answers as the test says, and its client; it ends with the test. Tokens are T1, T2, …
 * unless the test answers `/oauth/token` itself.
 */
export async function serve(answer: (request: Request) => Reply | undefined) {
  const requests: Request[] = [];
  let tokens = 0;
  const server = createServer(async (incoming, response) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const { method = '', url: path = '', headers } = incoming;
    const request = { method, path, headers, body };
    requests.push(request);
    const given = answer(request);
    const isToken = given === undefined && path === '/oauth/token';
    if (isToken) tokens += 1;
    reply(response, given ?? (isToken ? { body: { access_token: `T${tokens}` } } : { status: 404 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const clock = testClock();
  const service = {
    url,
    clock,
    requests,
    /** The requests except those for tokens, as "METHOD path". */
    calls: () =>
      requests.filter(({ path }) => path !== '/oauth/token').map(({ method, path }) => `${method} ${path}`),
    tokensAsked: () => requests.filter(({ path }) => path === '/oauth/token').length,
    client: (deps: Partial<ServiceClientDeps> = {}) =>
      createServiceClient({
        config: {
          baseUrl: url,
          authUrl: url,
          audience: 'aud',
          companyId: 'c1',
          clientId: 'id',
          clientSecret: SECRET,
        },
        tokens: memoryTokenStore(),
        sharedState: memorySharedStateStore(),
        log: SILENT,
        now: clock.now,
        wait: clock.wait,
        random: () => 0.5,
        ...deps,
      }),
    async close(): Promise<void> {
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  open.push(service);
  return service;
}

/** A service that answers every call except the one for a token with this. */
export function always(given: Reply) {
  return serve(({ path }) => (path === '/oauth/token' ? undefined : given));
}

/** The ServiceError a call ends with; anything else is rethrown. */
export async function failure(call: Promise<unknown>): Promise<ServiceError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

function reply(response: ServerResponse, given: Reply): void {
  if (typeof given === 'function') {
    given(response);
    return;
  }
  const { status = 200, body, text = body === undefined ? '' : JSON.stringify(body), headers = {} } = given;
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}
