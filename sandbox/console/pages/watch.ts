import { html } from 'hono/html';
import type { LogEntry } from '../../model';
import type { Sandbox } from '../../sandbox';
import type { Pages } from '../routes';
import { deliveriesPage } from '../views/deliveries';
import { layout, type Markup } from '../views/layout';
import { table, time } from '../views/parts';

/** Outgoing deliveries and incoming calls. */
export function addWatchPages(app: Pages, sandbox: Sandbox): void {
  app.get('/console/deliveries', (c) => c.html(deliveriesPage(sandbox, { done: c.req.query('done') })));
  app.post('/console/deliveries/release', (c) => {
    sandbox.deliveries.release();
    return c.redirect('/console/deliveries?done=released', 303);
  });
  app.get('/console/log', (c) => c.html(logPage(sandbox)));
}

const SHOWN = 200;

/** The last calls of the service, newest first, with their real outcome. */
function logPage({ state }: Sandbox): Markup {
  const rows = state.log.slice(-SHOWN).reverse().map(logRow);
  return layout({
    title: 'Requests',
    at: '/console/log',
    body: html`<p>The calls this service got, as they really ended. <a href="/console/log">Refresh</a></p>
${
  rows.length === 0
    ? html`<p>Nobody has called yet.</p>`
    : table({
        caption: 'Recent calls, newest first',
        heads: ['No.', 'Time (UTC)', 'Call', 'Status', 'Lead', 'Key', 'Body'],
        rows,
      })
}`,
  });
}

function logRow({ seq, at, route, status, leadId, clientId, body }: LogEntry): Markup {
  const lead = leadId ? html`<a href="/console/leads/${leadId}"><code>${leadId.slice(-8)}</code></a>` : '';
  const sent =
    body === undefined
      ? ''
      : html`<details><summary>show</summary><pre>${JSON.stringify(body, null, 2)}</pre></details>`;
  return html`<tr><td>${seq}</td><td>${time(at)}</td><th scope="row">${route}</th><td>${status === 0 ? 'cut' : status}</td><td>${lead}</td><td><code>${clientId ?? ''}</code></td><td>${sent}</td></tr>`;
}
