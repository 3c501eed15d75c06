import 'server-only';
import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;

/** A secret nobody guesses: 256 bits. */
export function newSecret(): string {
  return randomBytes(BYTES).toString('base64url');
}

/** True if `value` has the form of one, whoever made it. */
export function isSecret(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{43}$/.test(value);
}

/** What is kept of a secret: enough to know it again, and worth nothing to who reads the table. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
