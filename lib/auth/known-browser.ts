import 'server-only';
import { isSameText, signText } from '@/lib/core/crypto';

/** How long a browser stays known, in seconds. */
export const KNOWN_BROWSER_SECONDS = 180 * 24 * 3_600;

/**
 * The value a browser keeps after a sign-in by mail: proof that this address was proven in it. It does not
 * authenticate. It gives the browser its own rate limit for requesting links, which strangers who know the
 * address cannot use up.
 */
export function knownBrowserProof(email: string, appSecret: string): string {
  return signText(email, { appSecret, purpose: 'known-browser' });
}

/** True if `proof` was issued by this desk for this address. */
export function isKnownBrowser(
  proof: string | undefined,
  task: { email: string; appSecret: string },
): boolean {
  return isSameText(proof ?? '', knownBrowserProof(task.email, task.appSecret));
}
