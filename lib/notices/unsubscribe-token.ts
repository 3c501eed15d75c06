import 'server-only';
import { createVault } from '@/lib/core/crypto';
import type { Env } from '@/lib/core/env';

/**
 * Names whose mails a link ends. Sealed, so that nobody makes one for somebody else; it does not expire, because old
 * mails are unsubscribed from, too.
 */
export function toUnsubscribeToken({ APP_SECRET }: Pick<Env, 'APP_SECRET'>, personId: string): string {
  const sealed = createVault(APP_SECRET, 'unsubscribe').seal(personId);
  return Buffer.from(sealed, 'base64').toString('base64url');
}

/** The person that a token names; undefined if this desk did not make it. */
export function readUnsubscribeToken(
  { APP_SECRET }: Pick<Env, 'APP_SECRET'>,
  token: string,
): string | undefined {
  try {
    return createVault(APP_SECRET, 'unsubscribe').open(Buffer.from(token, 'base64url').toString('base64'));
  } catch {
    return undefined;
  }
}
