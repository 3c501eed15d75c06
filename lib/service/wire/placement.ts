import 'server-only';
import { getOwn } from '@/lib/core/own';
import type { Field } from '@/lib/forms/field';
import { readFlag } from '@/lib/forms/read-value';
import type { JsonRecord } from './value';

/** The standard fields of section 2.1 of the interface. */
const STANDARD_IDS = new Set([
  'id',
  'companyId',
  'firstName',
  'lastName',
  'platform',
  'email',
  'partnerOrganizationId',
  'agentId',
  'status',
  'value',
  'createdAt',
  'updatedAt',
]);

/** Fields the service sets: not editable unless the schema says so. */
const SYSTEM_IDS = new Set(['id', 'companyId', 'status', 'createdAt', 'updatedAt']);

/** Fields set from the person's membership, never from an answer. */
const OWNER_IDS = new Set(['partnerOrganizationId', 'agentId']);

/**
 * Where the field's value is sent. An explicit marker of the entry wins over the names of section 2.1.
 * `customFields` can only be a custom field: as a standard one it would replace all custom answers.
 */
export function placementOf(fieldId: string, entry: JsonRecord): Field['placement'] {
  if (fieldId === 'customFields') return 'custom';
  const custom = markedCustom(entry) ?? !STANDARD_IDS.has(fieldId);
  return custom ? 'custom' : 'standard';
}

function markedCustom(entry: JsonRecord): boolean | undefined {
  const custom = readFlag(getOwn(entry, 'custom')) ?? readFlag(getOwn(entry, 'isCustom'));
  if (custom !== undefined) return custom;
  const standard = readFlag(getOwn(entry, 'standard')) ?? readFlag(getOwn(entry, 'isStandard'));
  if (standard !== undefined) return !standard;
  const category = getOwn(entry, 'category');
  const word =
    typeof category === 'string' ? (/custom|standard|system/i.exec(category)?.[0].toLowerCase() ?? '') : '';
  return word === '' ? undefined : word === 'custom';
}

/** True for a standard field that the service sets itself: people cannot answer it. */
export function isSystemField(fieldId: string, placement: Field['placement']): boolean {
  return placement === 'standard' && SYSTEM_IDS.has(fieldId);
}

/** True for a field that names the lead's organization or agent: the desk sets it. */
export function isOwnerField(fieldId: string): boolean {
  return OWNER_IDS.has(fieldId);
}
