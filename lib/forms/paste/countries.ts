import { toFieldTokens } from '../field-tokens';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ja'];
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** What people write and no list of names has. */
const ALSO: Record<string, string> = {
  usa: 'US',
  'u s a': 'US',
  'united states of america': 'US',
  uk: 'GB',
  'u k': 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  holland: 'NL',
  uae: 'AE',
  'czech republic': 'CZ',
  日本国: 'JP',
};

let names: Map<string, string> | undefined;

/** The names of all countries in the desk's languages, as they are compared, with their codes. Made when first asked for. */
function namesOfAll(): Map<string, string> {
  if (names) return names;
  names = new Map(Object.entries(ALSO));
  const codes = LETTERS.flatMap((one) => LETTERS.map((other) => one + other));
  for (const language of LANGUAGES) {
    const displayNames = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const code of codes) {
      const name = displayNames.of(code);
      // Not a country: "European Union", "Pseudo-Accents", "unknown region".
      if (name && !['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'].includes(code)) {
        const key = toFieldTokens(name);
        if (!names.has(key)) names.set(key, code);
      }
    }
  }
  return names;
}

/** The code (ISO 3166) of a country's name in one of the desk's languages; undefined if it is none. */
export function countryCode(text: string): string | undefined {
  return text.length > 60 ? undefined : namesOfAll().get(toFieldTokens(text));
}

/** The names of a country in the desk's languages, and its code, as they are compared. */
export function countryWords(code: string): Set<string> {
  const ofLanguages = LANGUAGES.map((language) =>
    new Intl.DisplayNames([language], { type: 'region' }).of(code),
  );
  const also = Object.entries(ALSO).flatMap(([name, own]) => (own === code ? [name] : []));
  return new Set([code, ...ofLanguages, ...also].map((name) => toFieldTokens(name ?? '')));
}
