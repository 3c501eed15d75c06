import 'server-only';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Vault } from '@/lib/crypto';
import type { Db } from '@/lib/db/handle';
import { signInLinks } from '@/lib/db/schema/people';
import { newId } from '@/lib/ids';
import { enqueue } from '@/lib/jobs/enqueue';
import { PRIORITY } from '@/lib/jobs/job';
import { takeTurn } from '@/lib/limits/limit';
import { LIMITS } from '@/lib/limits/limits';
import { hashSecret, isSecret, newSecret } from './secret';

/** The topic of the job that decides whether a link is sent; its key is the link's id. */
export const LINK_SEND = 'signin.link';

/** How long a link is good, and the cookie of the browser that asked. */
export const LINK_MINUTES = 15;

type Asking = { email: string; callbackUrl: string; browserSecret: string };

/**
 * Takes down that somebody wants a link to this address. Does the same whoever it is; the worker decides whether a
 * mail is sent. Asked too often, it does nothing, and nobody is told.
 */
export async function askForLink(
  db: Db,
  { email, callbackUrl, browserSecret }: Asking,
  { vault, now }: { vault: Vault; now: Date },
): Promise<void> {
  // For everybody first: who is refused for the sake of the desk has not used up a turn of their own.
  if (!(await takeTurn(db, { limit: LIMITS.linkRequests, whom: 'everybody' })).allowed) return;
  if (!(await takeTurn(db, { limit: LIMITS.mailLink, whom: email })).allowed) return;
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
      createdAt: now,
      expiresAt: new Date(now.getTime() + LINK_MINUTES * 60_000),
    });
    await enqueue(tx, { topic: LINK_SEND, key: id, priority: PRIORITY.create, runAt: now });
  });
}

/** A link as the browser shows it: its token, and the secret of the browser that opens it. */
type Opened = { token: unknown; browserSecret: unknown; now: Date };

/** What can be said of a link before anybody uses it. `elsewhere`: another browser asked for it. */
export type LinkState =
  | { kind: 'ready'; email: string; callbackUrl: string }
  | { kind: 'used' | 'expired' | 'elsewhere' | 'unknown' };

/** Looks at a link and uses nothing up: mail scanners look, too. */
export async function lookAtLink(db: Db, { token, browserSecret, now }: Opened): Promise<LinkState> {
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

/** Uses a link, once, and returns whose address it proves; undefined if it is not good in this browser. */
export async function takeLink(
  tx: Db,
  { token, browserSecret, now }: Opened,
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
