import 'server-only';
import { htmlPage, htmlParagraphs } from '@/lib/core/html';

/** The words of the page, and the desk's name. */
export type UnavailableTexts = { title: string; what: string; safe: string; brand: string };

/**
 * The page that is sent in place of any other while the database does not answer, or where a file could not be made.
 *
 * @param nonce what the content security policy lets the style pass with
 */
export function unavailablePage({ texts, nonce }: { texts: UnavailableTexts; nonce: string }): string {
  const { title, what, safe, brand } = texts;
  return htmlPage({ title, brand, nonce, body: htmlParagraphs(what, safe) });
}
