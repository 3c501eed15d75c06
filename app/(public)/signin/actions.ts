'use server';

import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { LinkProblem } from '@/components/shell/ask-for-link';
import { safeCallbackUrl } from '@/lib/auth/callback-url';
import { authCookie } from '@/lib/auth/cookies';
import { toEmailAddress } from '@/lib/auth/email-address';
import { askForLink, LINK_MINUTES } from '@/lib/auth/links';
import { isSecret, newSecret } from '@/lib/auth/secret';
import { createVault } from '@/lib/crypto';
import { getDb } from '@/lib/db/handle';
import { env } from '@/lib/env';
import { cutText } from '@/lib/text';

/** Asks for a link by mail. Whoever it is, and however often: the next page is the same. */
export async function askForLinkAction(_told: LinkProblem | undefined, data: FormData): Promise<LinkProblem> {
  const { SMTP_URL, APP_URL, APP_SECRET } = env();
  if (!SMTP_URL) redirect('/signin');
  const typed = data.get('email');
  const email = toEmailAddress(typed);
  if (!email) {
    const t = await getTranslations('SignIn');
    return { problem: t('mailProblem'), typed: typeof typed === 'string' ? cutText(typed, 254) : '' };
  }
  const target = data.get('callbackUrl');
  await askForLink(
    await getDb(),
    {
      email,
      callbackUrl: safeCallbackUrl(typeof target === 'string' ? target : undefined, APP_URL),
      browserSecret: await keepBrowserSecret(APP_URL),
    },
    { vault: createVault(APP_SECRET, 'mail'), now: new Date() },
  );
  redirect('/signin/sent');
}

/** One for all links that this browser asks for, so that a second one does not make the first a stranger's. */
async function keepBrowserSecret(appUrl: string): Promise<string> {
  const jar = await cookies();
  const { name, options } = authCookie('linkBrowser', appUrl);
  const kept = jar.get(name)?.value;
  const secret = isSecret(kept) ? kept : newSecret();
  jar.set(name, secret, { ...options, maxAge: LINK_MINUTES * 60 });
  return secret;
}
