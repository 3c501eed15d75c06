import 'server-only';
import type { Db } from '@/lib/db/handle';
import type { LabelOf } from '@/lib/lead-schema/labels';
import { addLeads } from '@/lib/leads/add';
import { applyOrSetAside } from '@/lib/leads/apply-or-set-aside';
import { confirmLeads } from '@/lib/leads/confirm';
import { keysOf, type ListedOn } from '@/lib/leads/listed';
import type { ReadStart } from '@/lib/leads/read-start';
import { setAside } from '@/lib/leads/unapplied';
import type { ServiceLead } from '@/lib/service/lead';

type Page = {
  leads: readonly ServiceLead[];
  readStart: ReadStart;
  labelOf: LabelOf;
  /** Whether the list may leave fields out, and which it is known to. */
  mayOmit: boolean;
  omits: readonly string[];
  /** Set once a page failed again and again: then a lead that fails is set aside, whatever the reason. */
  isLastTry: boolean;
};

/** What a page did to the mirror: leads that were new or had changed, and leads that could not be applied. */
export type AppliedPage = {
  repaired: number;
  setAside: number;
  /** Leads that the mirror did not know. */
  added: Set<string>;
  /** Leads of which only a read can tell whether they are there. */
  toRead: string[];
  /** Leads that are known here in a newer state. */
  older: string[];
};

/**
 * Brings a page into the mirror: what is known and what is new in groups, the rest, and every group with a lead
 * that cannot be applied, one by one.
 */
export async function applyPage(db: Db, { leads, ...page }: Page): Promise<AppliedPage> {
  const { readStart, mayOmit, omits } = page;
  const carries = new Set(leads.flatMap(keysOf).filter((key) => !omits.includes(key)));
  const confirmed = await confirmLeads(db, { page: leads, readStart, carries });
  const others = leads.filter(({ id }) => !confirmed.has(id));
  const added = await addLeads(db, { page: others, readStart, mayOmit });
  const done: AppliedPage = { repaired: added.size, setAside: 0, added, toRead: [], older: [] };
  for (const lead of others.filter(({ id }) => !added.has(id))) {
    const applied = await applyOne(db, lead, { ...page, listedOn: { mayOmit, carries } });
    if (applied === 'new' || applied === 'changed') done.repaired += 1;
    if (applied === 'new') added.add(lead.id);
    if (applied === 'set-aside') done.setAside += 1;
    if (applied === 'behind') done.older.push(lead.id);
    if (applied === 'read-first') done.toRead.push(lead.id);
  }
  return done;
}

/** A lead that only ever fails in time, as one whose row somebody keeps locked, must not stop the others for ever. */
async function applyOne(
  db: Db,
  lead: ServiceLead,
  { isLastTry, readStart, labelOf, listedOn }: Omit<Page, 'leads'> & { listedOn: ListedOn },
) {
  try {
    return await applyOrSetAside(db, { lead, readStart, labelOf, listedOn });
  } catch (error) {
    if (!isLastTry) throw error;
    // With the database away this fails as well, and the page is tried again.
    await setAside(db, { leadId: lead.id, error, readStart });
    return 'set-aside' as const;
  }
}
