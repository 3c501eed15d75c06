import { type NextRequest, NextResponse } from 'next/server';
import { dropForeignCallback } from '@/lib/auth/callback-url';
import { newCsrfCookie } from '@/lib/auth/csrf';
import { guardRequest, type Passed, withOwnHeaders } from '@/lib/auth/guard-request';
import { digestIn } from '@/lib/brand/image-path';
import { REQUEST_ID, REQUESTED_PATH } from '@/lib/http/request-headers';

/** The same for every visitor, and served under any host name. */
const FILES = new Set([
  ...['/favicon.ico', '/icon.svg', '/robots.txt'],
  ...['/icon-192.png', '/icon-512.png', '/icon-maskable-512.png'],
]);

/** The public keys of receipts. */
const PUBLIC_KEYS = '/.well-known/jwks.json';

/**
 * Runs before every request except webhook deliveries, uploads (`uploadRoute`) and the files of the build (see
 * `config`): the checks of `guardRequest`, and the headers that differ by request or by desk. Static files are served
 * under any host name.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  const { pathname } = request.nextUrl;
  if (FILES.has(pathname)) return answerFile(request.method);
  return await guardRequest(request, (passed) =>
    isForEveryone(pathname)
      ? answerEveryone(request.method, passed.requestId)
      : withOwnHeaders(passOn(request, passed), request, passed),
  );
}

/** Next throws for a method that a static file does not support. */
function answerFile(method: string): NextResponse {
  if (method === 'GET' || method === 'HEAD') return NextResponse.next();
  return new NextResponse(null, { status: 405, headers: { Allow: 'GET, HEAD' } });
}

/** Pictures of the brand and the public keys of receipts: the same for every visitor. */
const isForEveryone = (path: string) => path === PUBLIC_KEYS || digestIn(path) !== undefined;

/** Kept by caches as its handler says, and read by other sites: mail programs show pictures, anyone verifies. */
function answerEveryone(method: string, requestId: string): NextResponse {
  const response = answerFile(method);
  response.headers.set(REQUEST_ID, requestId);
  response.headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
  return response;
}

/**
 * Passes the request on to Next, which reads the nonce from the request's policy and puts it on every script it
 * renders. Pages receive the requested address, so that a person who has to sign in first returns to it. Pages cannot
 * set cookies: the one of the sign-in forms is set here, and Next includes it in the same request.
 */
function passOn(request: NextRequest, { settings, nonce, policy, requestId }: Passed): NextResponse {
  dropForeignCallback(request.cookies, settings.APP_URL);
  const headers = new Headers(request.headers);
  headers.set('content-security-policy', policy);
  headers.set('x-nonce', nonce);
  headers.set(REQUEST_ID, requestId);
  // Next would trust it more than the `Host` header checked above.
  headers.delete('x-forwarded-host');
  // Checked above, too. Next compares it with the host, and fails for a page that hides its origin ("null").
  if (headers.has('origin')) headers.set('origin', ownOrigin(request, settings.APP_URL));
  headers.set(REQUESTED_PATH, `${request.nextUrl.pathname}${request.nextUrl.search}`);
  const response = NextResponse.next({ request: { headers } });
  const cookie = newCsrfCookie(
    { path: request.nextUrl.pathname, cookies: request.cookies },
    { appUrl: settings.APP_URL, secret: settings.APP_SECRET },
  );
  if (cookie) response.cookies.set(cookie.name, cookie.value, cookie.options);
  return response;
}

/** This desk's origin, by the name under which it was requested. */
function ownOrigin({ headers }: NextRequest, appUrl: string): string {
  return `${new URL(appUrl).protocol}//${headers.get('host')}`;
}

/**
 * Next keeps the whole body of a request in memory before it asks the proxy: what takes files passes by it, and begins
 * with the same checks. Excluded paths match to their end: a longer path that only begins like a webhook's is a page,
 * possibly a 404.
 */
export const config = {
  matcher: [
    {
      source:
        '/((?!api/webhooks/[^/]+$|leads/import/upload$|admin/(?:brand/image|people/import)$|_next/static/).*)',
    },
    // What has no body is answered as everywhere.
    {
      source: '/(leads/import/upload|admin/brand/image|admin/people/import)',
      missing: [{ type: 'header', key: 'content-length' }],
    },
  ],
};
