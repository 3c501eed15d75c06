import 'server-only';
import { cutText } from '@/lib/core/text';
import type { leads } from '@/lib/db/schema/leads';
import type { ServiceLead } from '@/lib/service/lead';
import type { ReadStart } from './read-start';
import { toSearchWords } from './search-words';

type Known = typeof leads.$inferSelect;

export type LeadRow = ReturnType<typeof toRow>;

/** Enough to order by; an index entry of PostgreSQL holds no more than 2,700 bytes. */
const MAX_SORT_NAME_LENGTH = 200;

/** The mirror's row of a lead as read; what an answer leaves out stays as it was known. */
export function toRow({
  lead,
  readStart,
  known,
  listed,
}: {
  lead: ServiceLead;
  readStart: ReadStart;
  known?: Known;
  /** Only for a row of the list: whether the lead is to be read by itself, and what the row left out of it. */
  listed?: { wantsRead: boolean; leftOut: string[] };
}) {
  const { at: readStartedAt, order: readOrder } = readStart;
  const changedAt = lead.updatedAt ?? lead.createdAt ?? readStartedAt;
  const sameStatus = known?.status === lead.status;
  return {
    id: lead.id,
    // A lead without an owner belongs to nobody here: admins see it, partners do not.
    organizationId: lead.organizationId ?? known?.organizationId ?? '',
    agentId: lead.agentId ?? known?.agentId ?? '',
    status: lead.status,
    statusSince: known && sameStatus ? known.statusSince : statusSince({ lead, readStartedAt, known }),
    firstName: lead.firstName ?? '',
    lastName: lead.lastName ?? '',
    email: lead.email ?? '',
    sortName: toSortName(lead),
    searchWords: toSearchWords(`${lead.firstName ?? ''} ${lead.lastName ?? ''} ${lead.email ?? ''}`),
    value: lead.value ?? null,
    record: { standard: lead.standard, custom: lead.custom },
    firstSeenAt: known?.firstSeenAt ?? readStartedAt,
    portalCreatedAt: lead.createdAt ?? known?.portalCreatedAt ?? null,
    // Who was first is decided by when the agent submitted it, and not by when the portal took it.
    submittedAt: known?.submittedHereAt ?? lead.createdAt ?? known?.submittedAt ?? readStartedAt,
    changedAt,
    // An answer that leaves it out was still read later: it is at least as new as what was held.
    serviceUpdatedAt: lead.updatedAt ?? known?.serviceUpdatedAt ?? null,
    readStartedAt,
    readOrder,
    confirmedAt: readStartedAt,
    fromList: listed !== undefined && (known?.fromList ?? true),
    wantsRead: listed?.wantsRead ?? false,
    leftOut: listed?.leftOut ?? [],
    deletedAt: null,
  };
}

function toSortName({ firstName = '', lastName = '' }: ServiceLead): string {
  return cutText(`${lastName} ${firstName}`.trim().toLowerCase(), MAX_SORT_NAME_LENGTH);
}

/** A lead first seen as pending has been pending since it was made; otherwise its last change is the best guess. */
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
