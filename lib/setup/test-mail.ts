import 'server-only';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import { createVault } from '@/lib/core/crypto';
import type { Env } from '@/lib/core/env';
import type { Db } from '@/lib/db/handle';
import { queueMail } from '@/lib/mail/mail';

type TestMailOptions = {
  settings: Pick<Env, 'SMTP_URL' | 'APP_SECRET'>;
  /** The recipient: no other address can be used. */
  by: Actor;
  subject: string;
  text: string;
  now: Date;
};

/** Sends a test mail to the requesting admin; returns false without a mail server. */
export async function sendTestMail(
  db: Db,
  { settings, by, subject, text, now }: TestMailOptions,
): Promise<boolean> {
  if (settings.SMTP_URL === undefined) return false;
  const vault = createVault(settings.APP_SECRET, 'mail');
  const mail = { kind: 'test', to: by.email, subject, text, html: toHtml(text) };
  await db.transaction(async (tx) => {
    await queueMail(tx, mail, { vault, now });
    await writeAudit(tx, { by, event: 'setup.mail-tested', subject: by.email, at: now });
  });
  return true;
}

/** Only paragraphs. */
function toHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const paragraphs = escaped.split(/\n{2,}/).filter((part) => part.trim() !== '');
  return paragraphs.map((part) => `<p>${part.trim()}</p>`).join('\n');
}
