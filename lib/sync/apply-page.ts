import 'server-only';
import type { Db } from '@/lib/db/handle';
import type { LabelOf } from '@/lib/lead-schema/labels';
import { addLeads } from '@/lib/leads/add';
import { applyOrQuarantine } from '@/lib/leads/apply-or-quarantine';
import { confirmLeads } from '@/lib/leads/confirm';
import { keysOf, type ListedOn } from '@/lib/leads/listed';
import { quarantineLead } from '@/lib/leads/quarantined-leads';
import type { ReadStart } from '@/lib/leads/read-start';
import type { ServiceLead } from '@/lib/service/lead';

type Page = {
  leads: readonly ServiceLead[];
  readStart: ReadStart;
  labelOf: LabelOf;
  /** Whether the list may omit fields, and which it is known to omit. */
  mayOmit: boolean;
  omits: readonly string[];
  /** Set once a page failed repeatedly: a lead that fails is then quarantined, whatever the reason. */
  isLastTry: boolean;
};

/** What a page did to the mirror: leads that were new or changed, and leads that could not be applied. */
export type AppliedPage = {
  repaired: number;
  quarantined: number;
  /** Leads that the mirror did not know. */
  added: Set<string>;
  /** Leads of which only a read can say whether they exist. */
  toRead: string[];
  /** Leads that the mirror knows in a newer state. */
  older: string[];
};

/**
 * Applies a page to the mirror: known and new leads in groups; one by one the rest, and any group with a lead
 * that cannot be applied.
 */
export async function applyPage(db: Db, { leads, ...page }: Page): Promise<AppliedPage> {
  const { readStart, mayOmit, omits } = page;
  const carries = new Set(leads.flatMap(keysOf).filter((key) => !omits.includes(key)));
  const confirmed = await confirmLeads(db, { page: leads, readStart, carries });
  const others = leads.filter(({ id }) => !confirmed.has(id));
  const added = await addLeads(db, { page: others, readStart, mayOmit });
  const done: AppliedPage = { repaired: added.size, quarantined: 0, added, toRead: [], older: [] };
  for (const lead of others.filter(({ id }) => !added.has(id))) {
    const applied = await applyOne(db, lead, { ...page, listedOn: { mayOmit, carries } });
    if (applied === 'new' || applied === 'changed') done.repaired += 1;
    if (applied === 'new') added.add(lead.id);
    if (applied === 'quarantined') done.quarantined += 1;
    if (applied === 'behind') done.older.push(lead.id);
    if (applied === 'read-first') done.toRead.push(lead.id);
  }
  return done;
}

/**
 * A lead that always times out, for example because its row stays locked, must not block the others forever.
 */
async function applyOne(
  db: Db,
  lead: ServiceLead,
  { isLastTry, readStart, labelOf, listedOn }: Omit<Page, 'leads'> & { listedOn: ListedOn },
) {
  try {
    return await applyOrQuarantine(db, { lead, readStart, labelOf, listedOn });
  } catch (error) {
    if (!isLastTry) throw error;
    // If the database is down this fails as well, and the page is retried.
    await quarantineLead(db, { leadId: lead.id, error, readStart });
    return 'quarantined' as const;
  }
}
