import { PARTICLES } from '@/lib/forms/paste/names';
import { densePatterns, isDense } from './dense-name';
import { foldedWords, longestOf } from './fold';

/** A person's first and last name. One alone is that of many. */
export type Name = { first: string; last: string };

/** Around a name. A digit is not a part of one: "Ada_Brandt2.csv". */
const LETTER = String.raw`[\p{L}\p{M}]`;
/** "Brandt, Ada", "Ada_Brandt.csv", "Brandt (Ada)"; in a mail's HTML and in an address of a page, too. "Karl / Berg" are two. */
const BETWEEN = String.raw`(?:[|+/]|(?:&#?\w{1,8};|%20|[\s.,_'’"“”()\[\]<>«»=:·・\-\u2010-\u2015\u2212]){1,6})`;
/** Within a first or last name: "O'Neill" and "ONeill", and two people: "Ole & Pia". */
const WITHIN = String.raw`(?:${BETWEEN}|\s?[&+/]\s?)?`;
/** "Ada M. Brandt". */
const INITIAL = String.raw`(?:\p{L}${BETWEEN})?`;
/** "Brandt, Ada M." */
const LAST_INITIAL = String.raw`(?:\s{1,2}\p{L}\.)?`;
/** "Brandt, Dr. Ada". */
const TITLE = `(?:(?:dr|prof|mr|mrs|ms|herr|frau)${BETWEEN})?`;

/** Finds the full name in a folded text, in both orders; undefined for a name too short to be told from other words. */
export function namePattern({ first, last }: Name): string | undefined {
  const patterns = new Set<string>();
  for (const [firstWords, lastWords] of spellings({ first, last })) {
    const isShort = Math.min(firstWords.join('').length, lastWords.join('').length) < 2;
    if (isDense(`${firstWords.join('')}${lastWords.join('')}`)) {
      const name = { first: firstWords, last: lastWords, between: BETWEEN, within: WITHIN };
      for (const pattern of densePatterns(name)) patterns.add(pattern);
    } else if (!isShort) {
      const [given, family] = [firstWords.join(WITHIN), lastWords.join(WITHIN)];
      patterns.add(`(?<!${LETTER})${given}${BETWEEN}${INITIAL}${family}(?!${LETTER})`);
      patterns.add(`(?<!${LETTER})${family}${BETWEEN}${TITLE}${given}${LAST_INITIAL}(?!${LETTER})`);
      // "Berg, Jan van den".
      const at = familyStart(lastWords);
      if (at > 0) {
        const [particles, name] = [lastWords.slice(0, at).join(WITHIN), lastWords.slice(at).join(WITHIN)];
        patterns.add(`(?<!${LETTER})${name}${BETWEEN}${TITLE}${given}${BETWEEN}${particles}(?!${LETTER})`);
      }
    }
  }
  return patterns.size === 0 ? undefined : [...patterns].join('|');
}

/** Where the family name begins behind words that belong to it: "van den Berg". */
function familyStart(words: readonly string[]): number {
  const at = words.findIndex((word) => !PARTICLES.has(word));
  return Math.max(at, 0);
}

/** All first names, and the first of them alone; with `ü` as `u` and as `ue`, however the lead has it. The longest first. */
function spellings({ first, last }: Name): [string[], string[]][] {
  return umlautsOf(first).flatMap((given) =>
    umlautsOf(last).flatMap((family): [string[], string[]][] => {
      const [givenWords, familyWords] = [foldedWords(given), foldedWords(family)];
      if (givenWords.length === 0 || familyWords.length === 0) return [];
      const [called = ''] = givenWords;
      const whole: [string[], string[]] = [givenWords, familyWords];
      return called.length > 2 && givenWords.length > 1 ? [whole, [[called], familyWords]] : [whole];
    }),
  );
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
  return [...new Set(spellings(name).map(([, family]) => longestOf(family)))];
}
