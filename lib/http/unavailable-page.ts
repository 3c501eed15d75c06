import 'server-only';
import { htmlPage, htmlParagraphs } from '@/lib/core/html';

/** The texts of the page, the tag of their language, and the desk's name. */
export type UnavailableTexts = { lang: string; title: string; what: string; safe: string; brand: string };

/**
 * The page sent in place of any other while the database is down, or when a file could not be created.
 *
 * @param nonce lets the styles pass the page policy (CSP)
 */
export function unavailablePage({ texts, nonce }: { texts: UnavailableTexts; nonce: string }): string {
  const { lang, title, what, safe, brand } = texts;
  return htmlPage({ lang, title, brand, nonce, body: htmlParagraphs(what, safe) });
}
