import 'server-only';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { type MailedNotices, mails } from '@/lib/db/schema/admin';
import { NOTICE_KINDS, notices } from '@/lib/db/schema/notices';
import { memberships, people } from '@/lib/db/schema/people';
import type { QueuedMail } from '@/lib/mail/send';
import { deliveryOf } from './mail-plan';
import { mailsNameLeads } from './mail-settings';
import { getUnread } from './notices';
import { toReader } from './reader';

/**
 * Compares a mail about notices that waits for the mail server with what is true now. If its person has read something
 * of it, may not see it any more, is disabled, has another address, or wants no such mails, it is deleted, and its
 * notices are due again: the next mail is made of what is left of them. Resolves with whether that happened.
 */
export async function recallIfStale(
  db: Db,
  { id, to, personId, mailedNotices }: QueuedMail,
): Promise<boolean> {
  if (personId === null || mailedNotices === null) return false;
  if (await isStillRight(db, { to, personId, mailedNotices })) return false;
  await db.transaction((tx) => recall(tx, { id, personId, mailedNotices }));
  return true;
}

/** Deletes a mail that waits; its notices are sent again with the next one. */
export async function recall(
  tx: Db,
  { id, personId, mailedNotices }: Pick<typeof mails.$inferSelect, 'id' | 'personId' | 'mailedNotices'>,
): Promise<void> {
  await tx.delete(mails).where(eq(mails.id, id));
  if (personId === null || mailedNotices === null) return;
  await tx
    .update(notices)
    .set({ mailedAt: null })
    .where(
      and(eq(notices.personId, personId), inArray(notices.id, mailedNotices.ids), isNull(notices.readAt)),
    );
  // They had no mail, so none is too soon.
  await tx.update(people).set({ noticeMailAt: null }).where(eq(people.id, personId));
}

async function isStillRight(
  db: Db,
  { to, personId, mailedNotices }: { to: string; personId: string; mailedNotices: MailedNotices },
): Promise<boolean> {
  const [found] = await db
    .select({
      email: people.email,
      disabledAt: people.disabledAt,
      choices: people.noticeMails,
      membership: memberships,
    })
    .from(people)
    .leftJoin(memberships, eq(memberships.personId, people.id))
    .where(eq(people.id, personId));
  if (!found || found.disabledAt || found.email !== to) return false;
  const reader = toReader(personId, found.membership);
  const wishes = { role: reader.membership.role, choices: found.choices };
  const kinds = NOTICE_KINDS.filter((kind) => mailedNotices.kinds.includes(kind));
  if (kinds.some((kind) => deliveryOf(wishes, kind) === 'off')) return false;
  if (mailedNotices.isNamed && !(await mailsNameLeads(db))) return false;
  const { ids } = await getUnread(db, reader, { only: mailedNotices.ids });
  return ids.length === mailedNotices.ids.length;
}
