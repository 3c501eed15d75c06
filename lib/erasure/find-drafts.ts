import 'server-only';
import { asc, inArray, or } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { drafts } from '@/lib/db/schema/drafts';
import { isByAddress, isDraftAbout } from './about-person';
import { blankAddressesIn } from './blank';
import { type Entry, entryOfDraft } from './entry';
import { mayHold, mayName, oneOf } from './may-hold';
import type { Owned } from './owned';
import { withoutPhonesIn } from './shared-phone';

const COLUMNS = {
  id: drafts.id,
  fields: drafts.fields,
  leadId: drafts.leadId,
  replaces: drafts.replaces,
  organizationId: drafts.organizationId,
};

export type FoundDraft = { id: string; organizationId: string; entry: Entry };

/**
 * `theirs`: the drafts with their address, of edits of these leads, of corrections of these submissions, and those that
 * are certainly about the person without it. `others`: those about somebody else that have the address somewhere, with
 * it blanked. `withPhone`: those that have the phone, without it and the address: it may be theirs, too.
 */
export async function findDrafts(db: Db, owned: Owned) {
  const { addresses, address, leadIds, submissionIds, organizationIds, personal, fields } = owned;
  const rows = await db
    .select(COLUMNS)
    .from(drafts)
    .where(
      or(
        ...[mayHold(drafts.fields, addresses), mayName(drafts.fields, personal)],
        ...[oneOf(drafts.leadId, leadIds), oneOf(drafts.replaces, submissionIds)],
      ),
    );
  const [ofLeads, ofSubmissions] = [new Set(leadIds), new Set(submissionIds)];
  const theirs: FoundDraft[] = [];
  const others: Pick<(typeof rows)[number], 'id' | 'fields'>[] = [];
  const withPhone: typeof others = [];
  for (const { id, organizationId, leadId, replaces, ...draft } of rows) {
    const entry = entryOfDraft(draft, fields);
    const isOf =
      (leadId !== null && ofLeads.has(leadId)) ||
      (replaces !== null && ofSubmissions.has(replaces)) ||
      isByAddress(entry, owned) ||
      isDraftAbout(entry, { personal, isOurs: organizationIds.has(organizationId) });
    const blanked = isOf ? undefined : blankAddressesIn(draft.fields, address);
    if (isOf) {
      theirs.push({ id, organizationId, entry });
      continue;
    }
    if (blanked) others.push({ id, fields: blanked });
    const rest = withoutPhonesIn(blanked ?? draft.fields, personal);
    if (rest) withPhone.push({ id, fields: rest });
  }
  return { theirs, others, withPhone };
}

/** Locks these until the transaction ends: nobody saves one meanwhile. */
export async function lockDrafts(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .select({ id: drafts.id })
    .from(drafts)
    .where(inArray(drafts.id, [...ids]))
    .orderBy(asc(drafts.id))
    .for('update');
}
