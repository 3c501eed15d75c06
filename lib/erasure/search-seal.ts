import 'server-only';
import { z } from 'zod';
import { createVault } from '@/lib/core/crypto';

/** As long as a sign-in counts as recent. */
const VALID_MS = 30 * 60_000;

const sealedSchema = z.object({ email: z.string(), until: z.number() });

/**
 * The address that was looked for, for the page's own address: sealed, because addresses of pages are in histories and in
 * the logs of proxies.
 */
export function sealSearch(email: string, { appSecret, now }: { appSecret: string; now: Date }): string {
  const vault = createVault(appSecret, 'erasure');
  return vault.seal(JSON.stringify({ email, until: now.getTime() + VALID_MS }));
}

/** What was sealed; undefined for anything else, and after half an hour. */
export function openSearch(
  sealed: string,
  { appSecret, now }: { appSecret: string; now: Date },
): string | undefined {
  try {
    const vault = createVault(appSecret, 'erasure');
    const { email, until } = sealedSchema.parse(JSON.parse(vault.open(sealed)));
    return now.getTime() <= until ? email : undefined;
  } catch {
    return undefined;
  }
}
