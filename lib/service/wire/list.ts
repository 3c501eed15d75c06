import 'server-only';
import type { LeadPage } from '@/lib/service/lead';
import { type FoundList, findList } from './envelope';
import { isLeadRecord, isMarkedDeleted, toServiceLead } from './lead';
import { type ListResponse, nextPage, totalOf } from './paging';
import { isRecord } from './value';

/** Reads one page of leads. Entries without a usable id are counted, not silently dropped. */
export function readLeadPage(response: ListResponse): LeadPage {
  const found = findList(response.body, isLeadRecord);
  const read = found.entries.map(toServiceLead).filter((lead) => lead !== undefined);
  const leads = read.filter((lead) => !isMarkedDeleted(lead));
  const following = nextPage(found, response);
  const total = totalOf(found, response.headers);
  return {
    leads,
    ...following,
    unreadable: found.entries.length - read.length,
    deleted: read.length - leads.length,
    lacks: lacksOf(found),
    isEndNamed: following !== undefined || total !== undefined,
    total,
  };
}

/** Every lead has these (interface 2.1). */
const IN_EVERY_ROW = [
  'partnerOrganizationId',
  'agentId',
  'status',
  'createdAt',
  'updatedAt',
  'customFields',
] as const;
/** A portal may not use all of these, but almost every lead has at least one. */
const IN_SOME_ROW = ['firstName', 'lastName', 'email'] as const;

function lacksOf({ entries }: FoundList): string[] {
  const rows = entries.filter(isRecord);
  if (rows.length === 0) return [];
  return [
    ...IN_EVERY_ROW.filter((key) => !rows.every((row) => Object.hasOwn(row, key))),
    ...IN_SOME_ROW.filter((key) => !rows.some((row) => Object.hasOwn(row, key))),
  ];
}
