import 'server-only';
import type { Env } from '@/lib/core/env';
import { readSender } from './mail';
import { type MailCause, mailFailure } from './mail-failure';
import { openMailServer } from './mail-server';

/**
 * What is known of the mail server. `unset`: there is none. `from`: MAIL_FROM is no address. `reason` is fit for
 * the log and for an admin's eyes: codes, no secrets, nothing the server said.
 */
export type MailCheck =
  | { ok: true }
  | { ok: false; cause: 'unset' | 'from' }
  | { ok: false; cause: MailCause; reason: string };

/**
 * Connects to the mail server as sending a mail would, signs in, and sends nothing. Takes 10 s for each step at
 * most; never throws.
 */
export async function verifyMail(
  settings: Pick<Env, 'SMTP_URL' | 'MAIL_FROM'>,
  patienceMs?: number,
): Promise<MailCheck> {
  if (!settings.SMTP_URL || !settings.MAIL_FROM) return { ok: false, cause: 'unset' };
  if (!readSender(settings.MAIL_FROM)) return { ok: false, cause: 'from' };
  try {
    await openMailServer(settings.SMTP_URL, patienceMs).verify();
    return { ok: true };
  } catch (error) {
    return { ok: false, ...mailFailure(error) };
  }
}
