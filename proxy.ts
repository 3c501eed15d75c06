import { type NextRequest, NextResponse } from 'next/server';
import { database } from '@/lib/db/handle';
import { env } from '@/lib/env';
import { unavailablePage } from '@/lib/unavailable-page';
import messages from '@/messages/en.json';

/** What a process that only works (`WORKER=only`) still answers. */
const WORKER_ANSWERS = ['/api/health', '/api/metrics'];

/**
 * Answers 503 in place of whatever needs the database while that does not answer, for no page can set its own
 * status; and sets the headers that differ from request to request. It keeps nobody out: pages, actions and
 * handlers each check for themselves. Webhooks are outside its matcher.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const isForWorkers = WORKER_ANSWERS.includes(request.nextUrl.pathname);
  if (env().WORKER === 'only' && !isForWorkers) return new NextResponse(null, { status: 404 });
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64');
  const policy = contentSecurityPolicy(nonce);
  if (!isForWorkers && !(await databaseAnswers())) return unavailable({ nonce, policy });
  const headers = new Headers(request.headers);
  // Next reads the nonce from the request's policy and puts it on every script it renders.
  headers.set('content-security-policy', policy);
  headers.set('x-nonce', nonce);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

/** The process opened its database before its first request, and this is the same process (`lib/singleton`). */
async function databaseAnswers(): Promise<boolean> {
  try {
    return await (await database()).answers();
  } catch {
    return false;
  }
}

/**
 * The same for pages, for their parts that the router fetches ahead, and for actions: the router then asks for
 * the whole page, and a form keeps what was typed.
 */
function unavailable({ nonce, policy }: { nonce: string; policy: string }): NextResponse {
  const texts = { ...messages.Unavailable, brand: env().BRAND_NAME };
  return new NextResponse(unavailablePage({ texts, nonce }), {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
      'Retry-After': '5',
    },
  });
}

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export const config = {
  matcher: [{ source: '/((?!api/webhooks/|_next/static|_next/image|favicon.ico|icon.svg).*)' }],
};
