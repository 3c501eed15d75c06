import 'server-only';
import { createTransport } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import { type Env, isLoopback } from '@/lib/core/env';
import type { Sender } from '@/lib/core/sender';
import type { Mail } from './mail';
import { type MailCause, mailFailure } from './mail-failure';

/** For each step of the conversation with the server: connecting, its greeting, any later silence. */
const TIMEOUT_MS = 10_000;

/** The mail server in `SMTP_URL`. */
export type MailServer = {
  /** Sends one mail. @throws {Error} nodemailer's; `mailFailure` classifies it */
  send(mail: Mail, task: { id: string; from: Sender }): Promise<void>;
  /** Connects, starts TLS and signs in, and sends nothing. @throws {Error} like `send` */
  verify(): Promise<void>;
};

/**
 * Every mail uses a new connection: a desk sends few, and nothing has to be closed later.
 *
 * Of the URL only host, port, user and password count. nodemailer's query options could disable what is
 * decided here: mails contain sign-in links, so they leave this machine over verified TLS.
 */
export function openMailServer(smtpUrl: string, timeoutMs = TIMEOUT_MS): MailServer {
  const transport = createTransport(connectionOf(smtpUrl, timeoutMs));
  return {
    send: async (mail, { id, from }) => {
      await transport.sendMail({
        // The same on every attempt, so that a mail program may recognise a second copy.
        messageId: `<${id}@${from.address.replace(/^.*@/, '')}>`,
        from,
        to: { name: '', address: mail.to },
        envelope: { from: from.address, to: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
      });
    },
    verify: async () => {
      await transport.verify();
    },
  };
}

function unsubscribeHeaders({ unsubscribeUrl }: Mail): Record<string, string> {
  if (!unsubscribeUrl) return {};
  return {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function connectionOf(smtpUrl: string, timeoutMs: number): SMTPTransport.Options {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const user = decode(url.username);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && !isLoopback(smtpUrl),
    ignoreTLS: !secure && isLoopback(smtpUrl),
    ...(user !== '' && { auth: { user, pass: decode(url.password) }, forceAuth: true }),
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** A password with an unescaped percent sign is used verbatim. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * The result of the check. `unset`: no mail server. `reason` is safe for the
 * log and for admins: codes, no secrets, no server messages.
 */
export type MailCheck =
  | { ok: true }
  | { ok: false; cause: 'unset' }
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
  try {
    await openMailServer(settings.SMTP_URL, timeoutMs).verify();
    return { ok: true };
  } catch (error) {
    return { ok: false, ...mailFailure(error) };
  }
}
