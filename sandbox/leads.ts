import type { Lead, Topic, Value } from './model';
import type { Sandbox } from './sandbox';

type Owner = { partnerOrganizationId: string; agentId: string };

/** The changes of a lead; an answer of null is removed. */
export type LeadChange = Partial<Owner> & { status?: string; answers?: ReadonlyMap<string, Value | null> };

export type NewLead = Owner & { status?: string; answers: ReadonlyMap<string, Value | null> };

/** Stores a new lead, pending by default (interface, section 3), and announces it. */
export function createLead(sandbox: Sandbox, { answers, status = 'pending', ...owner }: NewLead): Lead {
  const at = stamp(sandbox);
  const lead: Lead = {
    id: sandbox.hex(12),
    status,
    partnerOrganizationId: owner.partnerOrganizationId,
    agentId: owner.agentId,
    createdAt: at,
    updatedAt: at,
    answers: merge(new Map(), answers),
  };
  note(sandbox, lead.id);
  sandbox.state.leads.set(lead.id, lead);
  announce(sandbox, 'lead/create', lead.id, at);
  return lead;
}

/** Changes a lead and announces it. `updatedAt` advances on every change, even to the same values. */
export function updateLead(sandbox: Sandbox, lead: Lead, { answers = new Map(), ...rest }: LeadChange): Lead {
  const at = stamp(sandbox, lead.updatedAt);
  const changed: Lead = { ...lead, ...rest, updatedAt: at, answers: merge(lead.answers, answers) };
  note(sandbox, lead.id);
  sandbox.state.leads.set(lead.id, changed);
  announce(sandbox, 'lead/update', lead.id, at);
  return changed;
}

/** Removes a lead and announces it. */
export function deleteLead(sandbox: Sandbox, lead: Lead): void {
  note(sandbox, lead.id);
  sandbox.deletedLeads.set(lead.id, lead);
  sandbox.state.leads.delete(lead.id);
  announce(sandbox, 'lead/delete', lead.id, stamp(sandbox));
}

/** Records the lead's state until now, for reads that lag. */
function note({ leadHistory, state, now }: Sandbox, id: string): void {
  leadHistory.note(id, { lead: state.leads.get(id), now: now().getTime() });
}

function announce(sandbox: Sandbox, topic: Topic, leadId: string, timestamp: string): void {
  sandbox.changed();
  sandbox.deliveries.announce({ topic, leadId, timestamp });
}

/** UTC, later than `previous` even within one millisecond. In whole seconds, two changes may carry the same time. */
function stamp(sandbox: Sandbox, previous?: string): string {
  const now = sandbox.now().getTime() + sandbox.state.settings.clockAheadMs;
  if (sandbox.state.shape.timestamps === 'seconds')
    return new Date(Math.floor(now / 1000) * 1000).toISOString().replace('.000', '');
  const earliest = previous ? Date.parse(previous) + 1 : 0;
  return new Date(Math.max(now, earliest)).toISOString();
}

function merge(
  before: ReadonlyMap<string, Value>,
  change: ReadonlyMap<string, Value | null>,
): Map<string, Value> {
  const after = new Map(before);
  for (const [fieldId, value] of change) {
    if (value === null) after.delete(fieldId);
    else after.set(fieldId, value);
  }
  return after;
}
