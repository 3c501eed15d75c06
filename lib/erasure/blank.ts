/** In place of a name or an address in a text that stays: the same in all languages. The database knows it, too. */
export const BLANK = '•••';

/** Shorter ones are a part of too much else. */
const MIN_LENGTH = 3;

/**
 * Replaces each of these in a text, as a whole word and whatever its case: `ann@x.example` is not a part of
 * `joann@x.example`.
 */
export function blankAll(text: string, personal: readonly string[]): string {
  return personal.reduce((rest, one) => rest.replace(toPattern(one), BLANK), text);
}

/** What is worth looking for: each once, long ones first, so that none is cut by a shorter one. */
export function toPersonal(texts: readonly (string | null | undefined)[]): string[] {
  const trimmed = texts.map((text) => text?.trim() ?? '').filter((text) => text.length >= MIN_LENGTH);
  return [...new Set(trimmed)].toSorted((one, other) => other.length - one.length);
}

function toPattern(personal: string): RegExp {
  // A file may be called `ann_oneill.csv`.
  const words = personal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '[\\s._-]+');
  const isAddress = personal.includes('@');
  const before = isAddress ? String.raw`[\p{L}\p{N}._%+'!#$&=/{}~*^|?-]` : String.raw`[\p{L}\p{N}]`;
  const after = isAddress ? String.raw`[\p{L}\p{N}-]|\.[\p{L}\p{N}]` : String.raw`[\p{L}\p{N}]`;
  return new RegExp(`(?<!${before})${words}(?!${after})`, 'giu');
}
