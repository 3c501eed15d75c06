import 'server-only';
import { desc, inArray } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { type TimelineDetail, timeline } from '@/lib/db/schema/timeline';
import type { KeyFields } from '@/lib/lead-schema/company-field';
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
    const isAlone = isAddress(email, addresses) && (email.match(/[@＠﹫]/g) ?? []).length === 1;
    if (!isAlone) return [];
    // Of a whole name in one cell nobody can tell where the last name begins.
    const whole = { first: '', last: `${first} ${last}` };
    return [
      { first, last, phones: phone ? [phone] : [] },
      ...(first !== '' && last !== '' ? [{ ...whole, phones: [] }] : []),
    ];
  });
}

/** How the persons of these leads were called and reached before. */
type Earlier = { names: Name[]; emails: string[]; phones: string[] };

/** From the history of these leads, as long as first or last name stayed. */
export async function earlierOf(
  db: Db,
  { leads, fields }: { leads: readonly FoundLead[]; fields: KeyFields },
): Promise<Earlier> {
  const ids = leads.map(({ id }) => id);
  const entries = await db
    .select({ leadId: timeline.leadId, detail: timeline.detail })
    .from(timeline)
    .where(inArray(timeline.leadId, ids))
    .orderBy(desc(timeline.id));
  const found = leads.map(({ id, firstName, lastName }) => {
    const details = entries.flatMap(({ leadId, detail }) => (leadId === id ? [detail] : []));
    return goBack({ first: firstName, last: lastName }, { newestFirst: details, fields });
  });
  return {
    names: found.flatMap(({ names }) => names),
    emails: found.flatMap(({ emails }) => emails),
    phones: found.flatMap(({ phones }) => phones),
  };
}

/** Where both names changed at once, it was about somebody else before. */
function goBack(
  now: Name,
  { newestFirst, fields: { email, phone } }: { newestFirst: readonly TimelineDetail[]; fields: KeyFields },
): Earlier {
  const earlier: Earlier = { names: [], emails: [], phones: [] };
  let name = now;
  for (const { fields = [] } of newestFirst) {
    const before = (...ids: (string | undefined)[]) =>
      fields.flatMap(({ id, from }) => (id !== undefined && ids.includes(id) ? [from] : []));
    const [[first], [last]] = [before('firstName'), before('lastName')];
    if (first !== undefined && last !== undefined) break;
    earlier.emails.push(...before('email', email?.id));
    earlier.phones.push(...before(phone?.id));
    if (first === undefined && last === undefined) continue;
    name = { first: first ?? name.first, last: last ?? name.last };
    if (name.first !== '' && name.last !== '') earlier.names.push(name);
  }
  return earlier;
}
