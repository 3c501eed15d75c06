import * as z from 'zod';
import { DEMO } from '../demo';
import { createLead, deleteLead, updateLead } from '../leads';
import { type Field, type Lead, type Value, valueSchema } from '../model';
import type { Sandbox } from '../sandbox';
import type { Problem } from '../validate';
import { isAnswer, problemOf } from '../values';
import { ConsoleError } from './error';

/**
 * The vendor may change leads in the portal freely, as long as the values fit their fields. The flags required,
 * creatable and updateable bind callers of the interface only.
 */
const orderSchema = z.looseObject({
  /** The interface sets no maximum status length (section 2.1): a test may make one too long to store. */
  status: z.string().trim().min(1).max(20_000).optional(),
  partnerOrganizationId: z.string().optional(),
  agentId: z.string().optional(),
});

export function requireVendorLead({ state }: Sandbox, id: string): Lead {
  const lead = state.leads.get(id);
  if (!lead) throw new ConsoleError(404, 'There is no lead with this id.');
  return lead;
}

/** Creates a lead as the vendor, of the first organization's first agent by default. */
export function vendorCreate(sandbox: Sandbox, raw: unknown): Lead {
  const { owner, status, answers } = readOrder(raw, sandbox.state.fields);
  const [organization] = DEMO.organizations;
  const pair = { partnerOrganizationId: organization.id, agentId: organization.agents[0].id, ...owner };
  requireOwner(pair);
  return createLead(sandbox, { ...pair, ...(status && { status }), answers });
}

/** Changes a lead as the vendor: status, owner, any field; unnamed fields stay, null removes. */
export function vendorUpdate(sandbox: Sandbox, lead: Lead, raw: unknown): Lead {
  const { owner, status, answers } = readOrder(raw, sandbox.state.fields, lead);
  const { partnerOrganizationId, agentId } = { ...lead, ...owner };
  requireOwner({ partnerOrganizationId, agentId });
  return updateLead(sandbox, lead, { ...owner, ...(status && { status }), answers });
}

export function vendorDelete(sandbox: Sandbox, lead: Lead): void {
  deleteLead(sandbox, lead);
}

function readOrder(raw: unknown, fields: readonly Field[], lead?: Lead) {
  const order = orderSchema.safeParse(raw);
  if (!order.success) throw new ConsoleError(400, z.prettifyError(order.error));
  const { status, partnerOrganizationId, agentId } = order.data;
  const owner = { ...(partnerOrganizationId && { partnerOrganizationId }), ...(agentId && { agentId }) };
  return { owner, status, answers: readAnswers(raw, fields, lead) };
}

const OWN_WORDS = ['status', 'partnerOrganizationId', 'agentId', 'customFields'];

function readAnswers(raw: unknown, fields: readonly Field[], lead?: Lead): Map<string, Value | null> {
  const answers = new Map<string, Value | null>();
  const problems: Problem[] = [];
  const take = (from: unknown, custom: boolean) => {
    for (const [fieldId, value] of Object.entries(from ?? {})) {
      if (!custom && OWN_WORDS.includes(fieldId)) continue;
      const field = fields.find((one) => one.fieldId === fieldId && one.custom === custom);
      const problem = field ? wrongWith(field, value, lead) : `${fieldId} is not a field of this portal.`;
      if (problem) problems.push({ field: fieldId, message: problem });
      else answers.set(fieldId, isAnswer(value) ? valueSchema.parse(value) : null);
    }
  };
  take(raw, false);
  take(raw instanceof Object && 'customFields' in raw ? raw.customFields : {}, true);
  if (problems.length > 0)
    throw new ConsoleError(400, problems.map(({ message }) => message).join(' '), problems);
  return answers;
}

function wrongWith(field: Field, value: unknown, lead?: Lead): string | undefined {
  const problem = isAnswer(value) ? problemOf(value, field, lead?.answers.get(field.fieldId)) : undefined;
  return problem && `${field.label} ${problem}.`;
}

function requireOwner({
  partnerOrganizationId,
  agentId,
}: {
  partnerOrganizationId: string;
  agentId: string;
}): void {
  const organization = DEMO.organizations.find(({ id }) => id === partnerOrganizationId);
  if (!organization?.agents.some(({ id }) => id === agentId))
    throw new ConsoleError(400, 'The agent does not belong to the organization.');
}
