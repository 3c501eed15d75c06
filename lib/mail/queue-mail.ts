import 'server-only';
import type { Vault } from '@/lib/core/crypto';
import { newId } from '@/lib/core/ids';
import type { Db } from '@/lib/db/handle';
import { mails } from '@/lib/db/schema/admin';
import { enqueue } from '@/lib/jobs/enqueue';
import { PRIORITY } from '@/lib/jobs/job';
import { type Mail, mailSchema } from './mail';

/** The topic of the job that sends one mail; its key is the mail's id. */
export const MAIL_SEND = 'mail.send';

/**
 * Stores a mail, sealed, together with the job that sends it, in the caller's transaction: a rollback cancels
 * both. It is sent at least once, rarely twice (see `sendMail`). Resolves with the mail's id.
 *
 * @throws {z.ZodError} if the address is not one plain address, or the subject is more than one line
 */
export async function queueMail(
  tx: Db,
  mail: Mail,
  { vault, now }: { vault: Vault; now: Date },
): Promise<string> {
  const checked = mailSchema.parse(mail);
  const id = newId('mail');
  await tx
    .insert(mails)
    .values({ id, kind: checked.kind, sealed: vault.seal(JSON.stringify(checked)), createdAt: now });
  // A person is waiting for it.
  await enqueue(tx, { topic: MAIL_SEND, key: id, priority: PRIORITY.create, runAt: now });
  return id;
}
