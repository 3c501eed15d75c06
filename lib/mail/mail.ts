import 'server-only';
import { z } from 'zod';

/** No line break and nothing else unseen may reach a header or the envelope: it could begin one of its own. */
const ONE_LINE = /^[^\p{Cc}\u2028\u2029]+$/u;
/** The longest address that a mail server takes (RFC 5321). */
const MAX_ADDRESS_LENGTH = 254;

const address = z.email().max(MAX_ADDRESS_LENGTH);

export const mailSchema = z.strictObject({
  /** What kind of mail, as `invitation`; for the log. */
  kind: z.string().regex(/^[a-z][a-z-]{0,39}$/),
  /** One plain address: no name, no list. */
  to: address,
  subject: z.string().trim().min(1).max(200).regex(ONE_LINE),
  text: z.string().max(100_000),
  html: z.string().max(200_000),
  /** Not sent after this moment any more: the link in it lets nobody in then. */
  uselessAfter: z.coerce.date().optional(),
});

/** One mail to one person, in both forms. */
export type Mail = z.infer<typeof mailSchema>;

/** Whom mails come from. */
export type Sender = { name: string; address: string };

/** Reads `MAIL_FROM`: an address, or a name with the address in angle brackets; undefined if it is neither. */
export function readSender(from: string): Sender | undefined {
  const [, name = '', bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(from.trim()) ?? [];
  const read = address.safeParse((bracketed ?? from).trim());
  if (!read.success || (name !== '' && !ONE_LINE.test(name))) return undefined;
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: read.data };
}
