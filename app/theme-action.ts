'use server';

import { cookies } from 'next/headers';
import { isTheme, THEME_COOKIE } from '@/lib/i18n/theme';

const YEAR_SECONDS = 31_536_000;

/** Keeps this person's choice of looks in their browser; anything but light or dark follows their system. */
export async function chooseTheme(_state: undefined, data: FormData): Promise<undefined> {
  const theme = data.get('theme');
  const jar = await cookies();
  if (isTheme(theme)) {
    jar.set(THEME_COOKIE, theme, { path: '/', maxAge: YEAR_SECONDS, sameSite: 'lax', httpOnly: true });
  } else jar.delete(THEME_COOKIE);
}
