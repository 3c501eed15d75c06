/**
 * Which companies are similar, by the trigrams of their keys. To find them without comparing all, each company
 * has a few numbers, its bands (MinHash): the more trigrams two companies share, the more surely they have a
 * band in common. Of two that are just similar enough, 19 of 20 have one. Bands are made here, not by the
 * database: its idea of a letter depends on its locale.
 */

/** Two companies are similar if at least this share of their trigrams is common to both. */
export const MIN_SIMILARITY = 0.5;

const BANDS = 10;
const HASHES_PER_BAND = 2;

/** The bands of a company's key. */
export function toBands(key: string): number[] {
  const grams = [...trigramsOf(key)].map((gram) => hash(gram, 0x811c9dc5));
  const minima = Array.from({ length: BANDS * HASHES_PER_BAND }, (_, seed) =>
    grams.reduce((least, gram) => Math.min(least, scramble(gram, seed)), 0xffffffff),
  );
  return Array.from({ length: BANDS }, (_, band) => {
    const [one = 0, other = 0] = minima.slice(band * HASHES_PER_BAND);
    return hash(`${band}:${one}:${other}`, 0x811c9dc5) | 0;
  });
}

/** The share of trigrams that two keys have in common, from 0 to 1. */
export function similarity(one: string, other: string): number {
  const [left, right] = [trigramsOf(one), trigramsOf(other)];
  const common = [...left].filter((gram) => right.has(gram)).length;
  return common / (left.size + right.size - common);
}

/** Every run of three characters, the beginning and the end included. */
function trigramsOf(key: string): Set<string> {
  const characters = [' ', ' ', ...key, ' '];
  return new Set(
    Array.from({ length: characters.length - 2 }, (_, start) => characters.slice(start, start + 3).join('')),
  );
}

/** FNV-1a over the code units. */
function hash(text: string, start: number): number {
  let value = start;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/** Another order of all numbers for each seed. */
function scramble(value: number, seed: number): number {
  let mixed = (value ^ Math.imul(seed + 1, 0x9e3779b1)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
