import 'server-only';
import { z } from 'zod';

const MAX_LENGTH = 253;

/** The part after the at sign, in lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/** A domain as typed by an admin, with or without the at sign; validated like the domain of an address. */
export const domainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_LENGTH + 1)
  .transform((typed) => typed.replace(/^@/, ''))
  .refine((domain) => z.email().safeParse(`somebody@${domain}`).success);
