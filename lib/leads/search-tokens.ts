import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { foldLetters } from '@/lib/core/plain-letters';
import { cutText } from '@/lib/core/text';
import { leads } from '@/lib/db/schema/leads';

/**
 * How leads are searched: by parts of the words of name, email address and company. Each lead has a text of
 * its words and the grams of that text: groups of one to three characters, as numbers, in one index. A search
 * finds by grams and compares the text of what it found, so that two grams with one number do no harm. The
 * grams are made here and not by the database, whose idea of a letter depends on its locale.
 *
 * A word of one or two characters finds words that begin with it; any other also those that contain it.
 * Scripts that write words without spaces are searched inside from the first character on.
 */

const MAX_TOKENS = 32;
const MAX_WORD_LENGTH = 64;
const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

/** The words of a text as the search compares them: letters and digits, folded, without duplicates. */
export function toSearchTokens(text: string): string[] {
  const tokens = foldLetters(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(tokens.map((word) => cutText(word, MAX_WORD_LENGTH)))].slice(0, MAX_TOKENS);
}

/** The columns by which a lead with these words is found. */
export function toSearchColumns(text: string): { searchText: string; searchGrams: number[] } {
  const tokens = toSearchTokens(text);
  const grams = new Set(tokens.flatMap(gramsOf).map(toNumber));
  return { searchText: tokens.map((word) => ` ${word}`).join(''), searchGrams: [...grams] };
}

/** True if this word of a search finds a lead or submission with these texts. */
export function isFoundBy(word: string, text: string): boolean {
  return toSearchColumns(text).searchText.includes(neededText(word));
}

/** The leads that contain each word of `text`; undefined if it is blank. Text without a word finds none. */
export function isFound(text: string): SQL | undefined {
  if (text.trim() === '') return undefined;
  const tokens = toSearchTokens(text);
  if (tokens.length === 0) return sql`false`;
  const grams = [...new Set(tokens.flatMap(neededGrams).map(toNumber))];
  // Words contain only letters and digits: no wildcard, and nothing to escape.
  const texts = tokens.map((word) => sql`${leads.searchText} like ${`%${neededText(word)}%`}`);
  return sql`(${leads.searchGrams} @> ${`{${grams.join()}}`}::integer[] and ${sql.join(texts, sql` and `)})`;
}

/** Whether a word is only compared with the beginnings of words. */
function isPrefix(characters: readonly string[]): boolean {
  return characters.length < 3 && !characters.some((character) => WITHOUT_SPACES.test(character));
}

function neededText(word: string): string {
  return isPrefix([...word]) ? ` ${word}` : word;
}

/** The grams that every word found by this one has. */
function neededGrams(word: string): string[] {
  const characters = [...word];
  if (isPrefix(characters)) return [`^${word}`];
  return runsOf(characters, Math.min(characters.length, 3));
}

/** All grams of a word of a lead. */
function gramsOf(word: string): string[] {
  const characters = [...word];
  const beginnings = [1, 2]
    .filter((size) => size <= characters.length)
    .map((size) => `^${characters.slice(0, size).join('')}`);
  const inner = characters.some((character) => WITHOUT_SPACES.test(character)) ? [1, 2, 3] : [3];
  return [...beginnings, ...inner.flatMap((size) => runsOf(characters, size))];
}

/** Every run of `size` adjacent characters. */
function runsOf(characters: readonly string[], size: number): string[] {
  return Array.from({ length: Math.max(0, characters.length - size + 1) }, (_, start) =>
    characters.slice(start, start + size).join(''),
  );
}

/** FNV-1a over the code units, as a signed 32-bit number. */
function toNumber(gram: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < gram.length; index += 1) {
    hash = Math.imul(hash ^ gram.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}
