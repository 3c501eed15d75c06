import { wordPlaces } from '@/lib/core/text';
import type { Personal } from './blank';
import { foldedWords, foldText, longestOf } from './fold';
import { isParticle } from './particles';

/** So many characters apart, a first and a last name may be those of one person, whatever stands between them. */
const NEAR = 400;

/** Whether a text in whatever format has a first and a last name of the person near each other, each as a whole word. */
export function hasNamesNear(text: string, { names }: Pick<Personal, 'names'>): boolean {
  if (names.length === 0) return false;
  const { text: folded } = foldText(text);
  return names.some(({ first, last }) => {
    const [given, family] = [calledOf(foldedWords(first)), familyOf(foldedWords(last))];
    if (given === '' || family.length === 0 || family.includes(given)) return false;
    const places = wordPlaces(folded, given, LETTER);
    return family.every((word) => isNear(places, wordPlaces(folded, word, LETTER)));
  });
}

/** The first of several first names, or the longest if that is an initial. */
const calledOf = (words: readonly string[]): string => {
  const [called = ''] = words;
  return called.length > 2 ? called : longestOf(words);
};

/** All of a last name but its particles: one word of several is that of somebody else. */
function familyOf(words: readonly string[]): readonly string[] {
  const named = words.filter((word) => !isParticle(word));
  return named.length > 0 ? named : words;
}

/** In a folded text a mark is a part of the letter before it. */
const LETTER = /[\p{L}\p{N}\p{M}]/u;

/** Both ascending: each is looked at once. */
function isNear(ones: readonly number[], others: readonly number[]): boolean {
  let [one, other] = [0, 0];
  while (one < ones.length && other < others.length) {
    const apart = (ones[one] ?? 0) - (others[other] ?? 0);
    if (Math.abs(apart) <= NEAR) return true;
    if (apart < 0) one += 1;
    else other += 1;
  }
  return false;
}
