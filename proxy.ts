import { type NextRequest, NextResponse } from 'next/server';
import { dropForeignCallback } from '@/lib/auth/callback-url';
import { newCsrfCookie } from '@/lib/auth/csrf';
import { refuseWhileViewing } from '@/lib/auth/refuse-while-viewing';
import { getLastBrand } from '@/lib/brand/current';
import { toTextBrand } from '@/lib/brand/html-brand';
import { digestIn } from '@/lib/brand/image-path';
import { type Env, env, IS_DEVELOPMENT } from '@/lib/core/env';
import { log, throttleLog } from '@/lib/core/log';
import { singleton } from '@/lib/core/singleton';
import { database } from '@/lib/db/handle';
import { isForeignChange, isOwnHost } from '@/lib/http/origin';
import { pagePolicy } from '@/lib/http/page-policy';
import { bodyLimitOf, refusesAction, refusesBody } from '@/lib/http/refuse-request';
import { newRequestId, REQUEST_ID, REQUESTED_PATH } from '@/lib/http/request-headers';
import { tooLargePage } from '@/lib/http/too-large-page';
import { unavailablePage } from '@/lib/http/unavailable-page';
import { type Catalogue, loadCatalogue, offeredLocales } from '@/lib/i18n/catalogue';
import { negotiateLanguage } from '@/lib/i18n/negotiate';
import { LANGUAGE_COOKIE } from '@/lib/i18n/preferences';

/**
 * For load balancers, containers and start scripts, under any host name. A process that only works (`WORKER=only`)
 * answers it too, and 404 to every page.
 */
const HEALTH = '/api/health';

/** The same for every visitor, and served under any host name. */
const FILES = new Set([
  ...['/favicon.ico', '/icon.svg', '/robots.txt'],
  ...['/icon-192.png', '/icon-512.png', '/icon-maskable-512.png'],
]);

/** The public keys of receipts. */
const PUBLIC_KEYS = '/.well-known/jwks.json';

/**
 * What an open form asks for, the bell of its page among it: having received `no-store`, Chrome would no longer keep its page for Back, and with it
 * what was typed. No cache keeps the answer to a POST or PUT without a time, nor uses another one without asking.
 */
const FORM_CALLS = /^\/api\/(drafts\/|(known|unread|stream)$)/;

/** Mail programs post there, from anywhere: a sealed token says for whom, and no cookie is read. */
const UNSUBSCRIBE = '/api/unsubscribe';

/** One year, in seconds. Without subdomains: those of the desk's host may belong to another organization. */
const HSTS = 'max-age=31536000';

/**
 * Runs before every request except webhook deliveries and the files of the build (see `config`).
 *
 * - Refuses requests to another host than that of `APP_URL` (421), cross-site changes (403), bodies that are too long,
 *   malformed action calls and paths that are not UTF-8. Static files and the health check are served under any host name.
 * - Answers 503 while the database does not answer: a page cannot set its own status.
 * - Refuses every change while an admin sees the desk as a person.
 * - Sets the headers that differ by request or by desk.
 *
 * It grants no access: every page, action and handler checks permissions itself.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  if (FILES.has(request.nextUrl.pathname)) return answerFile(request.method);
  const settings = env();
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64');
  const policy = pagePolicy({ nonce, appUrl: settings.APP_URL, isDevelopment: IS_DEVELOPMENT });
  const requestId = newRequestId();
  const refused = await refusal(request, settings, nonce);
  if (!refused && isForEveryone(request.nextUrl.pathname)) return answerEveryone(request.method, requestId);
  const response = refused ?? passOn(request, { settings, nonce, policy, requestId });
  response.headers.set(REQUEST_ID, requestId);
  response.headers.set('Content-Security-Policy', policy);
  // No response from here may be shared between two people.
  const isOfForm = FORM_CALLS.test(request.nextUrl.pathname);
  response.headers.set('Cache-Control', isOfForm ? 'private, no-cache' : 'private, no-store');
  if (settings.APP_URL.startsWith('https:')) response.headers.set('Strict-Transport-Security', HSTS);
  return response;
}

async function refusal(
  request: NextRequest,
  settings: Env,
  nonce: string,
): Promise<NextResponse | undefined> {
  const { method, headers, nextUrl } = request;
  const isHealth = nextUrl.pathname === HEALTH;
  if (settings.WORKER === 'only' && !isHealth) return new NextResponse(null, { status: 404 });
  if (!isHealth && !isOwnHost(headers.get('host'), settings.APP_URL))
    return misdirected(await catalogueFor(request));
  const sender = { method, site: headers.get('sec-fetch-site'), origin: headers.get('origin') };
  if (nextUrl.pathname !== UNSUBSCRIBE && isForeignChange(sender, settings.APP_URL))
    return new NextResponse(null, { status: 403 });
  const status =
    refusesBody(headers, nextUrl.pathname) ?? refusesAction(headers) ?? refusesPath(nextUrl.pathname);
  if (status === 413 && isPagePost(headers)) return tooLarge(request, nonce);
  if (status) return new NextResponse(null, { status });
  if (isHealth) return undefined;
  if (!(await databaseAnswers())) return unavailable(await catalogueFor(request), nonce);
  const change = await refuseWhileViewing(request);
  return change && new NextResponse(null, change);
}

/** A form that the browser itself posts and shows the answer of; scripts read the status. */
const isPagePost = (headers: Headers) =>
  !headers.has('next-action') && (headers.get('accept') ?? '').includes('text/html');

async function tooLarge(request: NextRequest, nonce: string): Promise<NextResponse> {
  const { messages, tag } = await catalogueFor(request);
  const texts = { ...messages.TooLarge, lang: tag };
  const limit = bodyLimitOf(request.nextUrl.pathname);
  const page = tooLargePage({ texts, limit, brand: toTextBrand(getLastBrand()), nonce });
  return new NextResponse(page, { status: 413, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
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

/** A path that is not valid UTF-8 names no page, and Next throws while decoding it. */
function refusesPath(path: string): 400 | undefined {
  try {
    decodeURIComponent(path);
    return undefined;
  } catch {
    return 400;
  }
}

/** Reveals neither what was requested nor where the desk is. */
function misdirected({ messages }: Catalogue): NextResponse {
  const note = singleton('wrong-host', () =>
    throttleLog((count) => log().warn('request.wrong-host', { count }), { everyMs: 60_000 }),
  );
  note(new Date());
  return new NextResponse(`${messages.WrongHost.text}\n`, {
    status: 421,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

/**
 * Passes the request on to Next, which reads the nonce from the request's policy and puts it on every script it
 * renders. Pages receive the requested address, so that a person who has to sign in first returns to it. Pages cannot
 * set cookies: the one of the sign-in forms is set here, and Next includes it in the same request.
 */
function passOn(
  request: NextRequest,
  task: { settings: Env; nonce: string; policy: string; requestId: string },
): NextResponse {
  const { settings, nonce, policy, requestId } = task;
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

/** The texts for a request that gets no page. Without the database, only the cookie and the header name a language. */
async function catalogueFor({ headers, cookies }: NextRequest): Promise<Catalogue> {
  const preferences = { cookie: cookies.get(LANGUAGE_COOKIE)?.value, header: headers.get('accept-language') };
  return loadCatalogue(negotiateLanguage(preferences, await offeredLocales()).locale);
}

/** The database was opened at the start of this process, before its first request (`lib/core/singleton`). */
async function databaseAnswers(): Promise<boolean> {
  try {
    return await (await database()).answers();
  } catch {
    return false;
  }
}

/**
 * One response for pages, prefetched parts of pages and actions: the router then requests the whole page, and a form
 * keeps what was typed.
 */
function unavailable({ messages, tag }: Catalogue, nonce: string): NextResponse {
  const texts = { ...messages.Unavailable, lang: tag };
  return new NextResponse(unavailablePage({ texts, brand: toTextBrand(getLastBrand()), nonce }), {
    status: 503,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': '5' },
  });
}

/** Excluded paths match to their end: a longer path that only begins like a webhook's is a page, possibly a 404. */
export const config = {
  matcher: [
    {
      source: '/((?!api/webhooks/[^/]+$|_next/static/).*)',
    },
  ],
};
