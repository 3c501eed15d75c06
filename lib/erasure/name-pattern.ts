import { foldedWords } from './fold';

/** A person's first and last name. One alone is that of many. */
export type Name = { first: string; last: string };

const WITHOUT_SPACES = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+$/u;
const LETTER = String.raw`[\p{L}\p{N}\p{M}]`;

/** "Brandt, Ada", "Ada_Brandt.csv", "Brandt (Ada)"; in a mail's HTML and in an address of a page, too. */
const BETWEEN = String.raw`(?:&#?\w{1,8};|%20|[\s.,_'’"“”()\[\]<>«»=:|+/·・\-\u2010-\u2015\u2212]){1,6}`;
/** "Ada M. Brandt". */
const INITIAL = String.raw`(?:\p{L}${BETWEEN})?`;

/** Finds the full name in a folded text, in both orders; undefined for a name too short to be told from other words. */
export function namePattern({ first, last }: Name): string | undefined {
  const patterns = new Set<string>();
  for (const [firstWords, lastWords] of spellings({ first, last })) {
    const isShort = Math.min(firstWords.join('').length, lastWords.join('').length) < 2;
    const isDense = WITHOUT_SPACES.test(`${firstWords.join('')}${lastWords.join('')}`);
    if (isDense) {
      for (const one of [
        [...lastWords, ...firstWords],
        [...firstWords, ...lastWords],
      ]) {
        const isSure = one.join('').length > 2;
        const text = one.join(`(?:${BETWEEN})?`);
        patterns.add(isSure ? text : `(?<!${LETTER})${text}(?!${LETTER})`);
      }
    } else if (!isShort) {
      const [given, family] = [firstWords.join(BETWEEN), lastWords.join(BETWEEN)];
      patterns.add(`(?<!${LETTER})${given}${BETWEEN}${INITIAL}${family}(?!${LETTER})`);
      patterns.add(`(?<!${LETTER})${family}${BETWEEN}${given}(?:${BETWEEN}\\p{L}\\b)?(?!${LETTER})`);
    }
  }
  return patterns.size === 0 ? undefined : [...patterns].join('|');
}

/** All first names, and the first of them alone; with `ü` as `u` and as `ue`. The longest first. */
function spellings({ first, last }: Name): [string[], string[]][] {
  return [first, withoutUmlauts(first)].flatMap((given) =>
    [last, withoutUmlauts(last)].flatMap((family): [string[], string[]][] => {
      const [givenWords, familyWords] = [foldedWords(given), foldedWords(family)];
      if (givenWords.length === 0 || familyWords.length === 0) return [];
      const [called = ''] = givenWords;
      const whole: [string[], string[]] = [givenWords, familyWords];
      return called.length > 2 && givenWords.length > 1 ? [whole, [[called], familyWords]] : [whole];
    }),
  );
}

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

function withoutUmlauts(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüøå]/g, (letter) => UMLAUTS[letter] ?? letter);
}

/** The words of which a text with this name holds one at least: of each spelling its longest. */
export function nameWords(name: Name): string[] {
  const longest = (words: readonly string[]) =>
    words.reduce((best, word) => (word.length > best.length ? word : best), '');
  return [...new Set(spellings(name).map(([, family]) => longest(family)))];
}
