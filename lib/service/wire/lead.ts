import 'server-only';
import { getOwn } from '@/lib/core/own';
import { ServiceError } from '@/lib/service/error';
import type { ServiceLead } from '@/lib/service/lead';
import {
  bareRecord,
  cleanJson,
  cleanRecord,
  dateOf,
  idOf,
  isRecord,
  type JsonRecord,
  numberOf,
  textOf,
} from './value';

/** Where a single lead was found in its response. */
export type LeadEnvelope = 'bare' | 'data' | 'lead' | 'data.lead';

/**
 * Reads the response to create and get (the interface, section 4): a top-level lead, or one under `data` or
 * `lead`. Throws ServiceError('unexpected') if there is no lead with an id.
 */
export function readSingleLead(body: unknown): { lead: ServiceLead; envelope: LeadEnvelope } {
  const data = isRecord(body) ? getOwn(body, 'data') : undefined;
  const candidates: [LeadEnvelope, unknown][] = [
    ['bare', body],
    ['data', data],
    ['lead', isRecord(body) ? getOwn(body, 'lead') : undefined],
    ['data.lead', isRecord(data) ? getOwn(data, 'lead') : undefined],
  ];
  for (const [envelope, candidate] of candidates) {
    const lead = toServiceLead(candidate);
    if (lead) return { lead, envelope };
  }
  throw new ServiceError('unexpected', 'the answer holds no lead with an id');
}

/** The lead in a response that may not contain one; undefined if it does not. */
export function leadIn(body: unknown): ServiceLead | undefined {
  try {
    return readSingleLead(body).lead;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** The value as a lead, or undefined if it has no usable id. */
export function toServiceLead(value: unknown): ServiceLead | undefined {
  if (!isRecord(value)) return undefined;
  const id = idOf(getOwn(value, 'id'));
  if (id === undefined) return undefined;
  return {
    id,
    organizationId: idOf(getOwn(value, 'partnerOrganizationId')),
    agentId: idOf(getOwn(value, 'agentId')),
    status: textOf(getOwn(value, 'status')) ?? '',
    firstName: textOf(getOwn(value, 'firstName')),
    lastName: textOf(getOwn(value, 'lastName')),
    email: textOf(getOwn(value, 'email')),
    platform: textOf(getOwn(value, 'platform')),
    value: numberOf(getOwn(value, 'value')),
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
