import 'server-only';

/** Why the mail server did not accept a mail, as far as we can tell. */
export type MailCause =
  /** Nothing listens at that address. */
  | 'refused'
  /** No such host. */
  | 'unknown-host'
  | 'timeout'
  /** The certificate does not prove the server's identity. */
  | 'tls'
  /** The server does not support TLS, or not implicit TLS, or not STARTTLS. */
  | 'no-tls'
  /** The server refuses user and password, or requires them. */
  | 'auth'
  /** The server does not accept mails from `MAIL_FROM`. */
  | 'sender'
  /** The server permanently refuses this recipient, or this mail. */
  | 'recipient'
  | 'other';

/** Safe for the log: `reason` names codes and never quotes the server, whose messages repeat addresses. */
export type MailFailure = { cause: MailCause; reason: string };

const CAUSE_OF_CODE: Readonly<Record<string, MailCause>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  EDNS: 'unknown-host',
  ETIMEDOUT: 'timeout',
  ETLS: 'no-tls',
  CERTIFICATE: 'tls',
  EAUTH: 'auth',
  NoAuth: 'auth',
};

/** Classifies nodemailer's error. */
export function mailFailure(error: unknown): MailFailure {
  const facts: Facts = {
    code: textAt(error, 'code') ?? 'unknown',
    system: systemCodeOf(error),
    status: Number(textAt(error, 'responseCode') ?? 0),
    command: textAt(error, 'command') ?? '',
  };
  const parts = [facts.code, facts.system, facts.command.split(' ')[0], facts.status || undefined];
  return {
    cause: causeOf(facts),
    reason: ['mail:', ...new Set(parts.filter((part) => part !== undefined && part !== ''))].join(' '),
  };
}

type Facts = { code: string; system: string | undefined; status: number; command: string };

function causeOf({ code, system, status, command }: Facts): MailCause {
  const isFinal = status >= 500 && status < 600;
  // "Authentication required", at any point of the conversation.
  if (status === 530) return 'auth';
  if (command === 'MAIL FROM' && isFinal) return 'sender';
  if ((command === 'RCPT TO' || command === 'DATA') && isFinal) return 'recipient';
  return CAUSE_OF_CODE[system ?? ''] ?? CAUSE_OF_CODE[code] ?? 'other';
}

/** nodemailer replaces the system's code with its own; the system's is only in the message. */
function systemCodeOf(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : '';
  // The server's message may contain anything.
  if (textAt(error, 'response') !== undefined) return undefined;
  if (/certificate|altnames/i.test(message)) return 'CERTIFICATE';
  if (/\bssl\b|\btls\b/i.test(message)) return 'ETLS';
  return /\b(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ECONNRESET)\b/.exec(message)?.[1];
}

function textAt(error: unknown, name: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
