import 'server-only';
import { getOwn } from '@/lib/core/own';
import type { LeadPayload } from '@/lib/forms/payload';
import { readFlag, readStoredNumber } from '@/lib/forms/read-value';
import { ServiceError } from '@/lib/service/error';
import type { ServiceLead } from '@/lib/service/lead';
import { labelOf } from './localised';
import {
  bareRecord,
  cleanJson,
  cleanRecord,
  dateOf,
  firstOwn,
  idOf,
  isRecord,
  type JsonRecord,
  textOf,
} from './value';

/** Every lead has these, and nothing around it does (the interface, section 2.1). */
const IN_EVERY_LEAD = ['partnerOrganizationId', 'agentId', 'customFields'];

/** Whether a record is a lead with what only leads hold, or has that one level below. */
export const isLeadRecord = (record: JsonRecord) => isWhole(withAttributes(record));

const isWhole = (record: JsonRecord) => IN_EVERY_LEAD.some((key) => Object.hasOwn(record, key));

/** How deep a lead may be within its response. */
const MAX_DEPTH = 3;

/**
 * Reads the response to create and get (the interface, section 4): the lead itself or any envelope around it, which may
 * have an id of its own. The lead is the record with the id that was asked for, else the outermost one that holds what
 * only leads hold, else the outermost one with an id. Throws ServiceError('unexpected') if there is none.
 *
 * @param id the one that was asked for
 */
export function readSingleLead(body: unknown, id?: string): ServiceLead {
  const found = candidatesIn(body);
  const one =
    id === undefined
      ? (found.find(({ record }) => isWhole(record)) ?? found[0])
      : found.find(({ lead }) => lead.id === id);
  if (!one) throw new ServiceError('unexpected', 'the answer holds no lead with an id');
  return one.lead;
}

type Candidate = { record: JsonRecord; lead: ServiceLead };

/** The records with a usable id, outermost first. */
function candidatesIn(body: unknown): Candidate[] {
  const found: Candidate[] = [];
  let level: unknown[] = [body];
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    const records = level.filter(isRecord);
    for (const record of records) {
      const lead = toServiceLead(record);
      if (lead) found.push({ record: withAttributes(record), lead });
    }
    level = records.filter((record) => !isWhole(record)).flatMap((record) => Object.values(record));
  }
  return found;
}

/** A record whose fields are one level below its id, as `{ type, id, attributes }`, with them beside it. */
function withAttributes(record: JsonRecord): JsonRecord {
  if (isWhole(record)) return record;
  const inner = Object.entries(record).filter(
    (entry): entry is [string, JsonRecord] =>
      isRecord(entry[1]) && isWhole(entry[1]) && idOf(getOwn(entry[1], 'id')) === undefined,
  );
  const [[key, attributes] = []] = inner;
  if (key === undefined || attributes === undefined || inner.length > 1) return record;
  const { [key]: _, ...around } = record;
  return { ...around, ...attributes };
}

/**
 * Whether a response shows the lead that was sent: what only leads hold, or one of the fields that were sent. A response that
 * does not may name another thing by its id.
 */
export function showsSent(
  { organizationId, agentId, standard, custom }: ServiceLead,
  sent: LeadPayload,
): boolean {
  const { customFields = {}, partnerOrganizationId, agentId: sentAgent, ...top } = sent;
  const pairs = [
    ...Object.entries(top).map(([key, value]) => [getOwn(standard, key), value]),
    ...Object.entries(customFields).map(([key, value]) => [getOwn(custom, key), value]),
  ];
  const isOthers = (one: string | undefined, own: string) => one !== undefined && one !== own;
  if (isOthers(organizationId, partnerOrganizationId ?? '') || isOthers(agentId, sentAgent ?? ''))
    return false;
  if (pairs.length === 0) return true;
  return pairs.some(([one, other]) => one !== undefined && String(one).trim() === String(other).trim());
}

/** The lead in a response that may not contain one; undefined if it does not. */
export function leadIn(body: unknown): ServiceLead | undefined {
  try {
    return readSingleLead(body);
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** The value as a lead, or undefined if it has no usable id. */
export function toServiceLead(value: unknown): ServiceLead | undefined {
  if (!isRecord(value)) return undefined;
  const id = idOf(getOwn(value, 'id'));
  return id === undefined ? undefined : readLead(id, withAttributes(value));
}

/**
 * A lead that the service keeps and calls deleted (interface 2.1 has no such field): by a flag, else by when it was. Services
 * also write a date of the far future or the first one of computers for "not deleted".
 */
export function isMarkedDeleted({ standard }: ServiceLead): boolean {
  const flag = readFlag(firstOwn(standard, ['deleted', 'isDeleted']));
  if (flag !== undefined) return flag;
  const at = dateOf(getOwn(standard, 'deletedAt'))?.getTime() ?? 0;
  return at > FIRST_DELETION && at <= Date.now() + DAY_MS;
}

const FIRST_DELETION = Date.UTC(2000, 0);
const DAY_MS = 86_400_000;

function readLead(id: string, value: JsonRecord): ServiceLead {
  const amount = readStoredNumber(getOwn(value, 'value'));
  return {
    id,
    organizationId: idOf(getOwn(value, 'partnerOrganizationId')),
    agentId: idOf(getOwn(value, 'agentId')),
    status: labelOf(getOwn(value, 'status')) ?? '',
    firstName: textOf(getOwn(value, 'firstName')),
    lastName: textOf(getOwn(value, 'lastName')),
    email: textOf(getOwn(value, 'email')),
    platform: textOf(getOwn(value, 'platform')),
    value: typeof amount === 'number' ? amount : undefined,
    createdAt: dateOf(getOwn(value, 'createdAt')),
    updatedAt: dateOf(getOwn(value, 'updatedAt')),
    standard: standardOf(value),
    custom: customOf(value),
  };
}

function standardOf(lead: JsonRecord): JsonRecord {
  const standard = bareRecord<unknown>();
  for (const [key, value] of Object.entries(cleanRecord(lead))) {
    if (key !== 'customFields') standard[key] = value;
  }
  return standard;
}

function customOf(lead: JsonRecord): JsonRecord {
  const custom = cleanJson(getOwn(lead, 'customFields'));
  return isRecord(custom) ? custom : bareRecord<unknown>();
}
