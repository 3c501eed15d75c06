import { escapeHtml } from '@/lib/core/html';
import { foldText, longestOf, type Search } from './fold';

/** "ann@x.example.csv", but not "ann@x.example.csv.org". */
const FILE_ENDINGS = String.raw`(?:\.(?:csv|tsv|txt|xlsx?|ods|pdf|docx?|vcf|eml|msg|json|xml|zip))+(?!\.?[\p{L}\p{M}\p{N}-])`;

/** A quotation mark before an address is not a part of it, but that of "o'brien@" is. */
const BEFORE = String.raw`[\p{L}\p{M}\p{N}._%+!$^~-]|[\p{L}\p{M}\p{N}]['’]`;
/** More of the domain, unless a file is called after the address. */
const AFTER = String.raw`[\p{L}\p{M}\p{N}-]|(?!${FILE_ENDINGS})\.[\p{L}\p{N}]`;

/** As texts, addresses of pages and HTML have it. */
const AT = '(?:@|%40|&#64;|&#x40;|&commat;)';

/** The ways in which a text of ASCII has an address, in small letters. */
export const addressForms = (email: string): string[] => [
  ...['@', '%40', '&#64;', '&#x40;', '&commat;'].map((at) => escapeHtml(email).replace('@', at)),
  ...[email, encodeURIComponent(email.normalize('NFC')).toLowerCase()],
];

/** Whether a folded text may hold an address at all. */
export const hasAt = (folded: string): boolean => /@|%40|&#64;|&#x40;|&commat;/.test(folded);

/** Finds an address as a whole, in whatever case, width and Unicode form, with its accents; also as it stands in a link. */
export function addressSearch(email: string): Search & { needles: readonly string[] } {
  const composed = email.normalize('NFC');
  const forms = [email, escapeHtml(email), escapeHtml(composed), encodeURIComponent(composed)];
  const folded = [...new Set(forms.map((form) => foldText(form, 'addresses').text))];
  const texts = folded.map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/@|%40/, AT));
  const pattern = new RegExp(`(?<!${BEFORE})(?:${[...new Set(texts)].join('|')})(?!${AFTER})`, 'gu');
  // The same in all forms.
  const plain = foldText(email, 'addresses').text.match(/[a-z0-9]+(?!\p{M})/gu) ?? [];
  return { pattern, kind: 'addresses', needles: [longestOf(plain)] };
}
