import { isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;

/**
 * The console has no sign-in, so it answers this machine only. A loopback peer is not enough: a foreign page can
 * make a browser here send forms, or point its own name at this address. Hence the Host, Origin and
 * Sec-Fetch-Site checks.
 */
export const guardConsole: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
  const peer = c.env.incoming.socket.remoteAddress ?? '';
  const host = c.req.header('host') ?? '';
  if (!isLoopback(peer) || !LOOPBACK_HOST.test(host))
    return c.text('The console answers this machine only.', 403);
  const reads = c.req.method === 'GET' || c.req.method === 'HEAD';
  const page = reads && !c.req.path.startsWith('/console/api');
  // A link from another page to a console page is harmless; anything that reads data or changes it is not.
  const foreign = isForeign({ host, origin: c.req.header('origin'), site: c.req.header('sec-fetch-site') });
  if (foreign && !page) return c.text('This came from another site.', 403);
  await next();
};

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  return address === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}

type Sender = { host: string; origin: string | undefined; site: string | undefined };

/** Programs send neither header; browsers send at least one with every form. */
function isForeign({ host, origin, site }: Sender): boolean {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return origin !== undefined && origin !== `http://${host}`;
}
