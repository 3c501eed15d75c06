import { DEMO } from './demo';
import { type Field, type Lead, OWNER_NAMES, RESERVED_NAMES, type Value, valueSchema } from './model';
import { isAnswer, problemOf } from './values';

/** One problem of a sent lead. `field` is a fieldId, or '' for the lead as a whole. */
export type Problem = { field: string; message: string };

/** A validated lead: either problems, or what to store. */
export type ValidationResult<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

type Answers = Map<string, Value | null>;
export type CreateOrder = { partnerOrganizationId: string; agentId: string; answers: Answers };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Validates the body of a create against the portal's fields and rule 1 of the interface's section 4. */
export function validateCreate(body: unknown, fields: readonly Field[]): ValidationResult<CreateOrder> {
  if (!isRecord(body)) return refused([{ field: '', message: 'The body must be a JSON object.' }]);
  const owner = validateOwner(body);
  const sent = spread(body, fields, OWNER_NAMES);
  const problems = [...owner.problems, ...sent.problems];
  for (const { field, value } of sent.answers) {
    if (!field.creatable)
      problems.push({ field: field.fieldId, message: `${field.label} cannot be set on create.` });
    else problems.push(...validateValue(field, value));
  }
  const answered = new Set(
    sent.answers.filter(({ value }) => isAnswer(value)).map(({ field }) => field.fieldId),
  );
  for (const field of fields)
    if (field.required && field.creatable && !field.retired && !answered.has(field.fieldId))
      problems.push({ field: field.fieldId, message: `${field.label} is required.` });
  if (problems.length > 0) return refused(problems);
  return { ok: true, value: { ...owner.pair, answers: toAnswers(sent.answers) } };
}

/**
 * Validates the body of a patch: known, updateable fields only, and no required field may be emptied. A value exactly as
 * the lead was written (`held`) leaves the answer as it is.
 */
export function validatePatch(
  body: unknown,
  fields: readonly Field[],
  { lead, held = {} }: { lead: Lead; held?: Record<string, unknown> },
): ValidationResult<Answers> {
  if (!isRecord(body)) return refused([{ field: '', message: 'The body must be a JSON object.' }]);
  const sent = spread(body, fields, []);
  const problems = [...sent.problems];
  const custom = isRecord(held.customFields) ? held.customFields : {};
  const answers = sent.answers.map(({ field, value }) => {
    const own = (field.custom ? custom : held)[field.fieldId];
    return {
      field,
      value: JSON.stringify(own) === JSON.stringify(value) ? lead.answers.get(field.fieldId) : value,
    };
  });
  for (const { field, value } of answers) {
    if (!field.updateable)
      problems.push({ field: field.fieldId, message: `${field.label} cannot be changed.` });
    else if (field.required && !isAnswer(value))
      problems.push({ field: field.fieldId, message: `${field.label} is required.` });
    else problems.push(...validateValue(field, value, lead.answers.get(field.fieldId)));
  }
  return problems.length > 0 ? refused(problems) : { ok: true, value: toAnswers(answers) };
}

function validateValue(field: Field, value: unknown, before?: Value): Problem[] {
  if (!isAnswer(value)) return [];
  const problem = problemOf(value, field, before);
  return problem ? [{ field: field.fieldId, message: `${field.label} ${problem}.` }] : [];
}

function validateOwner(body: Record<string, unknown>) {
  const problems: Problem[] = [];
  const { partnerOrganizationId, agentId } = body;
  for (const name of OWNER_NAMES)
    if (typeof body[name] !== 'string' || body[name] === '')
      problems.push({ field: name, message: `${name} is required.` });
  const organization = DEMO.organizations.find(({ id }) => id === partnerOrganizationId);
  if (problems.length === 0 && !organization)
    problems.push({ field: 'partnerOrganizationId', message: 'partnerOrganizationId is not known.' });
  if (organization && typeof agentId === 'string' && !organization.agents.some(({ id }) => id === agentId))
    problems.push({ field: 'agentId', message: 'agentId does not belong to partnerOrganizationId.' });
  return {
    pair: { partnerOrganizationId: String(partnerOrganizationId), agentId: String(agentId) },
    problems,
  };
}

type Sent = { field: Field; value: unknown };

/** Collects the sent values by field: standard ones from the top, custom ones from `customFields`. */
function spread(body: Record<string, unknown>, fields: readonly Field[], known: readonly string[]) {
  const answers: Sent[] = [];
  const problems: Problem[] = [];
  const { customFields = {}, ...top } = body;
  if (!isRecord(customFields))
    problems.push({ field: 'customFields', message: 'customFields must be an object.' });
  const take = (entries: [string, unknown][], custom: boolean) => {
    for (const [fieldId, value] of entries) {
      const field = fields.find((one) => one.fieldId === fieldId && one.custom === custom && !one.retired);
      if (field) answers.push({ field, value });
      else problems.push(unknownField(fieldId, custom));
    }
  };
  take(
    Object.entries(top).filter(([name]) => !known.includes(name)),
    false,
  );
  if (isRecord(customFields)) take(Object.entries(customFields), true);
  return { answers, problems };
}

function unknownField(fieldId: string, custom: boolean): Problem {
  if (!custom && RESERVED_NAMES.includes(fieldId))
    return { field: fieldId, message: `${fieldId} is set by the service.` };
  return { field: fieldId, message: `${fieldId} is not a ${custom ? 'custom ' : ''}field of this portal.` };
}

function toAnswers(sent: readonly Sent[]): Answers {
  return new Map(
    sent.map(({ field, value }) => [field.fieldId, isAnswer(value) ? valueSchema.parse(value) : null]),
  );
}

const refused = (problems: Problem[]) => ({ ok: false as const, problems });
