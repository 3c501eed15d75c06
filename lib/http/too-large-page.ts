import 'server-only';
import { escapeHtml, type HtmlBrand, htmlPage, htmlParagraphs } from '@/lib/core/html';

/** The texts of the page, and the tag of their language; `{size}` in them stands for the limit. */
export type TooLargeTexts = { lang: string; title: string; what: string; back: string };

/**
 * The page for a posted form that is refused before it is read. Without it browsers show a page of their own, which
 * names neither the reason nor the limit.
 *
 * @param limit its maximum in bytes, and the page to go back to
 * @param nonce lets the styles pass the page policy (CSP)
 */
export function tooLargePage({
  texts: { lang, title, what, back },
  limit,
  brand,
  nonce,
}: {
  texts: TooLargeTexts;
  limit: { bytes: number; page: string };
  brand: HtmlBrand;
  nonce: string;
}): string {
  const link = `<p><a href="${escapeHtml(limit.page)}">${escapeHtml(back)}</a></p>`;
  const body = `${htmlParagraphs(what.replace('{size}', toSize(limit.bytes, lang)))}${link}`;
  return htmlPage({ lang, title, brand, nonce, body });
}

/** As pages state limits: "900 kB", "10 MB". */
function toSize(bytes: number, lang: string): string {
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  return new Intl.NumberFormat(lang, { style: 'unit', unit, maximumFractionDigits: 1 }).format(amount);
}
