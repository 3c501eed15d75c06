import { z } from 'zod';

/** No line break or control character may reach a header or the envelope: it could inject another header. */
export const ONE_LINE = /^[^\p{Cc}\u2028\u2029]+$/u;
/** The maximum length of an address (RFC 5321). */
export const MAX_ADDRESS_LENGTH = 254;

/** The sender of mails. */
export type Sender = { name: string; address: string };

/**
 * Reads `MAIL_FROM`: an address, or a name with the address in angle brackets; undefined if it is neither.
 */
export function readSender(from: string): Sender | undefined {
  const [, name = '', bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(from.trim()) ?? [];
  const read = z
    .email()
    .max(MAX_ADDRESS_LENGTH)
    .safeParse((bracketed ?? from).trim());
  if (!read.success || (name !== '' && !ONE_LINE.test(name))) return undefined;
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: read.data };
}
