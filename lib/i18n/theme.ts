import 'server-only';
import { cookies } from 'next/headers';

/** The cookie with the person's own choice between light and dark. */
export const THEME_COOKIE = 'theme';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** True if `value` is a theme and not the system's own choice. */
export function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value);
}

/** The theme this person chose; undefined leaves it to their system. */
export async function getTheme(): Promise<Theme | undefined> {
  const chosen = (await cookies()).get(THEME_COOKIE)?.value;
  return isTheme(chosen) ? chosen : undefined;
}
