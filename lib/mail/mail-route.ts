import 'server-only';
import type { Env } from '@/lib/core/env';
import type { Log } from '@/lib/core/log';
import { readSender } from './mail';
import { openMailServer } from './mail-server';
import type { MailRoute } from './send';

/** The way out that the settings name, if they name one that can be used. */
export function openMailRoute(
  { SMTP_URL, MAIL_FROM }: Pick<Env, 'SMTP_URL' | 'MAIL_FROM'>,
  log: Log,
): MailRoute | undefined {
  if (!SMTP_URL || !MAIL_FROM) return undefined;
  const from = readSender(MAIL_FROM);
  if (from) return { server: openMailServer(SMTP_URL), from };
  log.error('mail.no-sender', { reason: 'MAIL_FROM must be an address, or a name and <an address>' });
  return undefined;
}
