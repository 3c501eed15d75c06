import 'server-only';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import { createVault } from '@/lib/core/crypto';
import type { Env } from '@/lib/core/env';
import type { MailBrand } from '@/lib/core/html';
import type { Db } from '@/lib/db/handle';
import { composeMail } from '@/lib/mail/compose';
import { queueMail } from '@/lib/mail/mail';

type TestMailOptions = {
  settings: Pick<Env, 'SMTP_URL' | 'APP_SECRET'>;
  /** The recipient: no other address can be used. */
  by: Actor;
  /** The tag (BCP 47) of the language of the texts. */
  lang: string;
  subject: string;
  /** Paragraphs with an empty line between them. */
  text: string;
  brand: MailBrand;
  now: Date;
};

/** Sends a test mail to the requesting admin; returns false without a mail server. */
export async function sendTestMail(
  db: Db,
  { settings, by, lang, subject, text, brand, now }: TestMailOptions,
): Promise<boolean> {
  if (settings.SMTP_URL === undefined) return false;
  const vault = createVault(settings.APP_SECRET, 'mail');
  const parts = text.trim().split(/\n{2,}/);
  const mail = { kind: 'test', to: by.email, ...composeMail({ lang, subject, parts, brand }) };
  await db.transaction(async (tx) => {
    await queueMail(tx, mail, { vault, now });
    await writeAudit(tx, { by, event: 'setup.mail-tested', subject: by.email, at: now });
  });
  return true;
}
