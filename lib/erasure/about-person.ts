import { toCompanyKey } from '@/lib/known-keys/company';
import { toEmailKey } from '@/lib/known-keys/email';
import type { Personal } from './blank';
import { foldedWords } from './fold';
import { toPhones } from './phone-pattern';

const wordsOf = (text: string) => foldedWords(text).join(' ');

/** Whether some of these values are the person's full name: in one of them, or in two. */
export function hasName(values: readonly string[], { names }: Personal): boolean {
  const texts = new Set(values.map(wordsOf));
  return names.some(({ first, last }) => {
    const [given, family] = [wordsOf(first), wordsOf(last)];
    // Of signs alone: any empty cell would be it.
    if (given === '' || family === '') return false;
    const isApart = given !== family && texts.has(given) && texts.has(family);
    return isApart || texts.has(`${given} ${family}`) || texts.has(`${family} ${given}`);
  });
}

/** Whether one of these values is a phone of the person and nothing else. */
export function hasPhone(values: readonly string[], { phones }: Personal): boolean {
  return values
    .flatMap(toPhones)
    .some((one) =>
      phones.some(
        ({ country, national }) =>
          national === one.national && (!country || !one.country || country === one.country),
      ),
    );
}

/** Whether these values are certainly about the person: the full name, with the phone; or with the company and no other address. */
export function isAboutPerson(values: readonly string[], personal: Personal): boolean {
  if (!hasName(values, personal)) return false;
  // A company that is called after the person says no more than the name.
  const isOfCompany = values.some(
    (value) => personal.companies.has(toCompanyKey(value) ?? '') && !hasName([value], personal),
  );
  return hasPhone(values, personal) || (isOfCompany && !hasOtherAddress(values, personal));
}

/** What an address is written between in a list, in brackets after a name, or before what it is for. */
const AROUND_ADDRESSES = /(?:[\s,;/|<>()"&、，；]|mailto:)+/i;

/** The words of a value, without the full stop of its sentence. */
const wordsAround = (value: string) =>
  value
    .split(AROUND_ADDRESSES)
    .map((word) => word.replace(/\.$/, ''))
    .filter((word) => word !== '');

/** The addresses in a value, as keys. */
const addressesIn = (value: string) => wordsAround(value).flatMap((word) => toEmailKey(word) ?? []);

/**
 * Whether a value is one of these addresses: alone, as in `Ann Lee <ann@example.com>` or `ann@example.com (work)`, or in a
 * list of such. A text that mentions one is not.
 */
export function isAddress(value: unknown, addresses: readonly string[]): boolean {
  if (typeof value !== 'string') return false;
  const inBrackets = Array.from(value.matchAll(/<([^<>]+)>/g), ([, address = '']) => address);
  const keys = wordsAround(inBrackets.join(' ') || value.replace(/\([^()]*\)/g, ' ')).map(toEmailKey);
  return keys.every((key) => key !== undefined) && keys.some((key) => addresses.includes(key));
}

/** Whether one of these values is, or has, another address. */
export function hasOtherAddress(values: readonly string[], { emails }: Personal): boolean {
  return values.some((value) => addressesIn(value).some((address) => !emails.includes(address)));
}

/** What a search has to have of a word to be for it. */
const MIN_PART = 3;

/**
 * Whether a search of the list is for the person: each word finds them, and one is their first or last name or a word of
 * the first part of an address, or begins one. A search finds others of that name, too; but it holds the name.
 */
export function isSearchFor(search: string, { emails, names, companies }: Personal): boolean {
  const sought = foldedWords(search);
  const own = [
    ...names.flatMap(({ first, last }) => foldedWords(`${first} ${last}`)),
    ...emails.flatMap((email) => foldedWords(email.slice(0, email.lastIndexOf('@')))),
  ];
  const all = [...own, ...emails.flatMap(foldedWords), ...companies];
  const isFor = (word: string) =>
    own.some((one) => one === word || (word.length >= MIN_PART && one.startsWith(word)));
  return sought.some(isFor) && sought.every((word) => all.some((one) => one.includes(word)));
}
