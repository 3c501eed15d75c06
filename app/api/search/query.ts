import 'server-only';
import type { Viewer } from '@/lib/auth/viewer';
import { DEFAULT_LEADS_QUERY } from '@/lib/core/leads-query';
import type { Db } from '@/lib/db/handle';
import { listAllLeads } from '@/lib/leads/all-leads';
import { listLeads } from '@/lib/leads/list';
import { searchAgents, searchOrganizations, searchPeople } from '@/lib/people/search';
import type { SignedIn } from '@/lib/sessions/signed-in';
import { isFoundBySearch } from '@/lib/submissions/needs-correction';
import { listPendingRows } from '@/lib/submissions/pending';

/** As many of one kind as are found. */
export const MAX_OF_A_KIND = 5;

export type Found = Awaited<ReturnType<typeof searchEverything>>;

/**
 * What a person finds by a text, by the rules of their lists: an agent their own leads, a manager those of the
 * organization, an admin all leads, people, agents and organizations. Nothing without a text.
 */
export async function searchEverything(db: Db, reader: SignedIn | Viewer, q: string) {
  const search = { q, limit: MAX_OF_A_KIND };
  const { isAdmin, membership } = reader;
  const isAsked = q !== '';
  const asAdmin = isAsked && isAdmin;
  const [own, all, people, agents, organizations] = await Promise.all([
    isAsked && !isAdmin && membership ? searchOwnLeads(db, { ...reader, membership }, q) : undefined,
    asAdmin ? listAllLeads(db, { q, organization: '', agent: '', status: '' }) : undefined,
    asAdmin ? searchPeople(db, search) : [],
    asAdmin ? searchAgents(db, search) : [],
    asAdmin ? searchOrganizations(db, search) : [],
  ]);
  return {
    pending: own?.pending ?? [],
    leads: own?.leads ?? [],
    anyLeads: all?.rows.slice(0, MAX_OF_A_KIND) ?? [],
    people,
    agents,
    organizations,
  };
}

/** Also what waits to become a lead: it comes first, as in the list. */
async function searchOwnLeads(db: Db, viewer: Viewer, q: string) {
  const query = { ...DEFAULT_LEADS_QUERY, q };
  const [pending, { rows }] = await Promise.all([
    listPendingRows(db, viewer),
    listLeads(db, viewer, { query, timeZone: 'UTC', size: MAX_OF_A_KIND }),
  ]);
  const waiting = pending.filter(isFoundBySearch(q)).slice(0, MAX_OF_A_KIND);
  return { pending: waiting, leads: rows.slice(0, MAX_OF_A_KIND - waiting.length) };
}
