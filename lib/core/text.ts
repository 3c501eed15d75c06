/**
 * The first `most` characters of a text, counted as people and databases do, without splitting one. A text
 * cut between the two halves of an emoji is malformed, and PostgreSQL's jsonb refuses it.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  let cut = '';
  let count = 0;
  for (const character of text) {
    if (count === most) break;
    cut += character;
    count += 1;
  }
  return cut;
}

/** False for NUL and lone surrogates: PostgreSQL's text and jsonb refuse both, and neither survives JSON. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * The text with U+FFFD in place of what PostgreSQL's text and jsonb refuse: NUL and lone surrogates. All
 * untrusted texts are made storable here: equal texts give equal results.
 */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

/** Equal for texts that differ only in case, blanks and forms of letters, as a service may change them. */
export function foldText(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Characters as people count them, in code points: an emoji counts as one (or as the code points it consists of). */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Letters that show nothing, such as fillers of Hangul, are not seen. */
const SEEN = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** False for a text of spaces, joiners, direction marks and the like alone. */
export function isVisible(text: string): boolean {
  return SEEN.test(text);
}

const MAX_CHARACTERS = 300;

/** Untrusted text on one line, truncated, without direction marks and invisible characters. */
export function stripControlCharacters(text: string): string {
  return cutText(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' '), MAX_CHARACTERS);
}

/**
 * Untrusted bytes as harmless text: anything but printable ASCII is written as `\x1b`, so that no control
 * sequence, markup or hidden character affects the reader.
 */
export function escapeBytes(bytes: Uint8Array): string {
  return Array.from(bytes, escapeByte).join('');
}

const BACKSLASH = 0x5c;

function escapeByte(byte: number): string {
  const isPrintable = byte >= 0x20 && byte < 0x7f && byte !== BACKSLASH;
  return isPrintable ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
}

/** Whether a text holds this as a whole word, in whatever case: an id may be as short as a number. */
export function holdsWord(text: string, word: string): boolean {
  const [all, sought] = [text.toLowerCase(), word.toLowerCase()];
  const isLetter = (at: number) => /[\p{L}\p{N}]/u.test(all[at] ?? '');
  for (let at = all.indexOf(sought); at !== -1; at = all.indexOf(sought, at + 1)) {
    if (!isLetter(at - 1) && !isLetter(at + sought.length)) return true;
  }
  return false;
}
