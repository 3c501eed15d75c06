import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { consoleRoutes } from './console/routes';
import { restRoutes } from './rest/routes';
import type { Sandbox } from './sandbox';

/** Everything the sandbox answers. A fault of its own is a 500 with one fixed sentence. */
export function createApp(sandbox: Sandbox): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (c, next) => {
    await next();
    const { clockAheadMs } = sandbox.state.settings;
    if (clockAheadMs === 0 || c.res === RESPONSE_ALREADY_SENT) return;
    c.res.headers.set('date', new Date(sandbox.now().getTime() + clockAheadMs).toUTCString());
  });
  app.get('/healthz', (c) => c.json({ ok: true }));
  app.get('/', (c) => c.redirect('/console'));
  app.route('/', consoleRoutes(sandbox));
  app.route('/', restRoutes(sandbox));
  app.notFound((c) => c.text('There is nothing at this address.', 404));
  app.onError((error, c) => {
    console.error(error);
    return c.text('The sandbox has a fault of its own; see its terminal.', 500);
  });
  return app;
}
