import type { Personal } from './blank';
import { foldedWords, foldText } from './fold';

/** So many characters apart, a first and a last name may be those of one person, whatever stands between them. */
const NEAR = 400;

/** Whether a text in whatever format has a first and a last name of the person near each other, each as a whole word. */
export function hasNamesNear(text: string, { names }: Pick<Personal, 'names'>): boolean {
  if (names.length === 0) return false;
  const { text: folded } = foldText(text);
  return names.some(({ first, last }) => {
    const [given, family] = [longestWord(first), longestWord(last)];
    if (given === '' || family === '' || given === family) return false;
    return isNear(placesOf(folded, given), placesOf(folded, family));
  });
}

const longestWord = (name: string): string =>
  foldedWords(name).reduce((best, word) => (word.length > best.length ? word : best), '');

/** Ascending. */
function placesOf(text: string, word: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
    const isWhole = ![text[at - 1], text[at + word.length]].some(
      (one) => one && /[\p{L}\p{N}\p{M}]/u.test(one),
    );
    if (isWhole) places.push(at);
  }
  return places;
}

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
