import 'server-only';
import { desc, inArray } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { type TimelineDetail, timeline } from '@/lib/db/schema/timeline';
import { isAddress } from './about-person';
import type { Entry } from './entry';
import type { FoundLead } from './find-leads';
import type { Name } from './name-pattern';

/** What a draft or row says of the person. */
type Named = Name & { phones: string[] };

/**
 * What these drafts and rows say of the person. None of one whose email field holds another address, too, or this one in a
 * field of another kind: it is of others.
 */
export function namedIn(entries: readonly Entry[], addresses: readonly string[]): Named[] {
  return entries.flatMap(({ first, last, email = '', phone }) => {
    const isAlone = isAddress(email, addresses) && (email.match(/@/g) ?? []).length === 1;
    if (!isAlone) return [];
    // Of a whole name in one cell nobody can tell where the last name begins.
    const whole = { first: '', last: `${first} ${last}` };
    return [
      { first, last, phones: phone ? [phone] : [] },
      ...(first !== '' && last !== '' ? [{ ...whole, phones: [] }] : []),
    ];
  });
}

/** The names that these leads' persons had before: from the history, as long as one of the two stayed. */
export async function earlierNames(db: Db, leads: readonly FoundLead[]): Promise<Name[]> {
  if (leads.length === 0) return [];
  const entries = await db
    .select({ leadId: timeline.leadId, detail: timeline.detail })
    .from(timeline)
    .where(
      inArray(
        timeline.leadId,
        leads.map(({ id }) => id),
      ),
    )
    .orderBy(desc(timeline.id));
  return leads.flatMap(({ id, firstName, lastName }) =>
    goBack(
      { first: firstName, last: lastName },
      entries.flatMap(({ leadId, detail }) => (leadId === id ? [detail] : [])),
    ),
  );
}

/** Where both names changed at once, it was about somebody else before. */
function goBack(now: Name, newestFirst: readonly TimelineDetail[]): Name[] {
  const names: Name[] = [];
  let name = now;
  for (const { fields = [] } of newestFirst) {
    const first = fields.find(({ id }) => id === 'firstName')?.from;
    const last = fields.find(({ id }) => id === 'lastName')?.from;
    if (first !== undefined && last !== undefined) break;
    if (first === undefined && last === undefined) continue;
    name = { first: first ?? name.first, last: last ?? name.last };
    if (name.first !== '' && name.last !== '') names.push(name);
  }
  return names;
}
