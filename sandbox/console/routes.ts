import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import type { Sandbox } from '../sandbox';
import { ConsoleError } from '../vendor/error';
import { consoleApi } from './api';
import { addFaultPages } from './pages/faults';
import { addFormPages } from './pages/form';
import { addKeyPages } from './pages/key';
import { addLeadPages } from './pages/leads';
import { addMailboxPages } from './pages/mailbox';
import { addShapePages } from './pages/shape';
import { addWatchPages } from './pages/watch';
import { problemPage } from './views/layout';

export type Pages = Hono<{ Bindings: HttpBindings }>;

const STYLE = readFileSync(new URL('./console.css', import.meta.url), 'utf8');
const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** All of `/console`: the pages for a person and the same controls as JSON. */
export function consoleRoutes(sandbox: Sandbox): Pages {
  const app: Pages = new Hono();
  app.use('/console', guardConsole);
  app.use('/console/*', guardConsole);
  app.use('/console/*', async (c, next) => {
    await next();
    if (!c.res.headers.has('content-security-policy')) c.header('content-security-policy', POLICY);
    c.header('x-content-type-options', 'nosniff');
  });
  app.onError((error, c) => {
    if (!(error instanceof ConsoleError)) throw error;
    return c.html(problemPage(error.message), error.status);
  });
  app.route('/console/api', consoleApi(sandbox));
  app.get('/console/console.css', (c) => c.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }));
  app.get('/console/desk', (c) => {
    const desk = deskOf(sandbox);
    return desk ? c.redirect(desk) : c.html(problemPage('No desk has subscribed yet. Start one first.'), 404);
  });
  addLeadPages(app, sandbox);
  addFormPages(app, sandbox);
  addKeyPages(app, sandbox);
  addFaultPages(app, sandbox);
  addShapePages(app, sandbox);
  addWatchPages(app, sandbox);
  addMailboxPages(app, sandbox);
  return app;
}

/** The demo's desk: it is on this machine, at the port of the receiver that subscribed last. */
function deskOf({ state }: Sandbox): string | undefined {
  const receivers = state.subscriptions.map(({ url }) => new URL(url));
  const last = receivers.findLast(({ protocol, host }) => protocol === 'http:' && LOOPBACK_HOST.test(host));
  return last && `http://localhost:${last.port}`;
}

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;

/**
 * The console has no sign-in, so it answers this machine only. A loopback peer is not enough: a foreign page can
 * make a browser here send forms, or point its own name at this address. Hence the Host, Origin and
 * Sec-Fetch-Site checks.
 */
const guardConsole: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
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
