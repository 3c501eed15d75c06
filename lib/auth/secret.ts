import 'server-only';
import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;

/** An unguessable secret: 256 bits. */
export function newSecret(): string {
  return randomBytes(BYTES).toString('base64url');
}

/** True if `value` has the form of a secret, from any source. */
export function isSecret(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{43}$/.test(value);
}

/** The stored hash of a secret: enough to verify it, and useless to a reader of the table. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
