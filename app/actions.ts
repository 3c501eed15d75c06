'use server';

import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { writeAuditThrottled } from '@/lib/audit/write-audit';
import { requireSignedIn } from '@/lib/auth/viewer';
import type { ActionResult } from '@/lib/core/action-result';
import { getDb } from '@/lib/db/handle';
import { readPost } from '@/lib/http/read-post';
import { isTheme, THEME_COOKIE } from '@/lib/i18n/preferences';
import { LIMITS } from '@/lib/limits/limits';
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

const postSchema = z.object({ theme: z.string() });

/** Stores this person's choice of theme in their browser; anything but light or dark follows their system. */
export async function chooseTheme(_before: ActionResult | undefined, data: FormData): Promise<undefined> {
  const post = readPost(data, postSchema);
  const theme = post.ok ? post.input.theme : undefined;
  const jar = await cookies();
  if (isTheme(theme)) {
    jar.set(THEME_COOKIE, theme, { path: '/', maxAge: YEAR_SECONDS, sameSite: 'lax', httpOnly: true });
  } else jar.delete(THEME_COOKIE);
}
