import { ACCENTS, PLAIN_LETTERS } from '@/lib/core/plain-letters';

/** A text as it is compared, with the place in the original of each of its code units. */
export type Folded = { text: string; starts: readonly number[]; ends: readonly number[] };

/** In a name, as anywhere else, the sigma at the end of a word is a sigma. */
const LETTERS: Readonly<Record<string, string>> = { ...PLAIN_LETTERS, ς: 'σ' };

/** Written, and not seen: soft hyphens, joiners, direction marks. */
const INVISIBLE = /^\p{Cf}$/u;

/**
 * The text without case, accents, widths of characters and what is not seen, however Unicode composes it: `ÉLODIE`,
 * `Élodie` in two forms and `elodie` are one. A match in it has its place in the original.
 */
export function foldText(original: string): Folded {
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let place = 0;
  for (const character of original) {
    const folded = foldCharacter(character);
    const end = place + character.length;
    // An accent by itself belongs to the letter before it.
    if (folded === '' && ends.length > 0 && !INVISIBLE.test(character)) ends[ends.length - 1] = end;
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts.push(place);
      ends.push(end);
    }
    text += folded;
    place = end;
  }
  return { text, starts, ends };
}

function foldCharacter(character: string): string {
  // Most of all texts.
  if (character <= '\u007f') return character.toLowerCase();
  if (INVISIBLE.test(character)) return '';
  const plain = character.normalize('NFKD').toLowerCase().replace(ACCENTS, '');
  return LETTERS[plain] ?? plain;
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

/**
 * Replaces each match in the folded text by the same mark in the original.
 *
 * @param pattern global, for code points, and never empty
 * @param isMeant whether it is to be replaced
 */
export function replaceFolded(
  original: string,
  { pattern, isMeant = () => true }: { pattern: RegExp; isMeant?: IsMeant },
  mark: string,
): string {
  const { text, starts, ends } = foldText(original);
  let result = '';
  let last = 0;
  // Not `matchAll`, which compiles the pattern again for each text.
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const { index } = found;
    const start = starts[index] ?? original.length;
    const end = ends[index + found[0].length - 1] ?? original.length;
    if (isMeant(original, start, end)) {
      result += original.slice(last, start) + mark;
      last = end;
    } else {
      // The next one may begin within it. In the middle of a code point this one would be found again.
      pattern.lastIndex = index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
    }
  }
  return result + original.slice(last);
}
