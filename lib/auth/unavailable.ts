import 'server-only';
import { NextRequest } from 'next/server';
import { getLastBrand } from '@/lib/brand/current';
import { toTextBrand } from '@/lib/brand/html-brand';
import { isUnanswered } from '@/lib/db/outcome';
import { replaceResponse } from '@/lib/http/response-status';
import { unavailablePage } from '@/lib/http/unavailable-page';
import { type Catalogue, loadCatalogue } from '@/lib/i18n/catalogue';
import { negotiateLanguage } from '@/lib/i18n/negotiate';
import { LANGUAGE_COOKIE } from '@/lib/i18n/preferences';

/** The texts for a request that gets no page. Without the database, only the cookie and the header name a language. */
export async function catalogueFor({
  headers,
  cookies,
}: Pick<NextRequest, 'headers' | 'cookies'>): Promise<Catalogue> {
  const preferences = { cookie: cookies.get(LANGUAGE_COOKIE)?.value, header: headers.get('accept-language') };
  return loadCatalogue(negotiateLanguage(preferences).locale);
}

/**
 * 503: one response for pages, prefetched parts of pages and actions. The router then requests the whole page, and a form
 * keeps what was typed.
 *
 * @param nonce lets the styles pass the page policy (CSP)
 */
export async function unavailable(
  request: Pick<NextRequest, 'headers' | 'cookies'>,
  nonce: string,
): Promise<Response> {
  const { messages, tag } = await catalogueFor(request);
  const texts = { ...messages.Unavailable, lang: tag };
  return new Response(unavailablePage({ texts, brand: toTextBrand(getLastBrand()), nonce }), {
    status: 503,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': '5' },
  });
}

/**
 * Answers the request that is being handled like those that arrive while the database does not respond, if that is why it
 * failed and nothing was sent yet. Next would send 500, and without scripts an empty page.
 */
export function answerUnanswered(error: unknown): void {
  if (!isUnanswered(error)) return;
  replaceResponse(({ headers: { cookie = '', ...sent } }) => {
    const headers = { cookie, 'accept-language': String(sent['accept-language'] ?? '') };
    return unavailable(new NextRequest('http://localhost', { headers }), String(sent['x-nonce'] ?? ''));
  });
}
