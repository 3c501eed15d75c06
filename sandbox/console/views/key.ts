import { html } from 'hono/html';
import { DEMO } from '../../demo';
import type { Key } from '../../model';
import type { Sandbox } from '../../sandbox';
import { layout, type Markup } from './layout';
import { table, textInput, time } from './parts';

export type NewSecret = { clientId: string; clientSecret: string };

/** API keys. `secret` is shown once, on the page after its creation. */
export function keyPage(
  { state, url }: Sandbox,
  { secret, done }: { secret?: NewSecret | undefined; done?: string | undefined },
): Markup {
  const subscriptions = (clientId: string) =>
    state.subscriptions.filter((one) => one.clientId === clientId).length;
  return layout({
    title: 'Keys',
    at: '/console/key',
    done,
    body: html`${secret ? secretPart(secret) : ''}
${table({
  caption: 'API keys',
  heads: ['Name', 'Client id', 'Created (UTC)', 'Subscriptions', 'State'],
  rows: state.keys.map((key) => keyRow(key, subscriptions(key.clientId))),
})}
<section aria-labelledby="new"><h2 id="new">Create a key</h2>
<form method="post" action="/console/key" class="inline">${textInput({ name: 'name', label: 'Name of the key', extra: html`type="text" required maxlength="100"` })}<button>Create the key</button></form></section>
<section aria-labelledby="desk"><h2 id="desk">How a desk reaches this portal</h2>
<dl><dt>Base address and token address</dt><dd><code>${url()}</code></dd>
<dt>Audience</dt><dd><code>${DEMO.audience}</code></dd>
<dt>Company id</dt><dd><code>${DEMO.companyId}</code></dd></dl></section>
<section aria-labelledby="pairs"><h2 id="pairs">Organizations and agents</h2>
${table({
  caption: 'The pairs a lead can be credited to',
  heads: ['Organization', 'Organization id', 'Agent', 'Agent id'],
  rows: DEMO.organizations.flatMap((organization) =>
    organization.agents.map(
      (agent) =>
        html`<tr><td>${organization.name}</td><td><code>${organization.id}</code></td><td>${agent.name}</td><td><code>${agent.id}</code></td></tr>`,
    ),
  ),
})}</section>`,
  });
}

function secretPart({ clientId, clientSecret }: NewSecret): Markup {
  return html`<section class="secret" role="status"><h2>The new key</h2>
<p>The secret is shown this once. Copy it now.</p>
<dl><dt>Client id</dt><dd><code>${clientId}</code></dd><dt>Client secret</dt><dd><code>${clientSecret}</code></dd></dl></section>`;
}

function keyRow(key: Key, subscriptions: number): Markup {
  const state = key.revokedAt
    ? html`revoked ${time(key.revokedAt)}`
    : html`<form method="post" action="/console/key/revoke"><button class="danger" name="clientId" value="${key.clientId}" aria-label="Revoke ${key.name}">Revoke</button></form>`;
  return html`<tr><th scope="row">${key.name}</th><td><code>${key.clientId}</code></td><td>${time(key.createdAt)}</td><td>${subscriptions}</td><td>${state}</td></tr>`;
}
