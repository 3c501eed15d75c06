import { type NextRequest, NextResponse } from 'next/server';
import { env } from '@/lib/env';

/** What a process that only works (`WORKER=only`) still answers. */
const WORKER_ANSWERS = ['/api/health', '/api/metrics'];

/**
 * Sets the headers that differ from request to request. It keeps nobody out: pages, actions and handlers each
 * check for themselves. Webhooks are outside its matcher.
 */
export function proxy(request: NextRequest): NextResponse {
  if (env().WORKER === 'only' && !WORKER_ANSWERS.includes(request.nextUrl.pathname)) {
    return new NextResponse(null, { status: 404 });
  }
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64');
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  // Next reads the nonce from the request's policy and puts it on every script it renders.
  headers.set('content-security-policy', policy);
  headers.set('x-nonce', nonce);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
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
