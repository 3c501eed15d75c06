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

/** Whether these values are certainly about the person: the full name, together with the phone or company. */
export function isAboutPerson(values: readonly string[], personal: Personal): boolean {
  if (!hasName(values, personal)) return false;
  return (
    hasPhone(values, personal) || values.some((value) => personal.companies.has(toCompanyKey(value) ?? ''))
  );
}

/** Whether one of these values is another address. */
export function hasOtherAddress(values: readonly string[], { emails }: Personal): boolean {
  return values.some((value) => {
    const key = toEmailKey(value);
    return key !== undefined && !emails.includes(key);
  });
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
