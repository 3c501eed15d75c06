import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { toPlainCharacters } from '@/lib/core/plain-characters';

/** Longer texts hold more than a number. */
const MAX_LENGTH = 60;
/** Shorter ones are extensions or emergency numbers. */
const MIN_DIGITS = 6;
const MAX_REGIONS = 4;

/** Top-level domains of countries that are used for their letters. */
const NO_COUNTRY = new Set(['ai', 'cc', 'co', 'fm', 'io', 'ly', 'me', 'tv', 'ws']);

/** The regions whose numbers people write without a country, by the language of the desk they use. */
const REGIONS_OF: Readonly<Record<string, readonly string[]>> = {
  en: ['US', 'GB'],
  de: ['DE', 'AT', 'CH'],
  fr: ['FR', 'BE', 'CH'],
  es: ['ES', 'MX'],
  pt: ['BR', 'PT'],
  ja: ['JP'],
};

/**
 * The keys by which a phone number is found, the surest first: in E.164, and as digits without country, for
 * numbers that were stored without one. A number without country is read as one of each region.
 */
export function toPhoneKeys(text: string, regions: readonly string[]): string[] {
  const typed = toPlainCharacters(text).normalize('NFKC').trim();
  if (typed.length > MAX_LENGTH) return [];
  // What follows is an extension or a second number; "(0)" is dialled from inside the country only.
  const [first = ''] = typed.split(/[;,\n#]|\bext/i);
  const number = first.replace(/\(0\)/, '').replace(/^\s*00(?=[1-9])/, '+');
  const digits = number.replace(/\D/g, '').replace(/^0+/, '');
  if (digits.length < MIN_DIGITS || digits.length > 15) return [];
  if (number.includes('+')) {
    const parsed = parse(number);
    return parsed ? [parsed.number, withoutCountry(parsed.nationalNumber)] : [];
  }
  const read = supported(regions).flatMap((region) => parse(number, region)?.number ?? []);
  return [...new Set([...read, withoutCountry(digits)])];
}

/** The key that a lead's phone number is stored with: of the first region, if it names no country itself. */
export function toStoredPhoneKey(text: string, regions: readonly string[]): string | undefined {
  return toPhoneKeys(text, regions.slice(0, 1))[0];
}

/** The region of a domain, by its country's letters. */
export function regionsOfDomains(domains: readonly (string | undefined)[]): string[] {
  return domains.flatMap((domain) => {
    const end = domain?.split('.').at(-1) ?? '';
    if (end.length !== 2 || NO_COUNTRY.has(end)) return [];
    return [end === 'uk' ? 'GB' : end.toUpperCase()];
  });
}

/** The regions a reader probably writes numbers of: those of the browser's languages, then those of the desk's. */
export function regionsOfReader({
  acceptLanguage,
  locale,
}: {
  acceptLanguage: string | null;
  locale: string;
}): string[] {
  const named = (acceptLanguage ?? '')
    .slice(0, 200)
    .matchAll(/\b[a-z]{2,3}-(?:[A-Z][a-z]{3}-)?([A-Z]{2})\b/g);
  const language = locale.split('-')[0] ?? '';
  return [...Array.from(named, ([, region = '']) => region), ...(REGIONS_OF[language] ?? [])];
}

const withoutCountry = (digits: string) => `~${digits.replace(/^0+/, '')}`;

function supported(regions: readonly string[]): CountryCode[] {
  return [...new Set(regions)].filter((region) => isSupportedCountry(region)).slice(0, MAX_REGIONS);
}

function parse(text: string, region?: CountryCode) {
  const parsed = parsePhoneNumberFromString(text, region);
  return parsed?.isPossible() ? parsed : undefined;
}
