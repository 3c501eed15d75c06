/** Letters that do not fall apart into a letter and its accent, and how they are written without it. Browser-safe. */
export const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Accents of Latin, Greek and Cyrillic letters. Marks of other scripts are letters of their own. */
export const ACCENTS = /[\u0300-\u036f]/g;
