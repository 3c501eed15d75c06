import 'server-only';
import { unstable_rethrow } from 'next/navigation';
import { quoteCode } from '@/components/shell/quote-code';
import { getLanguage } from '@/lib/auth/language';
import { getLastBrand } from '@/lib/brand/current';
import { toTextBrand } from '@/lib/brand/html-brand';
import { logRequestError, requestIdOf } from '@/lib/http/request-error';
import { unavailablePage } from '@/lib/http/unavailable-page';
import { loadCatalogue } from '@/lib/i18n/catalogue';

type Handler = (request: Request) => Promise<Response>;

/**
 * A route handler that a person opens in the browser, for example to download a file. If it fails, they get a
 * page with the code of the log line; Next would send an empty 500, and the browser would show its own page.
 */
export function withErrorResponse(route: string, handle: Handler): Handler {
  return async (request) => {
    try {
      return await handle(request);
    } catch (error) {
      unstable_rethrow(error);
      const { method, headers } = request;
      const code = logRequestError(error, { method, route, kind: 'route', requestId: requestIdOf(headers) });
      return failurePage(code, headers.get('x-nonce') ?? '');
    }
  };
}

async function failurePage(code: string, nonce: string): Promise<Response> {
  const { broken, tag } = await loadCatalogue((await getLanguage()).locale);
  const page = unavailablePage({
    texts: {
      lang: tag,
      title: broken.brokenTitle,
      what: broken.broken,
      safe: quoteCode({ text: broken.code, code }),
    },
    brand: toTextBrand(getLastBrand()),
    nonce,
  });
  return new Response(page, { status: 500, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}
