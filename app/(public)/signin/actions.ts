'use server';

import { setTimeout } from 'node:timers/promises';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { safeCallbackUrl } from '@/lib/auth/callback-url';
import { authCookie } from '@/lib/auth/cookies';
import { isKnownBrowser } from '@/lib/auth/known-browser';
import { getLanguage } from '@/lib/auth/language';
import { LINK_MINUTES, requestLink } from '@/lib/auth/links';
import { isSecret, newSecret } from '@/lib/auth/secret';
import type { ActionResult } from '@/lib/core/action-result';
import { createVault } from '@/lib/core/crypto';
import { toEmailAddress } from '@/lib/core/email';
import { type Env, env } from '@/lib/core/env';
import { log, throttleLog } from '@/lib/core/log';
import { postedTexts } from '@/lib/core/posted-texts';
import { singleton } from '@/lib/core/singleton';
import { cutText } from '@/lib/core/text';
import { getDb } from '@/lib/db/handle';
import { clientAddress } from '@/lib/http/client-address';
import { readPost } from '@/lib/http/read-post';

/** Longer than writing a link takes, so that timing does not reveal whether one was written. */
const ANSWER_MS = 300;

const postSchema = z.object({ email: z.string(), callbackUrl: z.string().default('') });

/** Requests a link by mail. The next page is the same for every address and any number of requests. */
export async function askForLinkAction(
  _before: ActionResult | undefined,
  data: FormData,
): Promise<ActionResult> {
  const settings = env();
  if (!settings.SMTP_URL) redirect('/signin');
  const post = readPost(data, postSchema);
  const email = post.ok ? toEmailAddress(post.input.email) : undefined;
  if (!post.ok || !email) {
    const t = await getTranslations('SignIn');
    const { form = '', email: typed = '' } = postedTexts(data);
    const values = { email: cutText(typed, 254) };
    return { form, tone: 'bad', field: 'email', text: t('mailProblem'), values };
  }
  await noSoonerThan(ANSWER_MS, ask(email, { target: post.input.callbackUrl, settings }));
  redirect('/signin/sent');
}

async function ask(email: string, { target, settings }: { target: string; settings: Env }): Promise<void> {
  const { APP_URL, APP_SECRET } = settings;
  const proof = (await cookies()).get(authCookie('knownBrowser', APP_URL).name)?.value;
  const linkRequest = {
    email,
    callbackUrl: safeCallbackUrl(target, APP_URL),
    locale: (await getLanguage()).locale,
    browserSecret: await keepBrowserSecret(APP_URL),
    client: clientAddress(await headers(), settings),
    isKnownBrowser: isKnownBrowser(proof, { email, appSecret: APP_SECRET }),
  };
  const vault = createVault(APP_SECRET, 'mail');
  const outcome = await requestLink(await getDb(), linkRequest, { vault, settings, now: new Date() });
  if (outcome === 'rate-limited') recordRefused(new Date());
}

/** The requester is not informed, so the operator must be. */
function recordRefused(now: Date): void {
  const note = singleton('refused-links', () =>
    throttleLog((count) => log().warn('signin.links-refused', { count }), { everyMs: 60_000 }),
  );
  note(now);
}

/** One secret for all links requested by this browser, so that a second one does not invalidate the first. */
async function keepBrowserSecret(appUrl: string): Promise<string> {
  const jar = await cookies();
  const { name, options } = authCookie('linkBrowser', appUrl);
  const existing = jar.get(name)?.value;
  const secret = isSecret(existing) ? existing : newSecret();
  jar.set(name, secret, { ...options, maxAge: LINK_MINUTES * 60 });
  return secret;
}

/**
 * Resolves with the result of `work`, but not before `ms` milliseconds: the response time then reveals
 * nothing about the work, as long as that took less.
 */
async function noSoonerThan<T>(ms: number, work: Promise<T>): Promise<T> {
  await Promise.allSettled([work, setTimeout(ms)]);
  return work;
}
