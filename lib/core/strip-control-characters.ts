import { cutText } from './text';

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
