import { setTimeout as wait } from 'node:timers/promises';
import type { Faults } from '../controls';
import { createLead, updateLead } from '../leads';
import type { Field, Lead, Value } from '../model';
import type { Sandbox } from '../sandbox';
import { type Problem, validateCreate, validatePatch } from '../validate';
import { take } from './counted-fault';
import type { Call } from './endpoint';
import { requestId, toLeadBody, toListRow, wrapLead } from './lead-body';
import { pageOf, wrapList } from './list-page';
import { acceptedFields } from './options';
import { invalidLead, Refusal } from './refusal';
import type { RestResponse } from './response';
import { writingOf } from './written';

const bodyOf = ({ state: { shape, fields } }: Sandbox, lead: Lead, where: 'read' | 'list') =>
  toLeadBody(lead, { ...shape, fields, writing: writingOf(shape, where) });

const wrapped = (sandbox: Sandbox, lead: Lead, more: object = {}) =>
  wrapLead({ ...bodyOf(sandbox, lead, 'read'), ...more }, sandbox.state.shape.leadEnvelope);

/** All leads as a read may show them now, with the lag applied. */
function leadsNow(
  { state, leadHistory, patchHistory, now }: Sandbox,
  lagMs = state.faults.readLagMs,
): ReadonlyMap<string, Lead> {
  const { patchLagMs } = state.faults;
  if (lagMs > 0) return leadHistory.at(now().getTime() - lagMs, state.leads);
  return patchLagMs > 0 ? patchHistory.at(now().getTime() - patchLagMs, state.leads) : state.leads;
}

/** Whether a lead just changed by PATCH is hidden from reads. */
function isHidden({ state, patchHistory, now }: Sandbox, id: string): boolean {
  const { patchHidesMs } = state.faults;
  return patchHidesMs > 0 && patchHistory.hasChangedSince(id, now().getTime() - patchHidesMs);
}

function requireLead(leads: ReadonlyMap<string, Lead>, id: string): Lead {
  const lead = leads.get(id);
  if (!lead) throw new Refusal(404, 'There is no lead with this id.');
  return lead;
}

/** Creates a lead (interface, section 4). The create faults act here, because they are about what was stored. */
export async function respondToCreate(sandbox: Sandbox, call: Call): Promise<RestResponse> {
  const { fields, faults, shape } = sandbox.state;
  if (take(faults, 'dropBeforeStore')) return { status: 0, ending: 'cut' };
  if (take(faults, 'hangBeforeStore')) return { status: 0, ending: 'silence' };
  const judged = validateCreate(call.json(), acceptedFields(fields, shape.picklistForm));
  if (!judged.ok) throw invalidLead(sandbox, judged.problems);
  if (take(faults, 'rejectCreates')) throw invalidLead(sandbox, [toCorrect(fields)]);
  const lead = createLead(sandbox, judged.value);
  const ending = takeEnding(sandbox);
  if (faults.respondLateMs > 0) await wait(faults.respondLateMs);
  return {
    status: shape.createStatus,
    body: createdBody(sandbox, lead),
    leadId: lead.id,
    ...(ending && { ending }),
  };
}

/** What a rule of the vendor's own says of a lead that keeps all others: of its email address, if the form asks for one. */
function toCorrect(fields: readonly Field[]): Problem {
  const asked = fields.filter(({ creatable, retired }) => creatable && !retired);
  const field = asked.find(({ type }) => type === 'email') ?? asked[0];
  return {
    field: field?.fieldId ?? '',
    message: `${field?.label ?? 'The lead'} could not be verified. Check it for typos.`,
  };
}

function createdBody(sandbox: Sandbox, lead: Lead): unknown {
  const { createResponse } = sandbox.state.shape;
  if (createResponse === 'lead') return wrapped(sandbox, lead);
  return { id: createResponse === 'id' ? lead.id : requestId(), status: 'accepted' };
}

function takeEnding({ state: { faults } }: Sandbox): RestResponse['ending'] {
  if (take(faults, 'dropAfterStore')) return 'cut';
  if (take(faults, 'hangAfterStore')) return 'silence';
  return take(faults, 'truncateAfterStore') ? 'truncated' : undefined;
}

export function respondToRead(sandbox: Sandbox, call: Call): RestResponse {
  const id = call.param('leadId');
  const deleted = sandbox.state.shape.deletedRead === 'flag' && sandbox.deletedLeads.get(id);
  if (deleted) return { status: 200, body: wrapped(sandbox, deleted, { deleted: true }), leadId: id };
  const lead = requireLead(isHidden(sandbox, id) ? new Map() : leadsNow(sandbox), id);
  return { status: 200, body: wrapped(sandbox, lead), leadId: lead.id };
}

export function respondToPatch(sandbox: Sandbox, call: Call): RestResponse {
  const before = requireLead(sandbox.state.leads, call.param('leadId'));
  const { fields, shape } = sandbox.state;
  const judged = validatePatch(call.json(), acceptedFields(fields, shape.picklistForm), {
    lead: before,
    held: bodyOf(sandbox, before, 'read'),
  });
  if (!judged.ok) throw invalidLead(sandbox, judged.problems);
  sandbox.patchHistory.note(before.id, { lead: before, now: sandbox.now().getTime() });
  const answers = shape.patchCustom === 'replace' ? replacing(before, judged.value, fields) : judged.value;
  const lead = updateLead(sandbox, before, { answers });
  switch (shape.patchResponse) {
    case 'lead':
      return { status: 200, body: wrapped(sandbox, lead), leadId: lead.id };
    case 'empty204':
      return { status: 204, leadId: lead.id };
    case 'ok':
      return { status: 200, body: { ok: true }, leadId: lead.id };
  }
}

/** The changes, and with a change of a custom field also that all other custom fields that may be changed are emptied. */
function replacing(
  before: Lead,
  change: ReadonlyMap<string, Value | null>,
  fields: readonly Field[],
): ReadonlyMap<string, Value | null> {
  const custom = fields.filter(
    (field) => field.custom && field.updateable && before.answers.has(field.fieldId),
  );
  if (!fields.some((field) => field.custom && change.has(field.fieldId))) return change;
  return new Map([...custom.map(({ fieldId }): [string, null] => [fieldId, null]), ...change]);
}

export function respondToList(sandbox: Sandbox, call: Call): RestResponse {
  const { faults, shape } = sandbox.state;
  if (faults.listLie === 'html') return { status: 200, html: LYING_PAGE };
  const lagMs = Math.max(faults.readLagMs, faults.listLagMs);
  const listed = listedLeads([...leadsNow(sandbox, lagMs).values()], faults.listLie);
  const page = pageOf(listed, call.url, { ...shape, loop: faults.pageLoop });
  const items = page.leads.map((lead) => toListRow(bodyOf(sandbox, lead, 'list'), shape.listRows));
  return { status: 200, body: wrapList(items, page.fields, shape), headers: page.headers };
}

/** A page of a proxy in front of a service, with status 200. */
const LYING_PAGE = '<html><body><h1>We will be right back</h1></body></html>';

/** The leads that the list shows. */
function listedLeads(leads: readonly Lead[], lie: Faults['listLie']): readonly Lead[] {
  if (lie === 'empty') return [];
  if (lie === 'half') return leads.filter((_, index) => index % 2 === 0);
  return leads;
}
