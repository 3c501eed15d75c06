import 'server-only';
import { and, inArray, isNotNull } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import type { ServiceLead } from '@/lib/service/lead';

/**
 * What the mirror keeps of a lead whose person was erased: which lead it is, whose, where it stands, what it is worth,
 * and its times. An allow list, because the portal may add a field at any time.
 */
const KEPT: ReadonlySet<string> = new Set([
  'id',
  'companyId',
  'partnerOrganizationId',
  'agentId',
  'status',
  'value',
  'createdAt',
  'updatedAt',
]);

type LeadRecord = Pick<ServiceLead, 'standard' | 'custom'>;

/** The record without the person and without any answer. */
export function redactedRecord({ standard }: Pick<LeadRecord, 'standard'>): LeadRecord {
  return {
    standard: Object.fromEntries(Object.entries(standard).filter(([field]) => KEPT.has(field))),
    custom: {},
  };
}

/**
 * A snapshot of an erased lead as the mirror may store it: the service still has the person, and no read of it brings
 * them back.
 */
export function withoutPerson(lead: ServiceLead): ServiceLead {
  const { id, organizationId, agentId, status, value, createdAt, updatedAt } = lead;
  return {
    id,
    organizationId,
    agentId,
    status,
    value,
    createdAt,
    updatedAt,
    ...redactedRecord(lead),
  };
}

/** Those of these leads whose person was erased. */
export async function findErased(tx: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: leads.id })
    .from(leads)
    .where(and(inArray(leads.id, [...ids]), isNotNull(leads.erasedAt)));
  return new Set(rows.map(({ id }) => id));
}
