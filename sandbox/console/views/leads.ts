import { html } from 'hono/html';
import { DEMO } from '../../demo';
import type { Lead } from '../../model';
import type { Sandbox } from '../../sandbox';
import { layout, type Markup } from './layout';
import { pager, status, table, textInput, time } from './parts';

const PER_PAGE = 50;

export type LeadsView = { q: string; page: number; done?: string | undefined };

/** All leads, newest first, found by any word in them. */
export function leadsPage({ state }: Sandbox, { q, page, done }: LeadsView): Markup {
  const found = [...state.leads.values()].reverse().filter((lead) => matches(lead, q));
  const pages = Math.max(1, Math.ceil(found.length / PER_PAGE));
  const shown = Math.min(page, pages);
  const rows = found.slice((shown - 1) * PER_PAGE, shown * PER_PAGE).map(leadRow);
  const href = (to: number) => `/console?${new URLSearchParams({ ...(q && { q }), page: String(to) })}`;
  return layout({
    title: 'Leads',
    at: '/console',
    done,
    body: html`<div class="bar">
<form method="get" action="/console" role="search" class="inline">${textInput({ name: 'q', label: 'Search leads', value: q, extra: html`type="search"` })}<button>Search</button></form>
<a class="button" href="/console/leads/new">Create a lead</a>
</div>
${
  rows.length === 0
    ? html`<p>No leads${q ? html` with “${q}”. <a href="/console">Show all</a>` : ' yet'}.</p>`
    : table({
        caption: `${found.length} ${found.length === 1 ? 'lead' : 'leads'}, newest first`,
        heads: ['Name', 'Company', 'Status', 'Value', 'Partner', 'Created (UTC)', 'Changed (UTC)'],
        numbers: ['Value'],
        rows,
      })
}
${pager({ page: shown, pages, href })}`,
  });
}

function matches(lead: Lead, q: string): boolean {
  const wanted = q.trim().toLowerCase();
  if (!wanted) return true;
  const texts = [
    lead.id,
    lead.status,
    ownerOf(lead),
    leadName(lead),
    ...[...lead.answers.values()].map(String),
  ];
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

function leadRow(lead: Lead): Markup {
  const value = lead.answers.get('value');
  return html`<tr>
<th scope="row"><a href="/console/leads/${lead.id}">${leadName(lead)}</a></th>
<td>${lead.answers.get('companyName') ?? ''}</td>
<td>${status(lead.status)}</td>
<td class="number">${typeof value === 'number' ? value.toLocaleString('en') : ''}</td>
<td>${ownerOf(lead)}</td>
<td>${time(lead.createdAt)}</td>
<td>${time(lead.updatedAt)}</td>
</tr>`;
}

/** A link text, also for a lead without a name. */
export function leadName(lead: Lead): string {
  const names = ['firstName', 'lastName'].map((id) => lead.answers.get(id)).filter(Boolean);
  return names.join(' ') || `Lead ${lead.id}`;
}

/** Agent and organization as text. */
export function ownerOf({ partnerOrganizationId, agentId }: Lead): string {
  const organization = DEMO.organizations.find(({ id }) => id === partnerOrganizationId);
  const agent = organization?.agents.find(({ id }) => id === agentId);
  return `${agent?.name ?? agentId}, ${organization?.name ?? partnerOrganizationId}`;
}
