'use server';

import { cookies } from 'next/headers';
import { z } from 'zod';
import type { ActionResult } from '@/lib/core/action-result';
import { readPost } from '@/lib/http/read-post';
import { isTheme, THEME_COOKIE } from '@/lib/i18n/theme';

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
