import { addressSearch, hasAt } from './address-pattern';
import { findFolded, foldText, isBetweenWords, replaceFolded } from './fold';
import type { Name } from './name-pattern';
import { type Phone, phoneEnd, phonePattern, toPhonesAmong } from './phone-pattern';
import { type Sought, soughtInFileNames, soughtNames } from './sought-names';

/** In place of a name or an address in a text that stays: the same in all languages. The database knows it, too. */
export const BLANK = '•••';

/** By what other texts name a person: each once. Nothing at all if their account stays. */
export type Personal = {
  emails: readonly string[];
  names: readonly Name[];
  phones: readonly Phone[];
  /** The keys of their companies: never blanked, they tell two of one name apart. */
  companies: ReadonlySet<string>;
  /** Made of them once: a log has many texts. `namesakes`: addresses of others that stay (`sparing`). */
  patterns: Record<'addresses' | 'namesakes' | 'names' | 'files' | 'phones', readonly Sought[]>;
};

type Texts = {
  emails: readonly string[];
  names: readonly Name[];
  phones: readonly (string | null | undefined)[];
  companies?: readonly (string | null)[];
};

/** What is worth looking for. */
export function toPersonal({ emails, names, phones, companies = [] }: Texts): Personal {
  const numbers = uniqueBy(
    phones.flatMap((text) => (text ? toPhonesAmong(text) : [])),
    JSON.stringify,
  );
  const named = uniqueBy(names, JSON.stringify);
  return {
    ...{ emails: [...new Set(emails)], names: named, phones: numbers },
    companies: new Set(companies.flatMap((company) => company ?? [])),
    patterns: {
      addresses: [...new Set(emails)].map(addressSearch),
      namesakes: [],
      names: soughtNames(named),
      files: soughtInFileNames(named),
      phones: numbers.map((phone) => ({
        needles: [phoneEnd(phone)],
        pattern: new RegExp(phonePattern(phone), 'gu'),
      })),
    },
  };
}

/** The same, but for the addresses of people who sign in here, and of agents, with a name or address like theirs. */
export function sparing(personal: Personal, namesakes: readonly string[]): Personal {
  return { ...personal, patterns: { ...personal.patterns, namesakes: namesakes.map(addressSearch) } };
}

function uniqueBy<One>(all: readonly One[], keyOf: (one: One) => string): One[] {
  return [...new Map(all.map((one) => [keyOf(one), one])).values()];
}

/**
 * Blanks each address, full name and phone in a text, as a whole: `ann@x.example` is not a part of `joann@x.example`.
 * Names in both orders, in whatever case and Unicode form, with accents or without; phones in whatever spelling. Not a
 * name alone: it is that of many.
 */
export function blankAll(text: string, personal: Personal): string {
  const rest = blankAddresses(text, personal);
  const kept = likelyAddresses(rest, personal.patterns.namesakes).flatMap((one) => findFolded(rest, one));
  let [result, last] = ['', 0];
  for (const [start, end] of kept.toSorted(([one], [other]) => one - other)) {
    result += blankOthers(rest.slice(last, start), personal) + rest.slice(start, end);
    last = end;
  }
  return result + blankOthers(rest.slice(last), personal);
}

/** The same in the name of a file of an organization that has their lead: it may be all in small letters, without signs. */
export function blankFileName(name: string, personal: Personal): string {
  const rest = blankAll(name, personal);
  return blankLikely(rest, likelyIn(foldText(rest).text, personal.patterns.files));
}

/** Blanks each address alone. */
export function blankAddresses(text: string, { patterns: { addresses } }: Personal): string {
  return blankLikely(text, likelyAddresses(text, addresses));
}

function likelyAddresses(text: string, addresses: readonly Sought[]): readonly Sought[] {
  if (addresses.length === 0) return [];
  const { text: folded } = foldText(text, 'addresses');
  return hasAt(folded) ? likelyIn(folded, addresses) : [];
}

/** Blanks each address alone in all texts of a JSON value; undefined if it holds none. */
export function blankAddressesIn<Value>(value: Value, personal: Personal): Value | undefined {
  const blank = (_: string, part: unknown) =>
    typeof part === 'string' ? blankAddresses(part, personal) : part;
  const blanked = JSON.stringify(value, blank);
  return blanked === JSON.stringify(value) ? undefined : JSON.parse(blanked);
}

/** Whether a text holds the address of someone else with a name like theirs. */
export function isOfNamesake(text: string, { patterns: { namesakes } }: Personal): boolean {
  return likelyAddresses(text, namesakes).some((one) => findFolded(text, one).length > 0);
}

/** Blanks each address and phone: the names are also those of somebody else. */
export function blankContacts(text: string, personal: Personal): string {
  return blankPhones(blankAddresses(text, personal), personal);
}

/** Blanks each phone alone. */
export function blankPhones(text: string, personal: Personal): string {
  return blankLikely(text, likelyPhones(foldText(text).text, personal));
}

function blankOthers(text: string, personal: Personal): string {
  const { text: folded } = foldText(text);
  const names = likelyIn(folded, personal.patterns.names);
  return blankLikely(text, [...names, ...likelyPhones(folded, personal)]);
}

/** Those that the folded text may hold. */
const likelyIn = (folded: string, sought: readonly Sought[]) =>
  sought.filter(({ needles }) => needles.some((word) => folded.includes(word)));

function likelyPhones(folded: string, { patterns: { phones } }: Personal) {
  const digits = folded.replace(/\D/g, '');
  return phones.filter(({ needles }) => needles.some((end) => digits.includes(end)));
}

function blankLikely(text: string, likely: readonly Sought[]): string {
  const blanked = likely.reduce((rest, sought) => replaceFolded(rest, sought, BLANK), text);
  if (!isBetweenWords(blanked)) return blanked;
  const apart = likely.map(
    ({ kind = 'names', ...sought }): Sought => ({
      ...sought,
      kind: kind === 'addresses' ? 'addresses-apart' : 'names-apart',
    }),
  );
  return apart.reduce((rest, sought) => replaceFolded(rest, sought, BLANK), blanked);
}

/** Whether nothing would be looked for. */
export const isNobody = ({ emails, names, phones }: Personal): boolean =>
  emails.length + names.length + phones.length === 0;
