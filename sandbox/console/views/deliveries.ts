import { html } from 'hono/html';
import type { Delivery } from '../../model';
import type { Sandbox } from '../../sandbox';
import { layout, type Markup } from './layout';
import { table, time } from './parts';

const SHOWN = 200;

/** The last deliveries, newest first, and the subscriptions they go to. */
export function deliveriesPage({ state }: Sandbox, { done }: { done?: string | undefined }): Markup {
  const held = state.deliveries.filter((delivery) => delivery.state === 'held').length;
  const rows = state.deliveries.slice(-SHOWN).reverse().map(deliveryRow);
  return layout({
    title: 'Deliveries',
    at: '/console/deliveries',
    done,
    body: html`<div class="bar"><p>${held} held. <a href="/console/deliveries">Refresh</a></p>
<form method="post" action="/console/deliveries/release"><button${held === 0 ? html` disabled` : ''}>Release the held ones</button></form></div>
${
  rows.length === 0
    ? html`<p>Nothing was sent yet.</p>`
    : table({
        caption: 'Recent deliveries, newest first',
        heads: ['Made (UTC)', 'Topic', 'Lead', 'State', 'Tries', 'Last answer', 'Next try (UTC)', 'Receiver'],
        rows,
      })
}
<section aria-labelledby="subscriptions"><h2 id="subscriptions">Subscriptions</h2>
${
  state.subscriptions.length === 0
    ? html`<p>Nobody has subscribed yet.</p>`
    : table({
        caption: 'Who is told what',
        heads: ['Topic', 'Receiver', 'Key', 'Created (UTC)'],
        rows: state.subscriptions.map(
          (one) =>
            html`<tr><th scope="row">${one.topic}</th><td><code>${one.url}</code></td><td><code>${one.clientId}</code></td><td>${time(one.createdAt)}</td></tr>`,
        ),
      })
}</section>`,
  });
}

function deliveryRow(delivery: Delivery): Markup {
  const lead = delivery.leadId
    ? html`<a href="/console/leads/${delivery.leadId}"><code>${delivery.leadId.slice(-8)}</code></a>`
    : 'raw body';
  return html`<tr><td>${time(delivery.createdAt)}</td><td>${delivery.topic}</td><td>${lead}</td>
<td>${delivery.state}</td><td>${delivery.attempts}</td><td>${delivery.outcome ?? ''}</td><td>${time(delivery.nextAt)}</td><td><code>${delivery.url}</code></td></tr>`;
}
