import 'server-only';
import { withoutDirectionMarks } from '@/lib/core/isolate';
import { countCharacters } from '@/lib/core/text';

/** The longest name of a product or a sender, in characters: the header, a subject and a mail program show all of it. */
export const MAX_NAME_LENGTH = 60;

/** Invisible, except what joins letters and emoji. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2064\ufeff]/gu;

/**
 * A name as typed, on one line and without marks that change the direction of the text around it. Undefined if it is too
 * long; empty if nothing is left.
 */
export function toBrandName(typed: string): string | undefined {
  const name = withoutDirectionMarks(typed)
    .normalize('NFC')
    .replace(INVISIBLE, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return countCharacters(name) <= MAX_NAME_LENGTH ? name : undefined;
}
