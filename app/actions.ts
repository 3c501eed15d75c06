'use server';

import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { writeAuditThrottled } from '@/lib/audit/write-audit';
import { getSignedIn, requireSignedIn } from '@/lib/auth/viewer';
import type { ActionResult } from '@/lib/core/action-result';
import { getDb } from '@/lib/db/handle';
import { readPost } from '@/lib/http/read-post';
import { offeredLocales } from '@/lib/i18n/catalogue';
import { isTheme, LANGUAGE_COOKIE, THEME_COOKIE } from '@/lib/i18n/preferences';
import { LIMITS } from '@/lib/limits/limits';
import { setPersonLocale } from '@/lib/people/person';
import { endSessions } from '@/lib/sessions/sessions';

/** Ends every session of the signed-in person, on all devices. Their cookies become worthless. */
export async function signOutEverywhere(): Promise<never> {
  const { personId, email } = await requireSignedIn('/leads');
  await (await getDb()).transaction(async (tx) => {
    const sessions = await endSessions(tx, { personId });
    const entry = { by: { personId, email }, event: 'signin.ended-everywhere', subject: email } as const;
    const turn = { limit: LIMITS.signIns, subject: `out ${personId}` };
    await writeAuditThrottled(tx, { ...entry, detail: { sessions }, at: new Date() }, turn);
  });
  redirect('/signin?done=everywhere');
}

const YEAR_SECONDS = 31_536_000;

const COOKIE = { path: '/', maxAge: YEAR_SECONDS, sameSite: 'lax', httpOnly: true } as const;

const themeSchema = z.object({ theme: z.string() });

/** Stores this person's choice of theme in their browser; anything but light or dark follows their system. */
export async function chooseTheme(_before: ActionResult | undefined, data: FormData): Promise<undefined> {
  const post = readPost(data, themeSchema);
  const theme = post.ok ? post.input.theme : undefined;
  const jar = await cookies();
  if (isTheme(theme)) {
    jar.set(THEME_COOKIE, theme, COOKIE);
  } else jar.delete(THEME_COOKIE);
}

const languageSchema = z.object({ language: z.string() });

/**
 * Stores the language of this browser, and of the person if they are signed in: then it follows them to their other
 * devices, and their mails are in it.
 */
export async function chooseLanguage(_before: ActionResult | undefined, data: FormData): Promise<undefined> {
  const post = readPost(data, languageSchema);
  const locale = post.ok && (await offeredLocales()).find((offered) => offered === post.input.language);
  if (!locale) return;
  (await cookies()).set(LANGUAGE_COOKIE, locale, COOKIE);
  const person = await getSignedIn();
  if (person) await setPersonLocale(await getDb(), { personId: person.personId, locale });
}
