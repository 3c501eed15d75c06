import { type NextRequest, NextResponse } from 'next/server';
import { newCsrfCookie } from '@/lib/auth/csrf';
import { type Env, env, IS_DEVELOPMENT } from '@/lib/core/env';
import { log, throttleLog } from '@/lib/core/log';
import { singleton } from '@/lib/core/singleton';
import { database } from '@/lib/db/handle';
import { isForeignChange, isOwnHost } from '@/lib/http/origin';
import { pagePolicy } from '@/lib/http/page-policy';
import { refusesAction, refusesBody } from '@/lib/http/refuse-request';
import { newRequestId, REQUEST_ID, REQUESTED_PATH } from '@/lib/http/request-headers';
import { unavailablePage } from '@/lib/http/unavailable-page';
import { type Catalogue, loadCatalogue, offeredLocales } from '@/lib/i18n/catalogue';
import { negotiateLanguage } from '@/lib/i18n/negotiate';
import { LANGUAGE_COOKIE } from '@/lib/i18n/preferences';

/**
 * What a load balancer, a container or a start script asks by whatever name it knows this process; all that a process
 * that only works (`WORKER=only`) still answers.
 */
const HEALTH = '/api/health';

/** The same for everybody, and asked by any name. */
const FILES = new Set(['/favicon.ico', '/icon.svg', '/robots.txt']);

/** One year. Without sub-domains: those of the desk's host may be somebody else's. */
const HSTS = 'max-age=31536000';

/**
 * Refuses what was sent to another host than that of `APP_URL`, changes that no page of this desk asked for and
 * bodies that are too long, answers 503 in place of whatever needs the database while that does not answer, for no
 * page can set its own status, and sets the headers that differ from request to request or from desk to desk. It
 * lets nobody in: pages, actions and handlers each check for themselves. Deliveries of webhooks are outside its matcher, and so are
 * the files of the build; the other files and health are asked by any name.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  if (FILES.has(request.nextUrl.pathname)) return answerFile(request.method);
  const settings = env();
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64');
  const policy = pagePolicy({ nonce, appUrl: settings.APP_URL, isDevelopment: IS_DEVELOPMENT });
  const requestId = newRequestId();
  const response =
    (await refusal(request, settings, nonce)) ?? passOn(request, { settings, nonce, policy, requestId });
  response.headers.set(REQUEST_ID, requestId);
  response.headers.set('Content-Security-Policy', policy);
  // Of what this passes, nothing is the same for two people.
  response.headers.set('Cache-Control', 'private, no-store');
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
  if (isForeignChange(sender, settings.APP_URL)) return new NextResponse(null, { status: 403 });
  const status =
    refusesBody(headers, nextUrl.pathname) ?? refusesAction(headers) ?? refusesPath(nextUrl.pathname);
  if (status) return new NextResponse(null, { status });
  if (isHealth || (await databaseAnswers())) return undefined;
  return unavailable(await catalogueFor(request), { nonce, brand: settings.BRAND_NAME });
}

/** Next fails at every method that a file has no answer to. */
function answerFile(method: string): NextResponse {
  if (method === 'GET' || method === 'HEAD') return NextResponse.next();
  return new NextResponse(null, { status: 405, headers: { Allow: 'GET, HEAD' } });
}

/** What is no text in UTF-8 is the address of nothing, and Next fails at it. */
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
 * Next reads the nonce from the request's policy and puts it on every script it renders. Pages learn which address
 * was asked for: who has to sign in first comes back to exactly that. Pages cannot set cookies; that of the sign-in
 * forms is set here, and Next shows it to the page of the same request.
 */
function passOn(
  request: NextRequest,
  task: { settings: Env; nonce: string; policy: string; requestId: string },
): NextResponse {
  const { settings, nonce, policy, requestId } = task;
  const headers = new Headers(request.headers);
  headers.set('content-security-policy', policy);
  headers.set('x-nonce', nonce);
  headers.set(REQUEST_ID, requestId);
  // Next would believe it over the `Host` that was checked.
  headers.delete('x-forwarded-host');
  headers.set(REQUESTED_PATH, `${request.nextUrl.pathname}${request.nextUrl.search}`);
  const response = NextResponse.next({ request: { headers } });
  const cookie = newCsrfCookie(
    { path: request.nextUrl.pathname, cookies: request.cookies },
    { appUrl: settings.APP_URL, secret: settings.APP_SECRET },
  );
  if (cookie) response.cookies.set(cookie.name, cookie.value, cookie.options);
  return response;
}

/** The texts for a request that gets no page. Without the database nobody knows who sent it, but for their cookie. */
async function catalogueFor({ headers, cookies }: NextRequest): Promise<Catalogue> {
  const wishes = { cookie: cookies.get(LANGUAGE_COOKIE)?.value, header: headers.get('accept-language') };
  return loadCatalogue(negotiateLanguage(wishes, await offeredLocales()).locale);
}

/** The process opened its database before its first request, and this is the same process (`lib/core/singleton`). */
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
function unavailable(
  { messages, tag }: Catalogue,
  { nonce, brand }: { nonce: string; brand: string },
): NextResponse {
  const texts = { ...messages.Unavailable, lang: tag, brand };
  return new NextResponse(unavailablePage({ texts, nonce }), {
    status: 503,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': '5' },
  });
}

/** Left out to the end of the address: what only begins like these is a page, if only one that says there is none. */
export const config = {
  matcher: [
    {
      source: '/((?!api/webhooks/[^/]+$|_next/static/).*)',
    },
  ],
};
