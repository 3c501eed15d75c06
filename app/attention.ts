import type { Metadata } from 'next';
import { cache } from 'react';
import { getReader, getView } from '@/lib/auth/viewer';
import { getBrand } from '@/lib/brand/current';
import { getDb } from '@/lib/db/handle';
import { countDrafts } from '@/lib/drafts/drafts';
import type { Unread } from '@/lib/leads/list-view';
import { getStreamPosition } from '@/lib/live/position';
import { getUnread } from '@/lib/notices/notices';
import { countNeedsCorrection } from '@/lib/submissions/needs-correction';

/** How many leads wait for a correction by the signed-in person, counted once per request. */
export const countCorrections = cache(async (): Promise<number> => {
  const person = await getReader();
  if (!person?.membership) return 0;
  return countNeedsCorrection(await getDb(), { ...person, membership: person.membership });
});

/** How many drafts the signed-in person has, counted once per request. Nobody else learns of any. */
export const countOwnDrafts = cache(async (): Promise<number> => {
  if (await getView()) return 0;
  const person = await getReader();
  if (!person?.membership) return 0;
  return countDrafts(await getDb(), { ...person, membership: person.membership });
});

/** What a person has not read yet, and where the stream of that begins. */
export type UnreadAt = { unread: Unread; position: string };

/** That of the signed-in person, read once per request; undefined if they have no leads. */
export const readUnreadAt = cache(async (): Promise<UnreadAt | undefined> => {
  const position = getStreamPosition();
  const person = await getReader();
  if (!person?.membership) return undefined;
  return { position, unread: await getUnread(await getDb(), { ...person, membership: person.membership }) };
});

/** What the signed-in person has not read yet; undefined if they have no leads. */
export const readUnread = async (): Promise<Unread | undefined> => (await readUnreadAt())?.unread;

/** The titles of the pages below: "(2) Leads – Partner Desk" while two leads wait for the person or have news. */
export async function titlesWithCount(): Promise<Metadata> {
  // A page whose count cannot be read says so itself, not in its title.
  const corrections = await countCorrections().catch(() => 0);
  const unread = await readUnread().catch(() => undefined);
  // Those that need a correction are counted until they are corrected.
  const count = corrections + (unread ? unread.count - unread.refused : 0);
  const { name } = await getBrand();
  const mark = count > 0 ? `(${count}) ` : '';
  return { title: { template: `${mark}%s – ${name}`, default: `${mark}${name}` } };
}
