import { answerTo, sameAnswer } from './answers';
import type { Answer, Answers, Field, LeadSchema } from './field';

/**
 * The body of a create or update: standard fields at the top level, custom ones under `customFields` by
 * fieldId (interface 2.1). Without prototypes, because a fieldId may be `__proto__`. null clears a field.
 */
export type LeadPayload = {
  partnerOrganizationId?: string;
  agentId?: string;
  customFields?: Record<string, Answer | null>;
  /** The other standard fields, and those the portal marks as standard. */
  [standardField: string]: Answer | null | Record<string, Answer | null> | undefined;
};

/** Set by the service or from the membership, even if a schema lists them as standard fields. */
const NOT_OURS = new Set([
  'id',
  'companyId',
  'partnerOrganizationId',
  'agentId',
  'createdAt',
  'updatedAt',
  'customFields',
]);

/**
 * The answers for a create: creatable fields only. The caller adds `partnerOrganizationId` and `agentId` from
 * the membership; they never come from a form.
 */
export function toLeadPayload(schema: LeadSchema, answers: Answers): LeadPayload {
  const placed = schema.fields
    .filter(({ creatable }) => creatable)
    .map((field) => ({ field, value: answerTo(answers, field.id) }));
  return place(placed);
}

/**
 * The body of a PATCH: only updateable fields whose answer differs from `before`. A cleared field is sent as
 * null: the interface does not say how to clear one, null is JSON's "no value", and an empty string would not
 * fit a number or a date. The lead is read back afterwards, which shows how the service handled it. Without
 * changes the object has no keys.
 */
export function toChanges(schema: LeadSchema, before: Answers, after: Answers): LeadPayload {
  const placed = schema.fields
    .filter(({ updateable }) => updateable)
    .map((field) => ({ field, was: answerTo(before, field.id), value: answerTo(after, field.id) }))
    .filter(({ was, value }) => !sameAnswer(was, value))
    .map(({ field, value }) => ({ field, value: value ?? null }));
  return place(placed);
}

function place(entries: readonly { field: Field; value: Answer | null | undefined }[]): LeadPayload {
  const payload: LeadPayload = Object.create(null);
  const customFields: Record<string, Answer | null> = Object.create(null);
  for (const { field, value } of entries) {
    if (value === undefined) continue;
    if (field.placement === 'custom') customFields[field.id] = value;
    else if (!NOT_OURS.has(field.id)) payload[field.id] = value;
  }
  if (Object.keys(customFields).length > 0) payload.customFields = customFields;
  return payload;
}
