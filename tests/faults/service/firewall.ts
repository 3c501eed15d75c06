import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A gateway before the service that answers 403 to each create with a certain word, and passes the rest. */
export type Firewall = {
  url: string;
  /** The target of calls; set it before the first one. */
  leadTo(serviceUrl: string): void;
  /** How many creates it has blocked. */
  blocked(): number;
  close(): Promise<void>;
};

const BLOCKED = '<html><body><h1>403 Forbidden</h1>Blocked by the web application firewall.</body></html>';

/** Starts it on a free port of loopback. */
export async function startFirewall(word: string): Promise<Firewall> {
  let serviceUrl = '';
  let blocked = 0;

  async function pass(call: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await buffer(call);
    const isCreate = call.method === 'POST' && /\/leads$/.test(call.url ?? '');
    if (isCreate && body.includes(word)) {
      blocked += 1;
      reply.writeHead(403, { 'content-type': 'text/html' }).end(BLOCKED);
      return;
    }
    const asked = request(new URL(call.url ?? '/', serviceUrl), {
      method: call.method,
      headers: call.headers,
    });
    asked.on('error', () => reply.destroy());
    asked.on('response', (response) => {
      reply.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(reply);
    });
    asked.end(body);
  }

  const server = createServer((call, reply) => {
    pass(call, reply).catch(() => reply.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    leadTo(to) {
      serviceUrl = to;
    },
    blocked: () => blocked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
