import { foldedWords } from './fold';

/** A person's first and last name. One alone is that of many. */
export type Name = { first: string; last: string };

const WITHOUT_SPACES = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+$/u;
/** Around a name. A digit is not a part of one: "Ada_Brandt2.csv". */
const LETTER = String.raw`[\p{L}\p{M}]`;
/** What is written right after a name in Chinese characters without being a part of it. */
const HONORIFICS = '様|樣|氏|殿|君|先生|女士|小姐';
/** Folded, `숙` begins with `수`, and `じ` with `し`. */
const NO_PART_OF_LETTER = String.raw`(?![\p{M}\u1160-\u11ff])`;
const [NO_HAN_BEFORE, NO_HAN_AFTER] = [
  String.raw`(?<!\p{sc=Han})`,
  String.raw`(?:(?=${HONORIFICS})|(?!\p{sc=Han}))`,
];

/** "Brandt, Ada", "Ada_Brandt.csv", "Brandt (Ada)"; in a mail's HTML and in an address of a page, too. */
const BETWEEN = String.raw`(?:&#?\w{1,8};|%20|[\s.,_'’"“”()\[\]<>«»=:|+/·・\-\u2010-\u2015\u2212]){1,6}`;
/** "O'Neill" and "ONeill". */
const OPTIONAL = `(?:${BETWEEN})?`;
/** "Ada M. Brandt". */
const INITIAL = String.raw`(?:\p{L}${BETWEEN})?`;
/** "Ada Maria Brandt". */
const MIDDLE_NAME = String.raw`[\s_\-]\p{L}+[\s_\-]`;
/** "Brandt, Dr. Ada". */
const TITLE = `(?:(?:dr|prof|mr|mrs|ms|herr|frau)${BETWEEN})?`;
/** "AdaBrandt.csv": shorter ones may be words. */
const MIN_JOINED = 7;

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
        const text = one.join(OPTIONAL);
        patterns.add(one.join('').length > 2 ? asDense(text) : `(?<!${LETTER})${text}(?!${LETTER})`);
      }
    } else if (!isShort) {
      const [given, family] = [firstWords.join(OPTIONAL), lastWords.join(OPTIONAL)];
      const isLong = firstWords.join('').length + lastWords.join('').length >= MIN_JOINED;
      const apart = `(?:${BETWEEN}${INITIAL}|${MIDDLE_NAME})`;
      patterns.add(`(?<!${LETTER})${given}(?:${apart}${isLong ? '|' : ''})${family}(?!${LETTER})`);
      patterns.add(
        `(?<!${LETTER})${family}(?:${BETWEEN}${TITLE}${isLong ? '|' : ''})${given}(?:${BETWEEN}\\p{L}\\b)?(?!${LETTER})`,
      );
    }
  }
  return patterns.size === 0 ? undefined : [...patterns].join('|');
}

/** Words are not apart in these scripts. `佐藤健` is not the beginning of `佐藤健一`, nor the end of another name. */
function asDense(text: string): string {
  const [before, after] = [/^\p{sc=Han}/u.test(text), /\p{sc=Han}$/u.test(text)];
  return `${before ? NO_HAN_BEFORE : ''}${text}${NO_PART_OF_LETTER}${after ? NO_HAN_AFTER : ''}`;
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

/** Not `ae`: Michael is not Michal. */
const umlautsOf = (text: string) => [
  ...new Set([text, withoutUmlauts(text), text.toLowerCase().replace(/([ou])e/g, '$1')]),
];

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
