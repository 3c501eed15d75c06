import 'server-only';
import { createTransport } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import { isLoopback } from '@/lib/core/env';
import type { Mail, Sender } from './mail';

/** For each step of the conversation with the server: connecting, its greeting, any silence afterwards. */
const TIMEOUT_MS = 10_000;

/** The mail server that `SMTP_URL` names. */
export type MailServer = {
  /** Hands one mail over. @throws {Error} as nodemailer words it; `mailFailure` reads it */
  send(mail: Mail, task: { id: string; from: Sender }): Promise<void>;
  /** Connects, secures the connection and signs in, and sends nothing. @throws {Error} like `send` */
  verify(): Promise<void>;
};

/**
 * Every mail has a connection of its own, which ends with it: a desk sends few, and nothing is left to be closed.
 *
 * Of the address only host, port, user and password count. What nodemailer reads out of its query could switch
 * off what is decided here: mails hold links that let people in, so they leave this machine over verified TLS.
 */
export function openMailServer(smtpUrl: string, patienceMs = TIMEOUT_MS): MailServer {
  const transport = createTransport(connectionOf(smtpUrl, patienceMs));
  return {
    send: async (mail, { id, from }) => {
      await transport.sendMail({
        // The same on every attempt, so that a reader's mail program may know a second copy for what it is.
        messageId: `<${id}@${from.address.replace(/^.*@/, '')}>`,
        from,
        to: { name: '', address: mail.to },
        envelope: { from: from.address, to: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    verify: async () => {
      await transport.verify();
    },
  };
}

function connectionOf(smtpUrl: string, patienceMs: number): SMTPTransport.Options {
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
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    dnsTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** A password with a bare percent sign in it is taken as it stands. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
