import { html } from 'hono/html';
import { DEMO } from '../../demo';
import type { Lead } from '../../model';
import type { Sandbox } from '../../sandbox';
import { layout, type Markup } from './layout';
import { type Draft, draftOf, leadInput } from './lead-inputs';
import { leadName, ownerOf } from './leads';
import { select, status, textInput, time } from './parts';

export type LeadView = { draft?: Draft; error?: string; done?: string | undefined };

/** One lead: its status, its fields, its deletion. */
export function leadPage(
  sandbox: Sandbox,
  lead: Lead,
  { draft = draftOf(lead), error, done }: LeadView,
): Markup {
  return layout({
    title: leadName(lead),
    at: '/console',
    done,
    error,
    body: html`<p class="facts">${status(lead.status)} <span>${ownerOf(lead)}</span> <span>created ${time(lead.createdAt)} UTC</span> <span>changed ${time(lead.updatedAt)} UTC</span> <code>${lead.id}</code></p>
${statusForm(sandbox, lead)}
<section aria-labelledby="fields"><h2 id="fields">Fields</h2>
<form method="post" action="/console/leads/${lead.id}" class="grid">
${ownerSelect(`${lead.partnerOrganizationId} ${lead.agentId}`)}
${leadInputs(sandbox, draft)}
<p class="actions"><button>Save the fields</button></p>
</form></section>
<section aria-labelledby="delete"><h2 id="delete">Delete</h2>
<form method="post" action="/console/leads/${lead.id}/delete">
<p>The lead is gone for good, and lead/delete is sent.</p>
<button class="danger">Delete this lead</button>
</form></section>`,
  });
}

/** An empty form for a lead that the vendor enters. */
export function newLeadPage(sandbox: Sandbox, { draft = new Map(), error }: LeadView): Markup {
  const [organization] = DEMO.organizations;
  return layout({
    title: 'Create a lead',
    at: '/console',
    error,
    body: html`<form method="post" action="/console/leads" class="grid">
${ownerSelect(`${organization.id} ${organization.agents[0].id}`)}
${leadInputs(sandbox, draft)}
<p class="actions"><button>Create the lead</button> <a href="/console">Cancel</a></p>
</form>`,
  });
}

function statusForm({ state }: Sandbox, lead: Lead): Markup {
  const seen = new Set(['pending', ...[...state.leads.values()].map((one) => one.status)]);
  const others = [...seen].filter((one) => one !== lead.status).sort();
  return html`<section aria-labelledby="status"><h2 id="status">Status</h2>
<form method="post" action="/console/leads/${lead.id}/status" class="row">${others.map(
    (one) => html`<button class="quiet" name="status" value="${one}">${one}</button>`,
  )}</form>
<form method="post" action="/console/leads/${lead.id}/status" class="inline">${textInput({ name: 'status', label: 'Another status', extra: html`type="text" required maxlength="100"` })}<button>Change status</button></form>
</section>`;
}

function leadInputs({ state }: Sandbox, draft: Draft): Markup[] {
  return state.fields
    .filter((field) => !field.retired || draft.has(field.fieldId))
    .map((field) => leadInput(field, draft));
}

function ownerSelect(value: string): Markup {
  const choices = DEMO.organizations.flatMap((organization) =>
    organization.agents.map((agent) => ({
      value: `${organization.id} ${agent.id}`,
      label: `${agent.name}, ${organization.name}`,
    })),
  );
  return select({ name: 'owner', label: 'Partner', value, choices });
}
