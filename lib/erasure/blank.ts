import { escapeHtml } from '@/lib/core/html';
import { replaceFolded } from './fold';
import { type Name, namePattern } from './name-pattern';
import { type Phone, phonePattern, toPhones } from './phone-pattern';

/** In place of a name or an address in a text that stays: the same in all languages. The database knows it, too. */
export const BLANK = '•••';

/** By what other texts name a person: each once. Nothing at all if their account stays. */
export type Personal = {
  emails: readonly string[];
  names: readonly Name[];
  phones: readonly Phone[];
  /** The keys of their companies: never blanked, they tell two of one name apart. */
  companies: ReadonlySet<string>;
  /** Made of them once: a log has many texts. */
  patterns: { addresses?: RegExp; others?: RegExp };
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
    phones.flatMap((text) => (text ? toPhones(text) : [])),
    JSON.stringify,
  );
  const named = uniqueBy(names, JSON.stringify);
  const others = [...named.flatMap((name) => namePattern(name) ?? []), ...numbers.map(phonePattern)];
  return {
    ...{ emails: [...new Set(emails)], names: named, phones: numbers },
    companies: new Set(companies.flatMap((company) => company ?? [])),
    patterns: {
      addresses: toPattern([...new Set(emails)].map(addressPattern), 'giu'),
      others: toPattern(others, 'gu'),
    },
  };
}

function uniqueBy<One>(all: readonly One[], keyOf: (one: One) => string): One[] {
  return [...new Map(all.map((one) => [keyOf(one), one])).values()];
}

const toPattern = (parts: readonly string[], flags: string) =>
  parts.length === 0 ? undefined : new RegExp(parts.map((part) => `(?:${part})`).join('|'), flags);

/**
 * Blanks each address, full name and phone in a text, as a whole: `ann@x.example` is not a part of `joann@x.example`.
 * Names in both orders, in whatever case and Unicode form, with accents or without; phones in whatever spelling. Not a
 * name alone: it is that of many.
 */
export function blankAll(text: string, { patterns: { addresses, others } }: Personal): string {
  const rest = addresses ? text.replace(addresses, BLANK) : text;
  return others ? replaceFolded(rest, others, BLANK) : rest;
}

/** Whether nothing would be looked for. */
export const isNobody = ({ emails, names, phones }: Personal): boolean =>
  emails.length + names.length + phones.length === 0;

function addressPattern(email: string): string {
  const forms = [email, email.normalize('NFD'), email.normalize('NFC'), escapeHtml(email)];
  const texts = [...new Set(forms)].map((form) =>
    form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace('@', '(?:@|%40)'),
  );
  // A quotation mark before it is not a part of it, but that of "o'brien@" is.
  const before = String.raw`[\p{L}\p{N}._%+!$^~-]|[\p{L}\p{N}]['’]`;
  const after = String.raw`[\p{L}\p{N}-]|\.[\p{L}\p{N}]`;
  return `(?<!${before})(?:${texts.join('|')})(?!${after})`;
}
