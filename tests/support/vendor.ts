import { z } from 'zod';
import type { Faults, Settings } from '@/sandbox/controls';
import type { FieldType, LogEntry, Topic } from '@/sandbox/model';
import type { Shape } from '@/sandbox/shape';
import { RESPOND_WITHIN_MS } from './response-within';

/** A lead as the vendor's console shows it (interface, section 2.1). */
const leadSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  partnerOrganizationId: z.string(),
  agentId: z.string(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  email: z.string().optional(),
  value: z.number().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  customFields: z.record(z.string(), z.unknown()),
});

const fieldSchema = z.looseObject({
  fieldId: z.string(),
  label: z.string(),
  required: z.boolean(),
  creatable: z.boolean(),
  updateable: z.boolean(),
  retired: z.boolean(),
  options: z
    .array(z.object({ value: z.union([z.string(), z.number()]), label: z.string(), active: z.boolean() }))
    .optional(),
});

const switchesSchema = z.object({
  faults: z.record(z.string(), z.unknown()),
  settings: z.record(z.string(), z.unknown()),
  shape: z.record(z.string(), z.unknown()),
});

const deliverySchema = z.looseObject({
  id: z.string(),
  topic: z.string(),
  leadId: z.string(),
  state: z.enum(['waiting', 'held', 'delivered', 'cancelled']),
  attempts: z.number(),
  body: z.string(),
  outcome: z.string().optional(),
  createdAt: z.string(),
  endedAt: z.string().optional(),
});

const mailSchema = z.object({
  id: z.number(),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  links: z.array(z.string()),
});

const subscriptionSchema = z.looseObject({ id: z.string(), topic: z.string(), url: z.string() });

export type VendorLead = z.infer<typeof leadSchema>;
export type VendorField = z.infer<typeof fieldSchema>;
export type NewField = {
  label: string;
  fieldId?: string;
  type?: FieldType;
  required?: boolean;
  updateable?: boolean;
  options?: (string | number | { value: string | number; label?: string; active?: boolean })[];
  help?: string;
  currency?: string;
};
type FieldChange = Partial<Pick<VendorField, 'label' | 'required' | 'creatable' | 'updateable' | 'retired'>>;

/** The vendor's actions in the portal, through the console's JSON (`/console/api`). */
export type Vendor = ReturnType<typeof vendorAt>;

/** @param sandboxUrl the sandbox's address, without a path */
export function vendorAt(sandboxUrl: string) {
  const call = caller(`${sandboxUrl}/console/api`);
  return { url: sandboxUrl, ...leadsOf(call), ...formOf(call), ...operationsOf(call), ...mailsOf(call) };
}

function leadsOf(call: Call) {
  const listLeads = () => call(z.array(leadSchema), 'GET', '/leads');
  return {
    listLeads,
    getLead: (id: string) => call(leadSchema, 'GET', leadPath(id)),
    createLead: (lead: Record<string, unknown>) => call(leadSchema, 'POST', '/leads', lead),
    /** Any field by its name, standard or custom, as the console accepts them. */
    changeLead: (id: string, change: Record<string, unknown>) =>
      call(leadSchema, 'PATCH', leadPath(id), change),
    deleteLead: (id: string) => call(z.unknown(), 'DELETE', leadPath(id)),
    /** The only lead of this family name. */
    async leadOf(lastName: string): Promise<VendorLead> {
      const found = (await listLeads()).filter((lead) => lead.lastName === lastName);
      const [lead] = found;
      if (!lead || found.length > 1)
        throw new Error(`The portal has ${found.length} leads named ${lastName}.`);
      return lead;
    },
  };
}

function formOf(call: Call) {
  const optionsOf = (fieldId: string) => `/fields/${encodeURIComponent(fieldId)}/options`;
  return {
    listFields: () => call(z.array(fieldSchema), 'GET', '/fields'),
    addField: (field: NewField) => call(fieldSchema, 'POST', '/fields', field),
    changeField: (fieldId: string, change: FieldChange) =>
      call(fieldSchema, 'PATCH', `/fields/${encodeURIComponent(fieldId)}`, change),
    addOption: (fieldId: string, option: { value: string | number; label?: string }) =>
      call(z.unknown(), 'POST', optionsOf(fieldId), option),
    changeOption: (fieldId: string, value: string, change: { label?: string; active?: boolean }) =>
      call(z.unknown(), 'PATCH', `${optionsOf(fieldId)}/${encodeURIComponent(value)}`, change),
  };
}

function operationsOf(call: Call) {
  return {
    /** The current faults, settings and shapes. */
    getSwitches: () => call(switchesSchema, 'GET', '/state'),
    /** Keys that are not named keep their values. */
    setFaults: (faults: Partial<Faults>) => call(z.unknown(), 'PUT', '/faults', faults),
    setSettings: (settings: Partial<Settings>) => call(z.unknown(), 'PUT', '/settings', settings),
    setShape: (shape: Partial<Shape>) => call(z.unknown(), 'PUT', '/shape', shape),
    /** Resets to a fresh portal with this many leads; subscriptions are dropped. */
    reset: (start: { seedLeads?: number } = {}) => call(z.unknown(), 'POST', '/reset', start),
    /** Ends every access token issued so far. */
    revokeTokens: () => call(z.unknown(), 'POST', '/tokens/revoke'),
    /** Revokes the oldest key and its subscriptions; tokens issued to it stay valid. */
    revokeKey: () => call(z.unknown(), 'POST', '/keys/revoke'),
    listDeliveries: () => call(z.array(deliverySchema), 'GET', '/deliveries'),
    releaseDeliveries: () => call(z.unknown(), 'POST', '/deliveries/release'),
    /** Drops what `holdDeliveries` held. */
    dropDeliveries: () => call(z.unknown(), 'POST', '/deliveries/drop'),
    /** Sends this text, validly signed, to the subscriptions of a topic. */
    sendRaw: (topic: Topic, body: string) => call(z.unknown(), 'POST', '/deliveries/send', { topic, body }),
    listSubscriptions: async () =>
      (await call(z.object({ subscriptions: z.array(subscriptionSchema) }), 'GET', '/state')).subscriptions,
    /** The calls that the service received after the one numbered `since`. */
    readLog: (since = 0) => call(z.array(z.custom<LogEntry>()), 'GET', `/log?since=${since}`),
    logSeq: async () => (await call(z.object({ logSeq: z.number() }), 'GET', '/state')).logSeq,
  };
}

function mailsOf(call: Call) {
  return {
    /** Every mail the desk sent, newest first. */
    listMails: () => call(z.array(mailSchema), 'GET', '/mails'),
  };
}

const leadPath = (id: string) => `/leads/${encodeURIComponent(id)}`;

type Call = <T>(schema: z.ZodType<T>, method: string, path: string, body?: unknown) => Promise<T>;

function caller(base: string): Call {
  return async (schema, method, path, body) => {
    const response = await fetch(`${base}${path}`, {
      method,
      signal: AbortSignal.timeout(RESPOND_WITHIN_MS),
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    }).catch((cause: unknown) => {
      throw new Error(`The console did not answer ${method} ${path}.`, { cause });
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`The console answered ${method} ${path} with ${response.status}: ${text}`);
    return schema.parse(text === '' ? undefined : JSON.parse(text));
  };
}
