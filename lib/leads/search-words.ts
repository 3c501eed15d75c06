import 'server-only';
import { cutText } from '@/lib/core/text';

const MAX_WORDS = 32;
const MAX_WORD_LENGTH = 64;

/** The words of a text as the search compares them: letters and digits, lower case, each once. */
export function toSearchWords(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => cutText(word, MAX_WORD_LENGTH)))].slice(0, MAX_WORDS);
}

/**
 * The text of a `tsquery` that finds leads with a word that begins with each word of `text`; undefined if
 * there is no word in it. Words hold letters and digits only, so nothing in them can be an operator.
 */
export function toSearchQuery(text: string): string | undefined {
  const words = toSearchWords(text);
  return words.length > 0 ? words.map((word) => `'${word}':*`).join(' & ') : undefined;
}
