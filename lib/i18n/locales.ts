/** The languages of the desk, each with a catalogue in `messages/`. The first is the default. */
export const LOCALES = ['en', 'de', 'fr', 'es', 'pt', 'ja'] as const;

/** The code of a language in `messages/`, and its tag (BCP 47). */
export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE = LOCALES[0];

/** True if `value` names a language of the desk. */
export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** Each language by its own name: a person may be able to read only that one. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  ja: '日本語',
};

/** A language of the admins' own texts. */
export type TextLanguage = {
  locale: Locale;
  /** By its own name. */
  name: string;
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
  return { locale, name: LOCALE_NAMES[locale], isDefault: locale === main };
}
