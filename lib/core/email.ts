import 'server-only';
import { z } from 'zod';

/** RFC 5321: the longest address that a mail server takes, and the longest part before the at sign. */
const MAX_LENGTH = 254;
const MAX_NAME_LENGTH = 64;

const schema = z
  .string()
  .max(1_000)
  // Spaces come along when an address is pasted; nothing else is forgiven.
  .transform((typed) => typed.replace(/^ +| +$/g, ''))
  .pipe(z.email().max(MAX_LENGTH))
  .refine((email) => email.indexOf('@') <= MAX_NAME_LENGTH)
  // After the check: lower case makes ASCII of some letters that are none.
  .transform((email) => email.toLowerCase());

/** The address as people are known by, lower case; undefined unless it is one plain address. */
export function toEmailAddress(typed: unknown): string | undefined {
  return schema.safeParse(typed).data;
}
