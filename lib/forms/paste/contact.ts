import { toPlainCharacters } from '@/lib/core/plain-characters';

/** What a pasted text says about a person. Each part as it is written there; absent if it is not said. */
export type Contact = {
  firstName?: string;
  lastName?: string;
  /** As written; the only one if it cannot be told where it divides. */
  fullName?: string;
  company?: string;
  jobTitle?: string;
  email?: string;
  phone?: string;
  website?: string;
  country?: string;
};

/** Longer than any of these; what is longer is not one. */
const MAX_PART = 200;

/** A part on one line, without invisible characters; undefined if nothing is left, or too much. */
export function toPart(text: string | undefined): string | undefined {
  if (text === undefined || text.length > MAX_PART * 4) return undefined;
  const part = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .toWellFormed()
    .trim();
  return part === '' || part.length > MAX_PART ? undefined : part;
}

/** The parts of a contact that are there. */
export function toContact(parts: Contact): Contact {
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, text]) => {
      const part = toPart(text && /^(?:email|phone)$/.test(name) ? toPlainCharacters(text) : text);
      return part === undefined ? [] : [[name, part]];
    }),
  );
}
