import 'server-only';
import { createHash, randomBytes } from 'node:crypto';

const PREFIX = {
  person: 'per',
  session: 'ses',
  membership: 'mem',
  submission: 'sub',
  draft: 'dft',
  /** One saved state of a draft. */
  revision: 'rev',
  import: 'imp',
  view: 'viw',
  receiver: 'rcv',
  lease: 'lea',
  viewAs: 'vas',
  link: 'lnk',
  mail: 'mai',
  erasure: 'era',
} as const;

/** A new random id with 120 bits of entropy and a prefix for its kind, for example `sub_3kq…`. */
export function newId(kind: keyof typeof PREFIX): string {
  return `${PREFIX[kind]}_${randomBytes(15).toString('base64url')}`;
}

/** The id of what there is once for this text, of the same form as others of its kind. */
export function idFor(kind: keyof typeof PREFIX, text: string): string {
  return `${PREFIX[kind]}_${shortDigest(text, 20)}`;
}

/** The first characters of a SHA-256 in base64url, six bits each: the same for the same text. */
export function shortDigest(text: string, length: number): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, length);
}

/** True if `value` has the form of an id of this kind, from any source. */
export function isId(kind: keyof typeof PREFIX, value: unknown): value is string {
  return (
    typeof value === 'string' && value.startsWith(`${PREFIX[kind]}_`) && /^[a-z]{3}_[\w-]{20}$/.test(value)
  );
}
