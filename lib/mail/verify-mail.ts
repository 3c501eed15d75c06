import 'server-only';
import type { Env } from '@/lib/core/env';
import { readSender } from './mail';
import { type MailCause, mailFailure } from './mail-failure';
import { openMailServer } from './mail-server';

/**
 * The result of the check. `unset`: no mail server. `from`: MAIL_FROM is invalid. `reason` is safe for the
 * log and for admins: codes, no secrets, no server messages.
 */
export type MailCheck =
  | { ok: true }
  | { ok: false; cause: 'unset' | 'from' }
  | { ok: false; cause: MailCause; reason: string };

/**
 * Connects to the mail server as for sending a mail, signs in, and sends nothing. Takes at most 10 s for each
 * step; never throws.
 */
export async function verifyMail(
  settings: Pick<Env, 'SMTP_URL' | 'MAIL_FROM'>,
  timeoutMs?: number,
): Promise<MailCheck> {
  if (!settings.SMTP_URL || !settings.MAIL_FROM) return { ok: false, cause: 'unset' };
  if (!readSender(settings.MAIL_FROM)) return { ok: false, cause: 'from' };
  try {
    await openMailServer(settings.SMTP_URL, timeoutMs).verify();
    return { ok: true };
  } catch (error) {
    return { ok: false, ...mailFailure(error) };
  }
}
