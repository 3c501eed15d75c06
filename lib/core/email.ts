import 'server-only';
import { z } from 'zod';

/** RFC 5321: the maximum length of an address, and of its local part. */
const MAX_LENGTH = 254;
const MAX_NAME_LENGTH = 64;

const schema = z
  .string()
  .max(1_000)
  // Pasted addresses have surrounding spaces; nothing else is corrected.
  .transform((typed) => typed.replace(/^ +|(?<! ) +$/g, ''))
  .pipe(z.email().max(MAX_LENGTH))
  .refine((email) => email.indexOf('@') <= MAX_NAME_LENGTH)
  // After the check: lower-casing turns some non-ASCII letters into ASCII.
  .transform((email) => email.toLowerCase());

/** The address in lower case, which identifies a person; undefined unless it is one plain address. */
export function toEmailAddress(typed: unknown): string | undefined {
  return schema.safeParse(typed).data;
}
