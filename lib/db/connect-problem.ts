import 'server-only';
import { codeOf } from './row-error';

/** Why there is no connection to a PostgreSQL server, as far as we can tell. */
export type ConnectProblem =
  /** No response, or the connection breaks: the server may be starting. */
  | 'away'
  | 'unknown-host'
  /** User or password. */
  | 'login'
  | 'unknown-database'
  /** The user may not read the desk's tables: they belong to another one. */
  | 'no-rights'
  /** The server requires TLS, and DATABASE_URL does not use it. */
  | 'needs-tls'
  /** DATABASE_URL requires TLS, and the server has none. */
  | 'no-tls'
  | 'certificate'
  | 'certificate-expired'
  | 'certificate-other-name'
  /** A pooler such as PgBouncer answers, which accepts no session settings. */
  | 'pooler'
  /** A file named in DATABASE_URL, for example by `sslrootcert`. */
  | 'file';

const CODES: Readonly<Record<string, ConnectProblem>> = {
  '3D000': 'unknown-database',
  '42501': 'no-rights',
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  CERT_HAS_EXPIRED: 'certificate-expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-other-name',
  ENOENT: 'file',
  EACCES: 'file',
};
/** Node's and OpenSSL's codes for a failed TLS handshake. */
const TRUST = /CERT|SSL|TLS|UNABLE_TO_/;
/**
 * PostgreSQL's message where `pg_hba.conf` has an entry for TLS connections only; "SSL off" before version
 * 14.
 */
const WITHOUT_TLS = /no pg_hba\.conf entry.*(no encryption|SSL off)/;

/** Classifies the driver's error. `code` is the database's or the system's, or "no connection". */
export function connectProblemOf(error: unknown): { problem: ConnectProblem; code: string } {
  const code = codeOf(error);
  return { problem: problemOf(messageOf(error), code), code: code ?? 'no connection' };
}

function problemOf(message: string, code = ''): ConnectProblem {
  // The driver's own message, without a code.
  if (message.includes('does not support SSL connections')) return 'no-tls';
  // PgBouncer's message or ours (`identifyServer`), with PostgreSQL's code for a protocol violation.
  if (code === '08P01' && message.includes('startup parameter')) return 'pooler';
  if (code === '28000' && WITHOUT_TLS.test(message)) return 'needs-tls';
  if (code.startsWith('28')) return 'login';
  return CODES[code] ?? (TRUST.test(code) ? 'certificate' : 'away');
}

/** From the whole chain of causes, because each layer sets its own message. */
function messageOf(error: unknown): string {
  const messages: string[] = [];
  for (let cause = error; cause instanceof Error && messages.length < 5; cause = cause.cause) {
    messages.push(cause.message);
  }
  return messages.join('\n');
}

/** What to do about it, as one sentence; undefined for problems that may resolve on their own. */
export const CURES: Readonly<Record<ConnectProblem, string | undefined>> = {
  away: undefined,
  'unknown-host': undefined,
  login:
    'Correct the user or password in DATABASE_URL, or allow this user to connect from this machine (pg_hba.conf).',
  'unknown-database': 'Create it, or correct the name in DATABASE_URL.',
  'no-rights': 'This user may not connect to that database, or not use the desk’s tables.',
  'needs-tls': 'It only accepts encrypted connections: add sslmode=verify-full to DATABASE_URL.',
  'no-tls': 'It has no TLS: turn it on there, or remove sslmode from DATABASE_URL.',
  certificate:
    'Its certificate isn’t from a known authority: name that authority in NODE_EXTRA_CA_CERTS, or as sslrootcert in DATABASE_URL.',
  'certificate-expired': 'Its certificate has expired: renew it.',
  'certificate-other-name': 'Its certificate is for another host name: correct the host in DATABASE_URL.',
  pooler:
    'A connection pooler such as PgBouncer responds in its place: name the PostgreSQL server itself in DATABASE_DIRECT_URL.',
  file: 'A file that DATABASE_URL names, like sslrootcert, can’t be read.',
};
