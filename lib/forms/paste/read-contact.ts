import type { Contact } from './contact';
import { readSignature } from './signature';
import { readMecard, readVcard } from './vcard';

/** A card with a picture has this many characters; the rest of a longer text is not read. */
const MAX_TEXT = 1_000_000;

/**
 * What a pasted text says about a person: a vCard, the text of a business card's QR code, or the signature of
 * an email. The same text always gives the same answer, and nothing leaves the page.
 */
export function readContact(text: string): Contact {
  const read = text.slice(0, MAX_TEXT).replace(/\r\n?/g, '\n');
  return readVcard(read) ?? readMecard(read) ?? readSignature(read);
}
