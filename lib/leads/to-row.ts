import 'server-only';
import { foldLetters } from '@/lib/core/plain-letters';
import { cutText, foldText } from '@/lib/core/text';
import type { leads } from '@/lib/db/schema/leads';
import type { KeyFields } from '@/lib/lead-schema/company-field';
import { companyOf, contactOfLead } from '@/lib/lead-schema/contact';
import { toStoredKeys } from '@/lib/match-keys/keys';
import type { ServiceLead } from '@/lib/service/lead';
import type { ReadStart } from './read-start';
import { toSearchColumns } from './search-tokens';

type Known = typeof leads.$inferSelect;

export type MirrorRow = ReturnType<typeof toRow>;

/** Enough to sort by; a PostgreSQL index entry is limited to 2,700 bytes. */
const MAX_SORT_NAME_LENGTH = 200;
const MAX_SORT_COMPANY_LENGTH = 100;
/** Enough to show on one line. */
const MAX_COMPANY_LENGTH = 300;

/** The mirror's row for a snapshot of a lead; values the response omits keep their known state. */
export function toRow({
  lead,
  readStart,
  known,
  listed,
  keyFields,
}: {
  lead: ServiceLead;
  readStart: ReadStart;
  known?: Known;
  /** Only for a list row: whether the lead must be read individually, and which fields the row omitted. */
  listed?: { needsRead: boolean; omittedFields: string[] };
  /** The fields of the form that say who a lead is. */
  keyFields: KeyFields;
}) {
  const { at: readStartedAt, order: readOrder } = readStart;
  const changedAt = lead.updatedAt ?? lead.createdAt ?? readStartedAt;
  // A service may write one status in several ways.
  const sameStatus = known !== undefined && foldText(known.status) === foldText(lead.status);
  return {
    id: lead.id,
    // A lead without an owner is visible to admins only, not to partners.
    organizationId: lead.organizationId ?? known?.organizationId ?? '',
    agentId: lead.agentId ?? known?.agentId ?? '',
    status: sameStatus ? known.status : lead.status,
    statusSince: sameStatus ? known.statusSince : statusSince({ lead, readStartedAt, known }),
    firstName: lead.firstName ?? '',
    lastName: lead.lastName ?? '',
    email: lead.email ?? '',
    sortName: toSortName(lead),
    ...keyColumns(lead, keyFields),
    value: lead.value ?? null,
    record: { standard: lead.standard, custom: lead.custom },
    firstSeenAt: known?.firstSeenAt ?? readStartedAt,
    portalCreatedAt: lead.createdAt ?? known?.portalCreatedAt ?? null,
    // Priority between submissions depends on when the agent submitted, not on when the portal accepted.
    submittedAt: known?.submittedHereAt ?? lead.createdAt ?? known?.submittedAt ?? readStartedAt,
    changedAt,
    // An answer without the time was still read later: it is at least as new as the stored one.
    serviceUpdatedAt: lead.updatedAt ?? known?.serviceUpdatedAt ?? null,
    readStartedAt,
    readOrder,
    confirmedAt: readStartedAt,
    fromList: listed !== undefined && (known?.fromList ?? true),
    needsRead: listed?.needsRead ?? false,
    omittedFields: listed?.omittedFields ?? [],
    deletedAt: null,
  };
}

/** The columns that depend on which fields say who a lead is. */
export function keyColumns(
  {
    firstName = '',
    lastName = '',
    email = '',
    ...record
  }: Pick<ServiceLead, 'firstName' | 'lastName' | 'email' | 'standard' | 'custom'>,
  fields: KeyFields,
) {
  const named = fields.company && companyOf(record, fields.company);
  const company = named && cutText(named, MAX_COMPANY_LENGTH);
  return {
    company: company ?? null,
    sortCompany: company ? `0${cutText(foldLetters(company), MAX_SORT_COMPANY_LENGTH)}` : '1',
    ...toSearchColumns([firstName, lastName, email, company ?? ''].join(' ')),
    ...toStoredKeys(contactOfLead({ ...record, email }, fields)),
  };
}

/** What leads are sorted by, by name. */
function toSortName({ firstName = '', lastName = '' }: Pick<ServiceLead, 'firstName' | 'lastName'>): string {
  return cutText(foldLetters(`${lastName} ${firstName}`.trim()), MAX_SORT_NAME_LENGTH);
}

/**
 * A lead first seen as pending has been pending since it was created; otherwise its last change is the best
 * guess.
 */
function statusSince({
  lead,
  readStartedAt,
  known,
}: {
  lead: ServiceLead;
  readStartedAt: Date;
  known?: Known;
}): Date {
  if (!known?.status && lead.status === 'pending') return lead.createdAt ?? readStartedAt;
  return lead.updatedAt ?? readStartedAt;
}
