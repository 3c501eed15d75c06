import 'server-only';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Vault } from '@/lib/core/crypto';
import type { Env } from '@/lib/core/env';
import { newId } from '@/lib/core/ids';
import type { Db } from '@/lib/db/handle';
import { signInLinks } from '@/lib/db/schema/people';
import type { Locale } from '@/lib/i18n/locales';
import { enqueue } from '@/lib/jobs/enqueue';
import { PRIORITY } from '@/lib/jobs/job';
import { mayRequestLink, type RequesterInput } from './link-limits';
import { hashSecret, isSecret, newSecret } from './secret';

/** The topic of the job that decides whether a link is sent; its key is the link's id. */
export const LINK_SEND = 'signin.link';

/** The lifetime of a link, and of the cookie in the browser that requested it. */
export const LINK_MINUTES = 15;

type LinkRequest = RequesterInput & { callbackUrl: string; browserSecret: string; locale: Locale };

type LinkContext = { vault: Vault; settings: Pick<Env, 'ADMIN_EMAILS' | 'DEMO' | 'APP_SECRET'>; now: Date };

/**
 * Records a request for a link to this address. Writes the same for every address; the worker decides whether
 * to send a mail. Over the rate limit it writes nothing and does not say so: the caller makes both cases take
 * equally long.
 */
export async function requestLink(
  db: Db,
  linkRequest: LinkRequest,
  { vault, settings, now }: LinkContext,
): Promise<'taken' | 'rate-limited'> {
  const { email, callbackUrl, browserSecret, locale } = linkRequest;
  if (!(await mayRequestLink(db, linkRequest, settings))) return 'rate-limited';
  const token = newSecret();
  const id = newId('link');
  await db.transaction(async (tx) => {
    await tx.insert(signInLinks).values({
      id,
      tokenHash: hashSecret(token),
      sealedToken: vault.seal(token),
      email,
      browserHash: hashSecret(browserSecret),
      callbackUrl,
      locale,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LINK_MINUTES * 60_000),
    });
    await enqueue(tx, { topic: LINK_SEND, key: id, priority: PRIORITY.high, runAt: now });
  });
  return 'taken';
}

/** A link as opened in a browser: its token, and the secret of that browser. */
type OpenedLink = { token: unknown; browserSecret: unknown; now: Date };

/** The state of a link before it is used. `elsewhere`: another browser requested it. */
export type LinkState =
  | { kind: 'ready'; email: string; callbackUrl: string }
  | { kind: 'used' | 'expired' | 'elsewhere' | 'unknown' };

/** Checks a link without using it up, because mail scanners open links too. */
export async function checkLink(db: Db, { token, browserSecret, now }: OpenedLink): Promise<LinkState> {
  if (!isSecret(token)) return { kind: 'unknown' };
  const [link] = await db
    .select()
    .from(signInLinks)
    .where(eq(signInLinks.tokenHash, hashSecret(token)));
  if (!link) return { kind: 'unknown' };
  if (link.usedAt) return { kind: 'used' };
  if (link.expiresAt <= now) return { kind: 'expired' };
  if (!isSecret(browserSecret) || hashSecret(browserSecret) !== link.browserHash)
    return { kind: 'elsewhere' };
  const { email, callbackUrl } = link;
  return { kind: 'ready', email, callbackUrl };
}

/** Uses a link, once, and returns the address it proves; undefined if it is not valid in this browser. */
export async function useLink(
  tx: Db,
  { token, browserSecret, now }: OpenedLink,
): Promise<{ email: string } | undefined> {
  if (!isSecret(token) || !isSecret(browserSecret)) return undefined;
  const [link] = await tx
    .update(signInLinks)
    .set({ usedAt: now, sealedToken: null })
    .where(
      and(
        eq(signInLinks.tokenHash, hashSecret(token)),
        eq(signInLinks.browserHash, hashSecret(browserSecret)),
        isNull(signInLinks.usedAt),
        gt(signInLinks.expiresAt, now),
      ),
    )
    .returning({ email: signInLinks.email });
  return link;
}
