/** Letters that do not fall apart into a letter and its accent, and how they are written without it. Browser-safe. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
};

/** Accents of Latin, Greek and Cyrillic letters. Marks of other scripts are letters of their own. */
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * The one form in which texts are compared where people search, sort and look for the same: lower case, usual width,
 * without accents. "MÜLLER" and "muller" are one, as are "Łukasz" and "lukasz", "Ёлкин" and "елкин". The database has the
 * same as `fold_letters`, for lists that it sorts and searches itself. Not by a collation: PGlite has no data for ICU's, and
 * `like` takes none that ignores accents before PostgreSQL 18.
 */
export function foldLetters(text: string): string {
  // Most texts.
  if (!/[^\0-\x7f]/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþıħŧς]/g, (letter) => (letter === 'ς' ? 'σ' : (PLAIN_LETTERS[letter] ?? letter)))
    .normalize('NFC');
}
