/** The languages of the desk, each with a catalogue in `messages/` once it is translated. The first is the default. */
export const LOCALES = ['en', 'de', 'fr', 'es', 'pt', 'ja'] as const;

/** English made longer, for checks of layout (`PSEUDO_CATALOGUE`). */
export const PSEUDO = 'xx';

/** The code of a language in `messages/`, not a BCP 47 tag. */
export type Locale = (typeof LOCALES)[number] | typeof PSEUDO;

export const DEFAULT_LOCALE = LOCALES[0];

/** True if `value` names a language of the desk, translated or not. */
export function isLocale(value: unknown): value is Locale {
  return value === PSEUDO || LOCALES.some((locale) => locale === value);
}

/** Each language by its own name: a person may be able to read only that one. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  ja: '日本語',
  xx: 'Pseudo',
};

/** The tag (BCP 47) of a language without a region, for `lang` and for formats. `xx` is not a valid tag: the pseudo-language uses `en-XA`. */
export function tagOf(locale: Locale): string {
  return locale === PSEUDO ? 'en-XA' : locale;
}

/** A language of the admins' own texts. */
export type TextLanguage = {
  locale: Locale;
  /** By its own name. */
  name: string;
  /** Its tag (BCP 47). */
  tag: string;
  /** True for the language that people read where theirs has no text. */
  isDefault: boolean;
};

/** The languages of the admins' own texts, `main` first: the one of the texts without a language. */
export function textLanguages(main: Locale): TextLanguage[] {
  const others = LOCALES.filter((locale) => locale !== main);
  return [main, ...others].map((locale) => textLanguage(locale, main));
}

/** One of the languages of the admins' own texts. */
export function textLanguage(locale: Locale, main: Locale): TextLanguage {
  return { locale, name: LOCALE_NAMES[locale], tag: tagOf(locale), isDefault: locale === main };
}
