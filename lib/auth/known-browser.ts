import 'server-only';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** How long a browser stays known, in seconds. */
export const KNOWN_BROWSER_SECONDS = 180 * 24 * 3_600;

/**
 * The value a browser keeps after a sign-in by mail: proof that this address was proven in it. It does not
 * authenticate. It gives the browser its own rate limit for requesting links, which strangers who know the
 * address cannot use up.
 */
export function knownBrowserProof(email: string, appSecret: string): string {
  const key = Buffer.from(hkdfSync('sha256', appSecret, 'partner-desk', 'known-browser', 32));
  return createHmac('sha256', key).update(email).digest('base64url');
}

/** True if `proof` was issued by this desk for this address. */
export function isKnownBrowser(
  proof: string | undefined,
  task: { email: string; appSecret: string },
): boolean {
  const wanted = Buffer.from(knownBrowserProof(task.email, task.appSecret));
  const given = Buffer.from(proof ?? '');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
