import type { Sandbox } from '../../sandbox';
import type { Pages } from '../routes';
import { deliveriesPage } from '../views/deliveries';
import { logPage } from '../views/log';

/** Outgoing deliveries and incoming calls. */
export function addWatchPages(app: Pages, sandbox: Sandbox): void {
  app.get('/console/deliveries', (c) => c.html(deliveriesPage(sandbox, { done: c.req.query('done') })));
  app.post('/console/deliveries/release', (c) => {
    sandbox.deliveries.release();
    return c.redirect('/console/deliveries?done=released', 303);
  });
  app.get('/console/log', (c) => c.html(logPage(sandbox)));
}
