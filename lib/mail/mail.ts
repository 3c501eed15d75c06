import 'server-only';
import { z } from 'zod';

/** No line break or control character may reach a header or the envelope: it could inject another header. */
const ONE_LINE = /^[^\p{Cc}\u2028\u2029]+$/u;
/** The maximum length of an address (RFC 5321). */
const MAX_ADDRESS_LENGTH = 254;

const address = z.email().max(MAX_ADDRESS_LENGTH);

export const mailSchema = z.strictObject({
  /** The kind of mail, for example `invitation`; for the log. */
  kind: z.string().regex(/^[a-z][a-z-]{0,39}$/),
  /** One plain address: no name, no list. */
  to: address,
  subject: z.string().trim().min(1).max(200).regex(ONE_LINE),
  text: z.string().max(100_000),
  html: z.string().max(200_000),
  /** Not sent after this time: its link has expired by then. */
  uselessAfter: z.coerce.date().optional(),
});

/** One mail to one person, as text and HTML. */
export type Mail = z.infer<typeof mailSchema>;

/** The sender of mails. */
export type Sender = { name: string; address: string };

/**
 * Reads `MAIL_FROM`: an address, or a name with the address in angle brackets; undefined if it is neither.
 */
export function readSender(from: string): Sender | undefined {
  const [, name = '', bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(from.trim()) ?? [];
  const read = address.safeParse((bracketed ?? from).trim());
  if (!read.success || (name !== '' && !ONE_LINE.test(name))) return undefined;
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: read.data };
}
