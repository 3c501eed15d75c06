import { toPlainCharacters } from '@/lib/core/plain-characters';

/** RFC 5321: the maximum length of an address. */
const MAX_LENGTH = 254;
const ADDRESS = /^[^\s\p{Cc}\p{Cs}@]+@[^\s\p{Cc}\p{Cs}@.]+(?:\.[^\s\p{Cc}\p{Cs}@.]+)+$/u;

/**
 * The key of an email address: the address in lower case and usual width, without what nobody sees; undefined for
 * anything else. An address with a plus is another one: many companies sort their mail by it, and `info+berlin@` is not
 * the person of `info+paris@`.
 */
export function toEmailKey(text: string): string | undefined {
  const key = toPlainCharacters(text).normalize('NFKC').trim().toLowerCase();
  return key.length <= MAX_LENGTH && ADDRESS.test(key) ? key : undefined;
}
