import 'server-only';
import Negotiator from 'negotiator';
import { DEFAULT_LOCALE, isLocale, type Locale } from './locales';

/** Browsers send far less; the rest of a longer header is ignored. */
const MAX_HEADER_LENGTH = 500;

/** Which languages the sender of a request prefers, as far as known. */
export type LanguagePreferences = {
  /** The person's own choice; untrusted like the others. */
  chosen?: string | null;
  /** The choice of this browser, made before its person signed in. */
  cookie?: string | null;
  /** `Accept-Language` */
  header?: string | null;
};

/** A language we have texts in, and the tag for `lang` and formats, with the browser's region if it sent one. */
export type Language = { locale: Locale; tag: string };

/**
 * The language of a request: the person's choice, else the browser's, else the best of `Accept-Language` (RFC 9110,
 * section 12.5.4; `de-AT` takes German), else English.
 */
export function negotiateLanguage(preferences: LanguagePreferences): Language {
  const wanted = readHeader(preferences.header);
  const locale =
    [preferences.chosen, preferences.cookie, ...wanted.map(({ language }) => language)].find(isLocale) ??
    DEFAULT_LOCALE;
  const ofBrowser = wanted.find(({ language, region }) => language === locale && region !== undefined);
  return { locale, tag: ofBrowser ? `${locale}-${ofBrowser.region}` : locale };
}

/** The preferred languages, best first. Invalid tags are left out, and so are extensions such as a calendar. */
function readHeader(header: string | null | undefined): { language: string; region?: string }[] {
  const read = new Negotiator({ headers: { 'accept-language': header?.slice(0, MAX_HEADER_LENGTH) ?? '' } });
  return read.languages().flatMap((tag) => {
    try {
      const { language, region } = new Intl.Locale(tag);
      return [{ language, region }];
    } catch {
      return [];
    }
  });
}
