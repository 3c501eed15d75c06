import { ACCENTS, PLAIN_LETTERS } from '@/lib/core/plain-letters';

/** A text as it is compared, with the place in the original of each of its code units. */
export type Folded = { text: string; startOf: (unit: number) => number; endOf: (unit: number) => number };

/**
 * `names`: without accents, with the digits of all scripts as ours. `addresses`: with accents, because `jörg@` and `jorg@`
 * are two people. `apart`: what is not seen and stands between words, such as a direction mark, is a space; else it is
 * nothing, because it also stands within words.
 */
export type FoldKind = `${'names' | 'addresses'}${'' | '-apart'}`;

/**
 * In a name, as anywhere else, the sigma at the end of a word is a sigma. Arabic and Persian keyboards have different
 * letters for the same one.
 */
const LETTERS: Readonly<Record<string, string>> = {
  ...PLAIN_LETTERS,
  ...{ ς: 'σ', ی: 'ي', ى: 'ي', ک: 'ك', ة: 'ه' },
};

/** Written, and not seen: soft hyphens, joiners, direction marks, fillers. */
const INVISIBLE = /^[\p{Cf}\p{Default_Ignorable_Code_Point}]$/u;

/** Points of Hebrew and Arabic, and what makes a word of Arabic longer: with them or without, a name is the same. */
const POINTS =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]/g;

/**
 * The text without case, accents, widths of characters and what is not seen, however Unicode composes it: `ÉLODIE`,
 * `Élodie` in two forms and `elodie` are one. A match in it has its place in the original.
 */
export function foldText(original: string, kind: FoldKind = 'names'): Folded {
  // Most texts: each unit stays where it is.
  if (!/[^\0-\x7f]/.test(original))
    return { text: original.toLowerCase(), startOf: (unit) => unit, endOf: (unit) => unit + 1 };
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let place = 0;
  for (const character of original) {
    const folded = foldCharacter(character, kind);
    const end = place + character.length;
    // An accent by itself belongs to the letter before it.
    if (folded === '' && ends.length > 0 && !isInvisible(character)) ends[ends.length - 1] = end;
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts.push(place);
      ends.push(end);
    }
    text += folded;
    place = end;
  }
  const { length } = original;
  return { text, startOf: (unit) => starts[unit] ?? length, endOf: (unit) => ends[unit] ?? length };
}

/** Zero-width spaces, direction marks and the mark at the beginning of a file. */
const BETWEEN_WORDS = /[\u200b\ufeff\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/;

/** Whether a text has a character that nobody sees and that stands between words. */
export const isBetweenWords = (text: string): boolean => BETWEEN_WORDS.test(text);

/** Whether a character is written and not seen. */
export const isInvisible = (character: string): boolean => INVISIBLE.test(character);

/** A text has few different characters, and each takes a while. */
const KNOWN: Record<FoldKind, Map<string, string>> = {
  ...{ names: new Map(), addresses: new Map() },
  ...{ 'names-apart': new Map(), 'addresses-apart': new Map() },
};
const MOST_KNOWN = 5_000;

function foldCharacter(character: string, kind: FoldKind): string {
  if (character <= '\u007f') return character.toLowerCase();
  const known = KNOWN[kind];
  const before = known.get(character);
  if (before !== undefined) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const folded = foldUnknown(character, kind);
  known.set(character, folded);
  return folded;
}

function foldUnknown(character: string, kind: FoldKind): string {
  if (isInvisible(character)) return kind.endsWith('apart') && isBetweenWords(character) ? ' ' : '';
  const decomposed = character.normalize('NFKD').toLowerCase();
  if (kind.startsWith('addresses')) return decomposed;
  const plain = decomposed.replace(ACCENTS, '').replace(POINTS, '');
  return LETTERS[plain] ?? toDigit(plain);
}

/** A digit of whatever script as ours. Each script has its ten in a row, and no two scripts follow each other. */
function toDigit(plain: string): string {
  if (!/^\p{Nd}$/u.test(plain)) return plain;
  const code = plain.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** The folded words of a text: its runs of letters and digits. */
export function foldedWords(text: string): string[] {
  return foldText(text).text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** The longest of these words, the first of several; '' of none. */
export const longestOf = (words: readonly string[]): string =>
  words.reduce((best, word) => (word.length > best.length ? word : best), '');

/** Whether what stands in a text, from one place to another, is what it looks like. */
export type IsMeant = (text: string, start: number, end: number) => boolean;

/** What to look for. `pattern` is global, for code points, and never empty; `isMeant`: whether it is to be found. */
export type Search = { pattern: RegExp; isMeant?: IsMeant; kind?: FoldKind };

/** Where in the original the matches in the folded text are: start and end of each, ascending. */
export function findFolded(
  original: string,
  { pattern, isMeant = () => true, kind }: Search,
): [start: number, end: number][] {
  const { text, startOf, endOf } = foldText(original, kind);
  const places: [number, number][] = [];
  // Not `matchAll`, which compiles the pattern again for each text.
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const { index } = found;
    const [start, end] = [startOf(index), endOf(index + found[0].length - 1)];
    if (isMeant(original, start, end)) places.push([start, end]);
    // The next one may begin within it. In the middle of a code point this one would be found again.
    else pattern.lastIndex = index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
  }
  return places;
}

/** Replaces each match in the folded text by the same mark in the original. */
export function replaceFolded(original: string, search: Search, mark: string): string {
  let [result, last] = ['', 0];
  for (const [start, end] of findFolded(original, search)) {
    // Of one character that stands for several letters two may be found.
    if (start < last) continue;
    result += original.slice(last, start) + mark;
    last = end;
  }
  return result + original.slice(last);
}
