import 'server-only';
import { codeOf } from './row-error';

/** Why there is no connection to a PostgreSQL server, as far as it can be known from here. */
export type ConnectProblem =
  /** Nothing answers, or it breaks off: it may be starting. */
  | 'away'
  | 'unknown-host'
  /** User, password or the name of the database. */
  | 'login'
  /** The server takes only secured connections, and DATABASE_URL asks for none. */
  | 'needs-tls'
  /** DATABASE_URL asks for a secured connection, and the server has none. */
  | 'no-tls'
  | 'certificate'
  | 'certificate-expired'
  | 'certificate-other-name'
  /** A pooler such as PgBouncer answers, which takes no settings of a session. */
  | 'pooler'
  /** A file that DATABASE_URL names, as in `sslrootcert`. */
  | 'file';

const CODES: Readonly<Record<string, ConnectProblem>> = {
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  CERT_HAS_EXPIRED: 'certificate-expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-other-name',
  ENOENT: 'file',
  EACCES: 'file',
};
/** Node's and OpenSSL's codes of a conversation that came to no trust. */
const TRUST = /CERT|SSL|TLS|UNABLE_TO_/;
/** PostgreSQL's own words where `pg_hba.conf` has an entry for secured connections only; "SSL off" before version 14. */
const WITHOUT_TLS = /no pg_hba\.conf entry.*(no encryption|SSL off)/;

/** Reads what the driver threw. `code` is the database's or the system's, or "no connection". */
export function connectProblemOf(error: unknown): { problem: ConnectProblem; code: string } {
  const code = codeOf(error);
  return { problem: problemOf(messageOf(error), code), code: code ?? 'no connection' };
}

function problemOf(message: string, code = ''): ConnectProblem {
  // The driver's own words, without a code.
  if (message.includes('does not support SSL connections')) return 'no-tls';
  // PgBouncer's, with PostgreSQL's code for a broken protocol.
  if (code === '08P01' && message.includes('startup parameter')) return 'pooler';
  if (code === '28000' && WITHOUT_TLS.test(message)) return 'needs-tls';
  if (/^(28|3D)/.test(code)) return 'login';
  return CODES[code] ?? (TRUST.test(code) ? 'certificate' : 'away');
}

/** Of all that caused it, because each layer writes its own over it. */
function messageOf(error: unknown): string {
  const messages: string[] = [];
  for (let cause = error; cause instanceof Error && messages.length < 5; cause = cause.cause) {
    messages.push(cause.message);
  }
  return messages.join('\n');
}

/** What to do about it, as one sentence; undefined for what may pass by itself. */
export const CURES: Readonly<Record<ConnectProblem, string | undefined>> = {
  away: undefined,
  'unknown-host': undefined,
  login: 'Check DATABASE_URL.',
  'needs-tls': 'It only accepts encrypted connections: add sslmode=verify-full to DATABASE_URL.',
  'no-tls': 'It has no TLS: turn it on there, or remove sslmode from DATABASE_URL.',
  certificate:
    'Its certificate isn’t from a known authority: name that authority in NODE_EXTRA_CA_CERTS, or as sslrootcert in DATABASE_URL.',
  'certificate-expired': 'Its certificate has expired: renew it.',
  'certificate-other-name': 'Its certificate is for another host name: correct the host in DATABASE_URL.',
  pooler:
    'A connection pooler such as PgBouncer responds in its place: set DATABASE_URL to the PostgreSQL server itself.',
  file: 'A file that DATABASE_URL names, like sslrootcert, can’t be read.',
};
