import { cutText } from './text';

const MAX_CHARACTERS = 300;

/** Text from elsewhere on one line, cut: nothing in it turns the direction of what is beside it, or hides. */
export function stripControlCharacters(text: string): string {
  return cutText(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' '), MAX_CHARACTERS);
}

/**
 * Bytes from elsewhere as harmless text: whatever is not a printable ASCII character is written as `\x1b`, so that no
 * control sequence, markup or hidden character acts on whoever reads it.
 */
export function escapeBytes(bytes: Uint8Array): string {
  return Array.from(bytes, escapeByte).join('');
}

const BACKSLASH = 0x5c;

function escapeByte(byte: number): string {
  const isPrintable = byte >= 0x20 && byte < 0x7f && byte !== BACKSLASH;
  return isPrintable ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
}
