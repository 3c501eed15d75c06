import { createLead, updateLead } from '../leads';
import type { Lead } from '../model';
import type { Sandbox } from '../sandbox';
import { judgeCreate, judgePatch } from '../validate';
import type { Answer } from './answer';
import type { Call } from './endpoint';
import { toLeadBody, wrapLead } from './lead-body';
import { pageOf, wrapList } from './list-page';
import { acceptedFields } from './options';
import { invalidLead, Refusal } from './refusal';

const bodyOf = ({ state }: Sandbox, lead: Lead) =>
  toLeadBody(lead, { fields: state.fields, emptyAnswer: state.shape.emptyAnswer });

const wrapped = (sandbox: Sandbox, lead: Lead) =>
  wrapLead(bodyOf(sandbox, lead), sandbox.state.shape.leadEnvelope);

function requireLead({ state }: Sandbox, id: string): Lead {
  const lead = state.leads.get(id);
  if (!lead) throw new Refusal(404, 'There is no lead with this id.');
  return lead;
}

/** Creates a lead (interface, section 4). The create faults act here, because they are about what was stored. */
export function answerCreate(sandbox: Sandbox, call: Call): Answer {
  const { fields, faults, shape } = sandbox.state;
  if (faults.dropBeforeStore > 0) {
    faults.dropBeforeStore -= 1;
    return { status: 0, ending: 'cut' };
  }
  const judged = judgeCreate(call.json(), acceptedFields(fields, shape.picklistForm));
  if (!judged.ok) throw invalidLead(sandbox, judged.problems);
  const lead = createLead(sandbox, judged.value);
  const ending = takeEnding(sandbox);
  return {
    status: shape.createStatus,
    body: wrapped(sandbox, lead),
    leadId: lead.id,
    ...(ending && { ending }),
  };
}

function takeEnding({ state: { faults } }: Sandbox): Answer['ending'] {
  if (faults.dropAfterStore > 0) {
    faults.dropAfterStore -= 1;
    return 'cut';
  }
  if (faults.truncateAfterStore === 0) return undefined;
  faults.truncateAfterStore -= 1;
  return 'truncated';
}

export function answerRead(sandbox: Sandbox, call: Call): Answer {
  const lead = requireLead(sandbox, call.param('leadId'));
  return { status: 200, body: wrapped(sandbox, lead), leadId: lead.id };
}

export function answerPatch(sandbox: Sandbox, call: Call): Answer {
  const before = requireLead(sandbox, call.param('leadId'));
  const { fields, shape } = sandbox.state;
  const judged = judgePatch(call.json(), acceptedFields(fields, shape.picklistForm), before);
  if (!judged.ok) throw invalidLead(sandbox, judged.problems);
  const lead = updateLead(sandbox, before, { answers: judged.value });
  switch (shape.patchAnswer) {
    case 'lead':
      return { status: 200, body: wrapped(sandbox, lead), leadId: lead.id };
    case 'empty204':
      return { status: 204, leadId: lead.id };
    case 'ok':
      return { status: 200, body: { ok: true }, leadId: lead.id };
  }
}

export function answerList(sandbox: Sandbox, call: Call): Answer {
  const { leads, shape } = sandbox.state;
  const page = pageOf(leads.values(), call.url, shape);
  const items = page.leads.map((lead) => bodyOf(sandbox, lead));
  return { status: 200, body: wrapList(items, page.words, shape), headers: page.headers };
}
