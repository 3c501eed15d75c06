'use server';

import { revalidatePath } from 'next/cache';
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { getLocale } from 'next-intl/server';
import { z } from 'zod';
import { writeAuditThrottled } from '@/lib/audit/write-audit';
import { endCachingLeads } from '@/lib/auth/caches-leads';
import { isSecure } from '@/lib/auth/cookies';
import { getSignedIn, requireSignedIn, requireViewer } from '@/lib/auth/viewer';
import type { ActionResult } from '@/lib/core/action-result';
import { DENSITIES, LIST_COLUMNS } from '@/lib/core/preferences';
import { getDb } from '@/lib/db/handle';
import { readPost } from '@/lib/http/read-post';
import { LOCALES } from '@/lib/i18n/locales';
import { isTheme, LANGUAGE_COOKIE, THEME_COOKIE } from '@/lib/i18n/preferences';
import { setListDisplay } from '@/lib/leads/columns';
import { LIMITS } from '@/lib/limits/limits';
import { setPersonLocale, setShortcuts } from '@/lib/people/person';
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
  await endCachingLeads();
  redirect('/signin?done=everywhere');
}

const YEAR_SECONDS = 31_536_000;

/** Of a preference: it outlives the session. */
const preferenceCookie = () =>
  ({ path: '/', maxAge: YEAR_SECONDS, sameSite: 'lax', httpOnly: true, secure: isSecure() }) as const;

const themeSchema = z.object({ theme: z.string() });

/** Stores this person's choice of theme in their browser; anything but light or dark follows their system. */
export async function chooseTheme(_before: ActionResult | undefined, data: FormData): Promise<undefined> {
  const post = readPost(data, themeSchema);
  const theme = post.ok ? post.input.theme : undefined;
  const jar = await cookies();
  if (isTheme(theme)) {
    jar.set(THEME_COOKIE, theme, preferenceCookie());
  } else jar.delete(THEME_COOKIE);
}

const languageSchema = z.object({ language: z.enum(LOCALES) });

/**
 * Stores the language of this browser, and of the person if they are signed in: then it follows them to their other
 * devices, and their mails are in it.
 */
export async function chooseLanguage(_before: ActionResult | undefined, data: FormData): Promise<undefined> {
  const post = readPost(data, languageSchema);
  if (!post.ok) return;
  const locale = post.input.language;
  (await cookies()).set(LANGUAGE_COOKIE, locale, preferenceCookie());
  const person = await getSignedIn();
  if (person) await setPersonLocale(await getDb(), { personId: person.personId, locale });
}

const displaySchema = z.looseObject({ density: z.enum(DENSITIES) });

/** Stores how this person's list of leads is displayed. */
export async function chooseListDisplay(
  _before: ActionResult | undefined,
  data: FormData,
): Promise<ActionResult | undefined> {
  const viewer = await requireViewer('/leads');
  const post = readPost(data, displaySchema);
  if (!post.ok) return;
  const { density } = post.input;
  const columns = LIST_COLUMNS.filter((column) => post.input[`column.${column}`] !== undefined);
  await setListDisplay(await getDb(), viewer, { columns, density, locale: await getLocale() });
  revalidatePath('/leads');
}

const shortcutsSchema = z.object({ shortcuts: z.enum(['on', 'off']) });

/** Switches the keyboard shortcuts of this person on or off. */
export async function chooseShortcuts(_before: ActionResult | undefined, data: FormData): Promise<undefined> {
  const { personId } = await requireSignedIn('/leads');
  const post = readPost(data, shortcutsSchema);
  if (!post.ok) return;
  await setShortcuts(await getDb(), { personId, shortcuts: post.input.shortcuts === 'on' });
  revalidatePath('/', 'layout');
}
