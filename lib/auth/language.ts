import 'server-only';
import { cookies, headers } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { cache } from 'react';
import { loadCatalogue } from '@/lib/i18n/catalogue';
import { LOCALE_NAMES, LOCALES } from '@/lib/i18n/locales';
import { type Language, negotiateLanguage } from '@/lib/i18n/negotiate';
import { LANGUAGE_COOKIE } from '@/lib/i18n/preferences';
import { getTimeZone } from './time-zone';
import { getSignedIn } from './viewer';

/** The language of this request, read once. */
export const getLanguage = cache(async (): Promise<Language> => {
  const wishes = {
    chosen: await chosenLanguage(),
    cookie: (await cookies()).get(LANGUAGE_COOKIE)?.value,
    header: (await headers()).get('accept-language'),
  };
  return negotiateLanguage(wishes);
});

/** The languages to choose from, each by its own name; for the switch. */
export async function getLanguageChoices() {
  const { locale } = await getLanguage();
  return LOCALES.map((value) => ({
    value,
    name: LOCALE_NAMES[value],
    lang: value,
    isCurrent: value === locale,
  }));
}

/** If the database does not answer, the page says so itself, in the language of the browser. */
async function chosenLanguage(): Promise<string | null | undefined> {
  try {
    return (await getSignedIn())?.locale;
  } catch {
    return undefined;
  }
}

/** What next-intl works with: the texts of one language only. Named in `next.config.js`. */
export default getRequestConfig(async () => {
  const { locale, tag } = await getLanguage();
  const [{ messages }, timeZone] = await Promise.all([loadCatalogue(locale), getTimeZone()]);
  return { locale: tag, timeZone, messages };
});
