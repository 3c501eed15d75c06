import 'server-only';
import { cutText } from '@/lib/core/text';

const MAX_WORDS = 32;
const MAX_WORD_LENGTH = 64;

/** The words of a text as the search compares them: letters and digits, lower case, without duplicates. */
export function toSearchWords(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => cutText(word, MAX_WORD_LENGTH)))].slice(0, MAX_WORDS);
}

/**
 * The `tsquery` text for leads that have, for each word of `text`, a word with that prefix; undefined if
 * `text` has no word. Words contain only letters and digits, so no operator can be injected.
 */
export function toSearchQuery(text: string): string | undefined {
  const words = toSearchWords(text);
  return words.length > 0 ? words.map((word) => `'${word}':*`).join(' & ') : undefined;
}
