import 'server-only';
import { type HtmlBrand, htmlPage, htmlParagraphs } from '@/lib/core/html';

/** The texts of the page, and the tag of their language. */
export type UnavailableTexts = { lang: string; title: string; what: string; safe: string };

/**
 * The page sent in place of any other while the database is down, or when a file could not be created.
 *
 * @param nonce lets the styles pass the page policy (CSP)
 */
export function unavailablePage({
  texts,
  brand,
  nonce,
}: {
  texts: UnavailableTexts;
  brand: HtmlBrand;
  nonce: string;
}): string {
  const { lang, title, what, safe } = texts;
  return htmlPage({ lang, title, brand, nonce, body: htmlParagraphs(what, safe) });
}
