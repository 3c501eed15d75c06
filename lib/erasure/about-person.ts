import { toCompanyKey } from '@/lib/known-keys/company';
import { toEmailKey } from '@/lib/known-keys/email';
import { withoutAnyTitle } from './attached';
import { BLANK, blankAll, type Personal } from './blank';
import type { Entry } from './entry';
import { isNoPerson, isOfOffice } from './everyday-words';
import { foldedWords } from './fold';
import { isParticle } from './particles';
import { toPhones } from './phone-pattern';

const wordsOf = (text: string) => foldedWords(text).join(' ');

/** Whether some of these values are the person's full name: in one of them, or in two. Titles make no difference. */
export function hasName(values: readonly string[], { names }: Pick<Personal, 'names'>): boolean {
  const texts = new Set(values.flatMap((value) => [wordsOf(value), wordsOf(withoutAnyTitle(value))]));
  return names.some(({ first, last }) => {
    const [given, family] = [wordsOf(first), wordsOf(last)];
    // Of signs alone: any empty cell would be it.
    if (given === '' || family === '') return false;
    const isApart = given !== family && texts.has(given) && texts.has(family);
    return isApart || texts.has(`${given} ${family}`) || texts.has(`${family} ${given}`);
  });
}

/**
 * Whether the person of an entry is called so, as texts have the name: with an umlaut in two letters, or the first of several
 * first names. If the entry does not say how they are called, whether any of its values are.
 */
function isCalledSo({ first, last, values }: Entry, personal: Personal): boolean {
  const own = [first, last].filter((name) => name !== '');
  if (own.length === 0) return hasName(values, personal);
  if (hasName(own, personal)) return true;
  const blanked = blankAll(own.map(withoutAnyTitle).join(' '), personal);
  // Only an initial may be left: someone with another name besides is somebody else.
  return blanked.includes(BLANK) && !/\p{L}{2}/u.test(blanked);
}

/** Whether one of these values is a phone of the person and nothing else. */
export function hasPhone(values: readonly string[], { phones }: Pick<Personal, 'phones'>): boolean {
  return values
    .flatMap(toPhones)
    .some((one) =>
      phones.some(
        ({ country, national }) =>
          national === one.national && (!country || !one.country || country === one.country),
      ),
    );
}

/** Whether an entry is certainly about the person: the full name, with the phone; or with the company and no other address. */
export function isAboutPerson(entry: Entry, personal: Personal): boolean {
  const { values } = entry;
  if (!isCalledSo(entry, personal)) return false;
  // A company that is called after the person says no more than the name.
  const isOfCompany = values.some(
    (value) => personal.companies.has(toCompanyKey(value) ?? '') && !hasName([value], personal),
  );
  return hasPhone(values, personal) || (isOfCompany && !hasOtherAddress(values, personal.emails));
}

/**
 * Whether an entry is the person's by their address: its email is the address, with a remark or without, and no other one;
 * or the address stands elsewhere, and nothing says that somebody else is meant.
 */
export function isByAddress(
  entry: Entry,
  { addresses, personal }: { addresses: readonly string[]; personal: Personal },
): boolean {
  const { first, last, email, values } = entry;
  const own = email === undefined ? values : [email];
  const isOwn =
    own.some((value) => addressesIn(value).some((address) => addresses.includes(address))) &&
    !hasOtherAddress(own, addresses);
  if (isOwn || (email !== undefined && isAddress(email, addresses))) return true;
  if (!values.some((value) => isAddress(value, addresses))) return false;
  const isOfOther = `${first}${last}` !== '' || hasOtherAddress(own, [...addresses, ...personal.emails]);
  return !isOfOther || isCalledSo(entry, personal);
}

/**
 * Whether a draft without the address is about the person: the full name with the phone or company; the name and nothing by
 * which someone else is reached, in an organization that has the lead; or the phone without another name, address or
 * company: colleagues and neighbours may share one.
 */
export function isDraftAbout(
  entry: Entry,
  { personal, isOurs }: { personal: Personal; isOurs: boolean },
): boolean {
  if (isAboutPerson(entry, personal)) return true;
  const { first, last, email, phone, company, values } = entry;
  const isReached = [email, phone, company].some(Boolean);
  if (isCalledSo(entry, personal)) return isOurs && !isReached;
  const { companies } = personal;
  const isElsewhere = company !== '' && !companies.has(toCompanyKey(company) ?? '');
  return (
    hasPhone(values, personal) &&
    `${first}${last}` === '' &&
    !isElsewhere &&
    !hasOtherAddress(values, personal.emails)
  );
}

/** What an address is written between in a list, in brackets after a name, or before what it is for. */
const AROUND_ADDRESSES = /(?:[\s,;/|<>()"&、，；،؛]|mailto:)+/i;

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

/** Whether one of these values is, or has, an address beside these. */
function hasOtherAddress(values: readonly string[], emails: readonly string[]): boolean {
  return values.some((value) => addressesIn(value).some((address) => !emails.includes(address)));
}

const isNoParticle = (word: string) => !isParticle(word);

/** The words of a name that are not those of many people. One that is all of a first or last name is no particle: Mac. */
function wordsOfName({ first, last }: Personal['names'][number]): string[] {
  if (isNoPerson(`${first} ${last}`)) return [];
  return [first, last]
    .map(foldedWords)
    .flatMap((words) => (words.length > 1 ? words.filter(isNoParticle) : words));
}

/** What a search has to have of a word to be for it. */
const MIN_PART = 3;

/**
 * Whether a search of the list is for the person: each word finds them, and one is their first or last name or a word of
 * the first part of an address, or begins one. A search finds others of that name, too; but it holds the name.
 */
export function isSearchFor(search: string, { emails, names, companies }: Personal): boolean {
  if (hasName([search], { names })) return true;
  const sought = foldedWords(search);
  const own = [
    ...names.flatMap(wordsOfName),
    ...emails.flatMap((email) => foldedWords(email.slice(0, email.lastIndexOf('@')))).filter(isNoParticle),
  ].filter((word) => !isOfOffice(word) && !/^[a-z]$/.test(word));
  const all = [...own, ...emails.flatMap(foldedWords), ...companies];
  const isFor = (word: string) =>
    own.some((one) => one === word || (word.length >= MIN_PART && one.startsWith(word)));
  return sought.some(isFor) && sought.every((word) => all.some((one) => one.includes(word)));
}
