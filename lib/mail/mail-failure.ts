import 'server-only';

/** Why the mail server did not take a mail, as far as it can be known from here. */
export type MailCause =
  /** Nothing listens at that address. */
  | 'refused'
  /** No such host. */
  | 'unknown-host'
  | 'timeout'
  /** A certificate that does not prove who the server is. */
  | 'tls'
  /** The server does not speak TLS, or not from the start, or not after it was asked to. */
  | 'no-tls'
  /** The server does not accept user and password, or wants some. */
  | 'auth'
  /** The server does not take mails from `MAIL_FROM`. */
  | 'sender'
  /** The server will never take a mail to this person, or this mail. */
  | 'recipient'
  | 'other';

/** Fit for the log: `reason` names codes and never quotes the server, whose answers repeat addresses. */
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

/** Reads what nodemailer threw. */
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
  // "Authentication required", wherever in the conversation it comes.
  if (status === 530) return 'auth';
  if (command === 'MAIL FROM' && isFinal) return 'sender';
  if ((command === 'RCPT TO' || command === 'DATA') && isFinal) return 'recipient';
  return CAUSE_OF_CODE[system ?? ''] ?? CAUSE_OF_CODE[code] ?? 'other';
}

/** nodemailer writes a code of its own over the system's, which is then to be found in the message alone. */
function systemCodeOf(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : '';
  // What the server said may hold any word.
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
