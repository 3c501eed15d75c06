import 'server-only';
import { z } from 'zod';
import type { Vault } from '@/lib/core/crypto';
import { newId } from '@/lib/core/ids';
import { MAX_ADDRESS_LENGTH, ONE_LINE } from '@/lib/core/sender';
import type { Db } from '@/lib/db/handle';
import { type MailedNotices, mails } from '@/lib/db/schema/admin';
import { enqueue } from '@/lib/jobs/enqueue';
import { PRIORITY } from '@/lib/jobs/job';

const address = z.email().max(MAX_ADDRESS_LENGTH);

/** Whether a mail can be sent to it: one plain address. */
export const isMailAddress = (text: string): boolean => address.safeParse(text).success;

export const mailSchema = z.strictObject({
  /** The kind of mail, for example `invitation`; for the log. */
  kind: z.string().regex(/^[a-z][a-z-]{0,39}$/),
  /** One plain address: no name, no list. */
  to: address,
  subject: z.string().trim().min(1).max(200).regex(ONE_LINE),
  text: z.string().max(100_000),
  html: z.string().max(200_000),
  /** Not sent after this time: its link has expired by then. */
  uselessAfter: z.coerce.date().optional(),
  /** Where a mail program ends mails of this kind with one POST (RFC 8058); they come unasked. */
  unsubscribeUrl: z.url({ protocol: /^https?$/ }).optional(),
});

/** One mail to one person, as text and HTML. */
export type Mail = z.infer<typeof mailSchema>;

/** The topic of the job that sends one mail; its key is the mail's id. */
export const MAIL_SEND = 'mail.send';

/**
 * Stores a mail, sealed, together with the job that sends it, in the caller's transaction: a rollback cancels
 * both. It is sent at least once, rarely twice (see `sendMail`). Resolves with the mail's id.
 *
 * @param about of a mail about notices: its person, and what it tells them
 *
 * @throws {z.ZodError} if the address is not one plain address, or the subject is more than one line
 */
export async function queueMail(
  tx: Db,
  mail: Mail,
  {
    vault,
    now,
    about,
  }: { vault: Vault; now: Date; about?: { personId: string; mailedNotices: MailedNotices } },
): Promise<string> {
  const checked = mailSchema.parse(mail);
  const id = newId('mail');
  await tx.insert(mails).values({
    id,
    kind: checked.kind,
    sealed: vault.seal(JSON.stringify(checked)),
    createdAt: now,
    ...about,
  });
  // A person is waiting for it.
  await enqueue(tx, { topic: MAIL_SEND, key: id, priority: PRIORITY.high, runAt: now });
  return id;
}
