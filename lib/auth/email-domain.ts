import 'server-only';
import { z } from 'zod';

const MAX_LENGTH = 253;

/** What stands after the at sign, lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/** A domain as an admin types it, with or without the at sign; judged as the domain of an address would be. */
export const domainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_LENGTH + 1)
  .transform((typed) => typed.replace(/^@/, ''))
  .refine((domain) => z.email().safeParse(`somebody@${domain}`).success);
