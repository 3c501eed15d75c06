import 'server-only';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** How long a browser stays known, in seconds. */
export const KNOWN_BROWSER_SECONDS = 180 * 24 * 3_600;

/**
 * What a browser keeps of a sign-in by mail: a proof that this address was proved in it once. It lets nobody in. It
 * gives the browser turns of its own at asking for links, which no stranger who knows the address can use up.
 */
export function knownBrowserProof(email: string, appSecret: string): string {
  const key = Buffer.from(hkdfSync('sha256', appSecret, 'partner-desk', 'known-browser', 32));
  return createHmac('sha256', key).update(email).digest('base64url');
}

/** True if `proof` is one of this desk for this address. */
export function isKnownBrowser(
  proof: string | undefined,
  task: { email: string; appSecret: string },
): boolean {
  const wanted = Buffer.from(knownBrowserProof(task.email, task.appSecret));
  const given = Buffer.from(proof ?? '');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
