import { readFileSync } from 'node:fs';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { Sandbox } from '../sandbox';
import { ConsoleError } from '../vendor/error';
import { consoleApi } from './api';
import { guardConsole } from './guard';
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
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** All of `/console`: the pages for a person and the same controls as JSON. */
export function consoleRoutes(sandbox: Sandbox): Pages {
  const app: Pages = new Hono();
  app.use('/console', guardConsole);
  app.use('/console/*', guardConsole);
  app.use('/console/*', async (c, next) => {
    await next();
    c.header('content-security-policy', POLICY);
    c.header('x-content-type-options', 'nosniff');
  });
  app.onError((error, c) => {
    if (!(error instanceof ConsoleError)) throw error;
    return c.html(problemPage(error.message), error.status);
  });
  app.route('/console/api', consoleApi(sandbox));
  app.get('/console/console.css', (c) => c.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }));
  addLeadPages(app, sandbox);
  addFormPages(app, sandbox);
  addKeyPages(app, sandbox);
  addFaultPages(app, sandbox);
  addShapePages(app, sandbox);
  addWatchPages(app, sandbox);
  addMailboxPages(app, sandbox);
  return app;
}
