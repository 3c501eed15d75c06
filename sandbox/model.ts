import * as z from 'zod';

/** The sandbox's data. One zod schema per type, because all of it is read back from a file. */

export const FIELD_TYPES = [
  'text',
  'long-text',
  'email',
  'phone',
  'url',
  'number',
  'currency',
  'percent',
  'integer',
  'boolean',
  'date',
  'date-time',
  'picklist',
  'multi-picklist',
] as const;

/** The names of section 2.1 at the top of a lead; every other field is custom unless the vendor says otherwise. */
export const STANDARD_NAMES = ['firstName', 'lastName', 'platform', 'email', 'value'] as const;
export const OWNER_NAMES = ['partnerOrganizationId', 'agentId'] as const;
export const SYSTEM_NAMES = ['id', 'companyId', 'status', 'createdAt', 'updatedAt'] as const;
export const RESERVED_NAMES: readonly string[] = [...OWNER_NAMES, ...SYSTEM_NAMES, 'customFields'];

export const TOPICS = ['lead/create', 'lead/update', 'lead/delete'] as const;

export const ROUTES = [
  'token',
  'schema',
  'create',
  'read',
  'list',
  'patch',
  'subscribe',
  'unsubscribe',
  'subscriptions',
] as const;

const scalar = z.union([z.string(), z.number(), z.boolean()]);
export const valueSchema = z.union([scalar, z.array(z.union([z.string(), z.number()]))]);

export const optionSchema = z.object({
  value: z.union([z.string(), z.number()]),
  label: z.string(),
  active: z.boolean(),
});

export const fieldSchema = z.object({
  fieldId: z.string(),
  label: z.string(),
  type: z.enum(FIELD_TYPES),
  required: z.boolean(),
  creatable: z.boolean(),
  updateable: z.boolean(),
  custom: z.boolean(),
  /** A retired field is left out of the schema and refused on create; leads that have it keep it. */
  retired: z.boolean(),
  options: z.array(optionSchema).optional(),
  help: z.string().optional(),
  currency: z.string().optional(),
});

export const leadSchema = z.object({
  id: z.string(),
  status: z.string(),
  partnerOrganizationId: z.string(),
  agentId: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** By fieldId, standard and custom. Pairs, because a fieldId may be `__proto__`. */
  answers: z.array(z.tuple([z.string(), valueSchema])).transform((pairs) => new Map(pairs)),
});

export const keySchema = z.object({
  clientId: z.string(),
  name: z.string(),
  secretHash: z.string(),
  createdAt: z.string(),
  revokedAt: z.string().optional(),
  /** The most recently issued token. */
  lastTokenId: z.string().optional(),
});

export const subscriptionSchema = z.object({
  id: z.string(),
  clientId: z.string(),
  topic: z.enum(TOPICS),
  url: z.string(),
  signingSecret: z.string(),
  createdAt: z.string(),
});

export const deliverySchema = z.object({
  id: z.string(),
  subscriptionId: z.string(),
  url: z.string(),
  topic: z.string(),
  leadId: z.string(),
  /** The exact text that is signed and sent, the same on every attempt. */
  body: z.string(),
  state: z.enum(['waiting', 'held', 'delivered', 'cancelled']),
  attempts: z.number(),
  createdAt: z.string(),
  nextAt: z.string().optional(),
  endedAt: z.string().optional(),
  /** The receiver's last status, or the reason why there was none. */
  outcome: z.string().optional(),
});

export const logEntrySchema = z.object({
  seq: z.number(),
  at: z.string(),
  route: z.enum(ROUTES),
  /** 0: the connection was cut without an answer. */
  status: z.number(),
  /** How long the call took, in milliseconds: `at` is when it ended. */
  ms: z.number().optional(),
  clientId: z.string().optional(),
  leadId: z.string().optional(),
  /** The header of a 429, as sent. */
  retryAfter: z.string().optional(),
  /** SHA-256 of the received body, hex. */
  bodyHash: z.string().optional(),
  body: z.unknown().optional(),
});

export type FieldType = (typeof FIELD_TYPES)[number];
export type Topic = (typeof TOPICS)[number];
export type Route = (typeof ROUTES)[number];
export type Value = z.infer<typeof valueSchema>;
export type FieldOption = z.infer<typeof optionSchema>;
export type Field = z.infer<typeof fieldSchema>;
export type Lead = z.infer<typeof leadSchema>;
export type Key = z.infer<typeof keySchema>;
export type Subscription = z.infer<typeof subscriptionSchema>;
export type Delivery = z.infer<typeof deliverySchema>;
export type LogEntry = z.infer<typeof logEntrySchema>;
