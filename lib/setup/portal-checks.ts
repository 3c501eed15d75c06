import 'server-only';
import type { Field, LeadSchema, SchemaNote } from '@/lib/forms/field';
import { findSchema } from '@/lib/lead-schema/schema';
import { ServiceError } from '@/lib/service/error';
import type { ParsedToken } from '@/lib/service/wire/token';
import { type SetupContext, tablesOf } from './context';
import {
  type CauseCode,
  type Facts,
  type Finding,
  type Item,
  ok,
  type Problem,
  problem,
  worstOf,
} from './finding';
import { failedCall, items } from './service-causes';

/** The key can be exchanged for a token (the interface, section 5, rules 1 and 2). */
export async function checkToken({ exchange }: SetupContext): Promise<Finding> {
  const { outcome } = await exchange();
  if (outcome instanceof ServiceError) {
    return failedCall(outcome, { about: 'SERVICE_AUTH_URL', refused: tokenRefusals });
  }
  return ok(tokenFacts(outcome));
}

const MINUTE_MS = 60_000;

/** How long the token is used, and its stated lifetime if different. */
function tokenFacts({ lifetimeMs, lifetimeFrom, statedMs = lifetimeMs }: ParsedToken): Facts {
  return {
    ...(lifetimeMs < 2 * MINUTE_MS
      ? { tokenSeconds: Math.round(lifetimeMs / 1_000) }
      : { tokenMinutes: Math.round(lifetimeMs / 6_000) / 10 }),
    tokenFrom: lifetimeFrom,
    ...(statedMs !== lifetimeMs && { tokenStated: Math.round(statedMs / 1_000) }),
  };
}

/** By the status and, where more specific, by the endpoint's message: the interface shows no codes. */
function tokenRefusals({ status, serviceMessage = '' }: ServiceError): CauseCode[] {
  if (status === 404 || status === 405 || status === 410) return ['nothing-there'];
  if (status === 415 || status === 413) return ['unreadable'];
  // A server that requires a token instead of issuing one is not the token endpoint.
  if (/bearer|access token|authorization header/i.test(serviceMessage)) {
    return ['other-environment', 'wrong-key'];
  }
  const isAboutAudience = /audience|resource/i.test(serviceMessage);
  const isAboutKey = /client|secret|credential|revoked|\bkey\b/i.test(serviceMessage);
  // The endpoint of another environment knows neither, and answers like the right one.
  return isAboutAudience && !isAboutKey ? ['other-environment'] : ['wrong-key', 'other-environment'];
}

/** The REST interface accepts the token (the interface, section 5, rule 10). */
export async function checkAccess({ access, settings }: SetupContext): Promise<Finding> {
  const shown = await access();
  if (shown === 'no-token') return problem('unknown', 'earlier-first');
  if (shown === 'let-in') return ok({ company: settings.SERVICE_COMPANY_ID.slice(-4) });
  return failedCall(shown, { about: 'SERVICE_BASE_URL', refused: accessRefusals });
}

/** A new token is refused: it is for another environment, or another portal. */
function accessRefusals({ status, serviceMessage = '' }: ServiceError): CauseCode[] {
  if (/company|portal|tenant/i.test(serviceMessage)) return ['other-company'];
  return status === 403
    ? ['other-company', 'wrong-key', 'no-api-access']
    : ['other-environment', 'wrong-key'];
}

/** The portal's form can be read, and how each field was understood (the interface, section 2.2). */
export async function checkSchema(context: SetupContext): Promise<Finding> {
  const schema = await resultOrError(context.readSchema());
  if (schema instanceof ServiceError) return failedRead(schema, context);
  return worstOf(fieldFacts(schema), schemaProblems(schema, context.settings.SERVICE_MARKER_FIELD));
}

/** What the portal's form as last read says: the desk reads it more often than an admin has it checked. */
export async function checkKnownSchema({ database, settings }: SetupContext): Promise<Finding> {
  const db = tablesOf(database);
  if ('state' in db) return db;
  const known = await findSchema(db);
  if (!known) return problem('unknown', 'not-checked');
  return worstOf(fieldFacts(known.schema), schemaProblems(known.schema, settings.SERVICE_MARKER_FIELD));
}

function schemaProblems({ fields, notes }: LeadSchema, marker: string | undefined): Problem[] {
  const problems: Problem[] = [];
  if (!fields.some((field) => field.creatable)) problems.push({ state: 'bad', cause: { code: 'no-fields' } });
  if (notes.length > 0) problems.push({ state: 'warning', cause: { code: 'not-all-understood' } });
  if (marker !== undefined && !fields.some(({ id }) => id === marker)) {
    problems.push({ state: 'warning', cause: { code: 'no-marker', about: marker } });
  }
  return problems;
}

function fieldFacts({ fields, notes }: LeadSchema): Facts {
  return {
    fields: items(fields.map(toItem)),
    ...(notes.length > 0 && { notes: items(notes.map(toNote)) }),
  };
}

function toItem(field: Field): Item {
  const { id, label, sentType, required, creatable, options = [] } = field;
  // The catalogue has no hyphens in ICU select keys.
  const kind = field.kind.replace('-', '');
  const use = field.hidden ? 'marker' : !creatable ? 'read' : required ? 'required' : 'optional';
  // Retired ones are kept for existing leads, and are not offered.
  const offered = options.filter(({ active }) => active);
  return { code: 'field', values: { id, label, kind, sentType, use, options: offered.length } };
}

const toNote = ({ code, fieldId, detail }: SchemaNote): Item => ({
  code,
  values: { field: fieldId, detail },
});

/** The lead list can be read, whatever its shape (the interface, section 4). */
export async function checkLeads(context: SetupContext): Promise<Finding> {
  const page = await resultOrError(context.service.listLeads());
  if (page instanceof ServiceError) return failedRead(page, context);
  const { leads, unreadable } = page;
  const facts: Facts = { leadsOnPage: leads.length };
  if (unreadable > 0) return problem('bad', 'leads-unreadable', { about: String(unreadable), facts });
  if (leads.length === 0) return problem('warning', 'no-leads-yet', { facts });
  return ok(facts);
}

/**
 * Why the desk's own client could not read something. A problem of an earlier step is only reported there:
 * after several refusals the client stops calling for a while.
 */
export async function failedRead(error: ServiceError, { access }: SetupContext): Promise<Finding> {
  const isHeldBack = error.step !== 'call';
  if (isHeldBack || error.kind === 'auth') {
    const shown = await access();
    if (shown !== 'let-in') return problem('unknown', 'earlier-first');
    if (isHeldBack) return problem('unknown', 'resting');
  }
  return failedCall(error, { about: 'SERVICE_BASE_URL', refused: () => ['no-permission'] });
}

/** A failed call as a value. */
export async function resultOrError<T>(work: Promise<T>): Promise<T | ServiceError> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

const WARNING_MS = 5_000;
const ERROR_MS = 60_000;

/** Our clock compared with the service's: tokens and receipts depend on it. */
export async function checkClock({ exchange }: SetupContext): Promise<Finding> {
  const { clock } = await exchange();
  if (!clock) return problem('unknown', 'earlier-first');
  const seconds = Math.round(Math.abs(clock.aheadMs) / 100) / 10;
  const leastOffMs = Math.abs(clock.aheadMs) - clock.uncertainMs;
  // Below the header's precision, the direction is random.
  const side: Facts = leastOffMs > 0 ? { clockSide: clock.aheadMs > 0 ? 'ahead' : 'behind' } : {};
  const facts: Facts = { clockSeconds: seconds, ...side };
  if (leastOffMs > ERROR_MS) return problem('bad', 'clock-off', { facts });
  if (leastOffMs > WARNING_MS) return problem('warning', 'clock-off', { facts });
  return ok(facts);
}
