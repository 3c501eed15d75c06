import 'server-only';
import type { LeadPage } from '@/lib/service/lead';
import { findList } from './envelope';
import { toServiceLead } from './lead';
import { type ListAnswer, nextPage } from './paging';

/** Reads one page of leads. Entries without a usable id are counted, not thrown away in silence. */
export function readLeadPage(answer: ListAnswer): { page: LeadPage; envelope: string; paging: string } {
  const found = findList(answer.body);
  const leads = found.entries.map(toServiceLead).filter((lead) => lead !== undefined);
  const { next, paging } = nextPage(found, answer);
  return {
    page: { leads, next, unreadable: found.entries.length - leads.length },
    envelope: found.envelope,
    paging,
  };
}
