import { escapeHtml } from '@/lib/core/html';
import { isDense } from './dense-name';
import { foldedWords, foldText, type IsMeant, replaceFolded } from './fold';
import { AROUND, isOfLongerName } from './longer-name';
import { type Name, namePatterns, nameTest, nameWords } from './name-pattern';
import { type Phone, phoneEnd, phonePattern, toPhones } from './phone-pattern';

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
  patterns: { addresses?: RegExp; namesakes?: RegExp; names: readonly Sought[]; phones: readonly Sought[] };
};

/** A pattern, and what a folded text has to hold for it to match: a thousand patterns would take seconds for one text. */
type Sought = { needles: readonly string[]; pattern: RegExp; isMeant?: IsMeant };

type Texts = {
  emails: readonly string[];
  names: readonly Name[];
  phones: readonly (string | null | undefined)[];
  companies?: readonly (string | null)[];
};

/** What is worth looking for. */
export function toPersonal({ emails, names, phones, companies = [] }: Texts): Personal {
  const numbers = uniqueBy(
    phones.flatMap((text) => (text ? toPhones(text) : [])),
    JSON.stringify,
  );
  const named = uniqueBy(names, JSON.stringify);
  const own = new Set(named.flatMap(({ first, last }) => foldedWords(`${first} ${last}`)));
  return {
    ...{ emails: [...new Set(emails)], names: named, phones: numbers },
    companies: new Set(companies.flatMap((company) => company ?? [])),
    patterns: {
      addresses: toAddressesPattern(emails),
      // Of all names first the whole, and the longest: a part of a longer one would leave the rest.
      names: (['whole', 'called'] as const).flatMap((part) =>
        named
          .toSorted((one, other) => other.first.length - one.first.length)
          .flatMap((name) => soughtOf(name, { part, own })),
      ),
      phones: numbers.map((phone) => ({
        needles: [phoneEnd(phone)],
        pattern: new RegExp(phonePattern(phone), 'gu'),
      })),
    },
  };
}

function soughtOf(
  name: Name,
  { part, own }: { part: 'whole' | 'called'; own: ReadonlySet<string> },
): Sought[] {
  const isName = nameTest(name);
  const [given, family] = [name.first, name.last].map((text) => foldedWords(text).join(''));
  const isOfInitial = /^[a-z]$/.test(given ?? '') && !isDense(family ?? '');
  const isMeant: IsMeant = (text, start, end) => {
    const match = text.slice(start, end);
    const [before, after] = [text.slice(Math.max(0, start - AROUND), start), text.slice(end, end + 1)];
    return isName(match) && !(isOfInitial && isOfLongerName(match, { before, after, own }));
  };
  const needles = nameWords(name);
  return namePatterns(name)[part].map((pattern) => ({
    needles,
    pattern: new RegExp(pattern, 'gu'),
    isMeant,
  }));
}

/** The same, but for the addresses of people who sign in here, and of agents, with a name or address like theirs. */
export function sparing(personal: Personal, namesakes: readonly string[]): Personal {
  return { ...personal, patterns: { ...personal.patterns, namesakes: toAddressesPattern(namesakes) } };
}

function uniqueBy<One>(all: readonly One[], keyOf: (one: One) => string): One[] {
  return [...new Map(all.map((one) => [keyOf(one), one])).values()];
}

function toAddressesPattern(emails: readonly string[]): RegExp | undefined {
  if (emails.length === 0) return undefined;
  return new RegExp([...new Set(emails)].map((email) => `(?:${addressPattern(email)})`).join('|'), 'giu');
}

/**
 * Blanks each address, full name and phone in a text, as a whole: `ann@x.example` is not a part of `joann@x.example`.
 * Names in both orders, in whatever case and Unicode form, with accents or without; phones in whatever spelling. Not a
 * name alone: it is that of many.
 */
export function blankAll(text: string, personal: Personal): string {
  const { namesakes } = personal.patterns;
  const rest = blankAddresses(text, personal);
  if (!namesakes) return blankOthers(rest, personal);
  const kept = [...rest.matchAll(namesakes), undefined];
  let last = 0;
  return kept
    .map((match) => {
      const part = blankOthers(rest.slice(last, match?.index), personal);
      last = (match?.index ?? 0) + (match?.[0].length ?? 0);
      return part + (match?.[0] ?? '');
    })
    .join('');
}

/** Blanks each address alone. */
export function blankAddresses(text: string, { patterns: { addresses } }: Personal): string {
  return addresses && /@|%40/.test(text) ? text.replace(addresses, BLANK) : text;
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
  return namesakes !== undefined && text.search(namesakes) !== -1;
}

/** Blanks each address and phone: the names are also those of somebody else. */
export function blankContacts(text: string, personal: Personal): string {
  const rest = blankAddresses(text, personal);
  return blankLikely(rest, likelyPhones(foldText(rest).text, personal));
}

function blankOthers(text: string, personal: Personal): string {
  const { text: folded } = foldText(text);
  const names = personal.patterns.names.filter(({ needles }) =>
    needles.some((word) => folded.includes(word)),
  );
  return blankLikely(text, [...names, ...likelyPhones(folded, personal)]);
}

function likelyPhones(folded: string, { patterns: { phones } }: Personal) {
  const digits = folded.replace(/\D/g, '');
  return phones.filter(({ needles }) => needles.some((end) => digits.includes(end)));
}

const blankLikely = (text: string, likely: readonly Sought[]): string =>
  likely.reduce((rest, sought) => replaceFolded(rest, sought, BLANK), text);

/** Whether nothing would be looked for. */
export const isNobody = ({ emails, names, phones }: Personal): boolean =>
  emails.length + names.length + phones.length === 0;

/** "ann@x.example.csv", but not "ann@x.example.csv.org". */
const FILE_ENDINGS = String.raw`(?:\.(?:csv|tsv|txt|xlsx?|ods|pdf|docx?|vcf|eml|msg|json|xml|zip))+(?!\.?[\p{L}\p{N}-])`;

function addressPattern(email: string): string {
  const forms = [email, email.normalize('NFD'), email.normalize('NFC'), escapeHtml(email)];
  const texts = [...new Set(forms)].map((form) =>
    form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace('@', '(?:@|%40)'),
  );
  // A quotation mark before it is not a part of it, but that of "o'brien@" is.
  const before = String.raw`[\p{L}\p{N}._%+!$^~-]|[\p{L}\p{N}]['’]`;
  // More of the domain, unless a file is called after the address.
  const after = String.raw`[\p{L}\p{N}-]|(?!${FILE_ENDINGS})\.[\p{L}\p{N}]`;
  return `(?<!${before})(?:${texts.join('|')})(?!${after})`;
}
