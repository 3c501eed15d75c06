import { isWord } from './attached';
import { BORN_WORDS } from './birth-name';
import { densePatterns, isDense, mixedPatterns } from './dense-name';
import { isEveryday, isNoPerson } from './everyday-words';
import { foldedWords, longestOf } from './fold';
import { canBeJoined } from './joined-name';
import { isParticle } from './particles';

/** A person's first and last name. One alone is that of many. */
export type Name = { first: string; last: string };

/** "Brandt, Ada", "Ada_Brandt.csv", "Brandt (Ada)"; in a mail's HTML and in an address of a page, too. "Karl / Berg" are two. */
const between = (comma: string) =>
  String.raw`(?:[|+/]|(?:&#?\w{1,8};|%20|[\s.,${comma}_'’"“”()\[\]<>«»=:·・\-\u2010-\u2015\u2212]){1,6})`;
const BETWEEN = between('،、');
/** Between names of scripts without spaces `、` is the sign of a list. */
const BETWEEN_DENSE = between('');
/** Within a first or last name: "O'Neill" and "ONeill". */
const WITHIN = `${BETWEEN}?`;
/** Between two people: "Ole & Pia". */
const AND = String.raw`(?:\s?(?:[&+/]|&amp;|%26)\s?|\s(?:and|und|et|y|e|u\.?)\s)`;
/** Beside a name of one letter: not in "O'Brien". */
const BESIDE_LETTER = String.raw`[\s.,_-]{1,3}`;
/** In "Ada Brandt" and `ada_brandt`: no sign of a list, and no other line. */
const BESIDE = '[ ._-]{1,2}';
/** "Ada M. Brandt". */
const INITIAL = String.raw`(?:\p{L}${BETWEEN})?`;
/** "Brandt, Ada M." */
const LAST_INITIAL = String.raw`(?:\s{1,2}\p{L}\.)?`;
/** "Ada Brandt geb. Meier" and "Ada Brandt (née Meier)" say what she was called before; "geb. am" does not. */
const BORN = String.raw`(?:[\s,(]{1,3}(?:${BORN_WORDS})\.?[\s:]{1,2}(?!(?:am|as|at|in|im|on|um|vor|nach|bei|aus|den|der|le|en|el|em|zu)(?![\p{L}\p{M}]))\p{L}[\p{L}\p{M}'’-]{2,40})?`;
/** "Brandt, Dr. Ada". */
const TITLE = `(?:(?:dr|prof|mr|mrs|ms|herr|frau)${BETWEEN})?`;

/**
 * What finds the full name in a folded text, in both orders: as a whole, and with the first of several first names alone.
 * Nothing for a name too short to be told from other words. One pattern after the other: first with the first name right
 * before the last, or in "Karl Brandt, Ada Brandt" it would be "Brandt, Ada" that is found.
 */
export function namePatterns(name: Name): Record<'whole' | 'called' | 'joined', string[]> {
  const joined = (named: [Part, Part][]) =>
    [named.flatMap(besidePatterns), named.flatMap(patternsOf)]
      .map((patterns) => [...new Set(patterns)].join('|'))
      .filter((pattern) => pattern !== '');
  const together = joinedPairs(name).map(([first, last]) => [first, last].map(({ pattern }) => pattern));
  return {
    ...{ whole: joined(spellings(name)), called: joined(calledSpellings(name)) },
    joined: [...new Set(together.map(([first, last]) => `${first}${last}|${last}${first}`))],
  };
}

/** What may stand without a sign between, see `joinedTest`. */
const joinedPairs = (name: Name): [Part, Part][] =>
  [...spellings(name), ...calledSpellings(name)].filter(([first, last]) =>
    canBeJoined(first.words, last.words),
  );

/** The same as folded words, in both orders. */
export const joinedWords = (name: Name): [string, string][] =>
  joinedPairs(name).flatMap(([first, last]): [string, string][] => {
    const [given, family] = [first.words.join(''), last.words.join('')];
    return [
      [given, family],
      [family, given],
    ];
  });

function besidePatterns([first, last]: [Part, Part]): string[] {
  const lengths = [first, last].map(({ words }) => words.join('').length);
  if (Math.max(...lengths) < 2 || [first, last].some(({ words }) => isDense(words.join('')))) return [];
  if (Math.min(...lengths) < 2) return letterPatterns(first.pattern, last.pattern, BESIDE).slice(0, 1);
  return [isWord(String.raw`${first.pattern}${BESIDE}(?:\p{L}${BESIDE})?${last.pattern}${BORN}`)];
}

function patternsOf([first, last]: [Part, Part]): string[] {
  const [given, family] = [first.pattern, last.pattern];
  const [isGivenDense, isFamilyDense] = [first, last].map(({ words }) => isDense(words.join('')));
  if (isGivenDense && isFamilyDense)
    return densePatterns({
      first: first.words,
      last: last.words,
      between: BETWEEN_DENSE,
      within: `${BETWEEN_DENSE}?`,
    });
  if (isGivenDense || isFamilyDense) return mixedPatterns({ given, family, between: BETWEEN_DENSE });
  const lengths = [first, last].map(({ words }) => words.join('').length);
  if (Math.max(...lengths) < 2) return [];
  if (Math.min(...lengths) < 2) return letterPatterns(given, family);
  const inOrder = [
    isWord(`${given}${BETWEEN}${INITIAL}${family}${BORN}`),
    isWord(`${family}${BORN}${BETWEEN}${TITLE}${given}${LAST_INITIAL}`),
  ];
  // "Berg, Jan van den".
  const at = familyStart(last.words);
  const [particles, rest] = [last.words.slice(0, at).join(WITHIN), last.words.slice(at).join(WITHIN)];
  return at > 0 ? [...inOrder, isWord(`${rest}${BETWEEN}${TITLE}${given}${BETWEEN}${particles}`)] : inOrder;
}

/** "Ada B. Lovelace" is not "Ada B", and `j.brandt@` may be the address of any of them. */
function letterPatterns(given: string, family: string, between = BESIDE_LETTER): string[] {
  const [after, noAddress] = [String.raw`(?!\.\s?\p{L})`, '(?!@|%40)'];
  return [
    isWord(`${given}${between}${family}`) + noAddress + (family.length < 2 ? after : ''),
    isWord(`${family}${between}${given}`) + noAddress,
  ];
}

/** Where the family name begins behind words that belong to it: "van den Berg". */
function familyStart(words: readonly string[]): number {
  const at = words.findIndex((word) => !isParticle(word));
  return Math.max(at, 0);
}

/** A first or last name: its folded words, and what finds them. */
type Part = { words: string[]; pattern: string };

/** All first names with the last name; with `ü` as `u` and as `ue`, however the lead has it. */
function spellings({ first, last }: Name): [Part, Part][] {
  return umlautsOf(first).flatMap((given) =>
    umlautsOf(last).flatMap((family): [Part, Part][] => {
      const [firstPart, lastPart] = [partOf(given), partOf(family)];
      return firstPart.words.length > 0 && lastPart.words.length > 0 ? [[firstPart, lastPart]] : [];
    }),
  );
}

/** The same with the first of several first names alone. */
function calledSpellings(name: Name): [Part, Part][] {
  return spellings(name).flatMap(([{ words }, last]): [Part, Part][] => {
    const [called = ''] = words;
    const isOne = called.length > 2 && words.length > 1 && !isNoPerson(called);
    return isOne ? [[{ words: [called], pattern: called }, last]] : [];
  });
}

function partOf(text: string): Part {
  const people = text.split(/[&+/]/).map(foldedWords);
  const named = people.filter((words) => words.length > 0);
  // "R&D" is not "RD".
  const isOfLetters = named.some((words) => words.join('').length < 2);
  const between = isOfLetters ? AND : `(?:${AND}|${BETWEEN})`;
  return { words: named.flat(), pattern: named.map((words) => words.join(WITHIN)).join(between) };
}

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
/** An umlaut in two letters, as in Mueller and Koehler. Not in Bauer, Joe or Michael. */
const IN_TWO_LETTERS = /(?<=[b-df-hj-np-tv-z])([ou])e(?=[b-df-hj-np-tv-z])/g;

const umlautsOf = (text: string) => [
  ...new Set([text, withoutUmlauts(text), text.toLowerCase().replace(IN_TWO_LETTERS, '$1')]),
];

function withoutUmlauts(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüøå]/g, (letter) => UMLAUTS[letter] ?? letter);
}

/** The words of which a text with this name holds one at least: of each spelling its longest. */
export function nameWords(name: Name): string[] {
  const words = spellings(name).map(([given, family]) => {
    const word = longestOf(family.words);
    return word.length > 1 || isDense(word) ? word : longestOf(given.words);
  });
  return [...new Set(words)];
}

/**
 * Whether a text that has the name has it as one: a name of everyday words alone, or with a single letter, is one only where
 * it is written with capitals, as in "Will May", or like a file, as in `will_may`; what nobody is called only with capitals.
 */
export function nameTest({ first, last }: Name): (match: string) => boolean {
  const name = `${first} ${last}`;
  const isOfLetter = [first, last].some((part) => /^[a-z]$/.test(foldedWords(part).join('')));
  if (!isOfLetter && !isEveryday(name)) return () => true;
  const isFileLike = (match: string) => !isNoPerson(name) && !/\s/.test(match);
  return (match) => isCapitalized(match) || isFileLike(match);
}

/** Whether each word begins with a capital, but for those between. */
function isCapitalized(match: string): boolean {
  const words = match.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.every(
    (word) => !/^\p{Ll}/u.test(word) || isParticle(word) || /^(?:and|und|et|amp)$/.test(word),
  );
}
