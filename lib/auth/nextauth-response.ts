import 'server-only';
import { type HtmlBrand, htmlLink, htmlPage, htmlParagraphs } from '@/lib/core/html';
import { authCookie } from './cookies';
import { type SignInRefusal, toSignInRefusal } from './sign-in-refusal';

/** A request to next-auth: the method, and the path after `/api/auth/`, such as `callback/company`. */
export type NextAuthCall = {
  method: string;
  action: string;
  /** Whether the browser sent the cookie that belongs to the token of our forms. */
  hasCsrfCookie: boolean;
};

type ResponseContext = {
  appUrl: string;
  brand: HtmlBrand;
  /** The tag of the language of the texts. */
  lang: string;
  /** For the styles of a page rendered here. */
  nonce: string;
  texts: Record<
    | ('leadOutTitle' | 'leadOut' | 'leadOutLink')
    | ('oldFormTitle' | 'oldForm' | 'oldFormLink' | 'cookies' | 'cookiesHelp'),
    string
  >;
};

/**
 * The next-auth actions we expose. The others would let strangers write to our log, or reveal unneeded
 * details.
 */
const OFFERED: ReadonlyMap<string, RegExp> = new Map([
  ['GET', /^(signin|signout|error|csrf|session|callback\/company)$/],
  ['POST', /^(signin\/company|signout|callback\/(demo|mail))$/],
]);

/** True for next-auth's addresses that the desk uses; all others answer as not found. */
export function isOffered({ method, action }: Omit<NextAuthCall, 'hasCsrfCookie'>): boolean {
  return OFFERED.get(method)?.test(action) ?? false;
}

/**
 * Converts next-auth's response for people: refusals are shown on the sign-in page, a form without its token
 * is refused, and nothing ends in a server error.
 */
export function toNextAuthResponse(
  response: Response,
  { action, hasCsrfCookie }: NextAuthCall,
  desk: ResponseContext,
): Response {
  if (response.status >= 400) return toSignIn('failed', desk);
  const location = response.headers.get('location');
  if (location === null) return response;
  const target = new URL(location, desk.appUrl);
  if (target.origin !== new URL(desk.appUrl).origin) {
    return action === 'signin/company'
      ? redirectByPage(response, { target, desk })
      : toSignIn('failed', desk);
  }
  // next-auth's error for an unreadable cookie, which would repeat on every request.
  if (target.searchParams.get('error') === 'Configuration') return toSignIn('failed', desk);
  if (target.searchParams.has('csrf')) {
    // Signing out also works days after the browser dropped this cookie.
    return refuseForm(response, { desk, acceptsCookies: hasCsrfCookie || action === 'signout' });
  }
  if (target.pathname !== '/api/auth/error') return response;
  const refusal = toSignInRefusal(target.searchParams.get('error') ?? '') ?? 'failed';
  response.headers.set('location', refusedPath(refusal));
  return response;
}

/** Shows a refusal through next-auth's own address, which keeps the callback URL. */
export function refusedPath(refusal: SignInRefusal): string {
  return `/api/auth/signin?error=${refusal}`;
}

/** Back to the sign-in page, with the reason. Drops the callback URL, because it may be the cause. */
export function toSignIn(refusal: SignInRefusal, { appUrl }: Pick<ResponseContext, 'appUrl'>): Response {
  const { name, options } = authCookie('callbackUrl', appUrl);
  const gone = `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${options.secure ? '; Secure' : ''}`;
  return new Response(null, {
    status: 303,
    headers: { Location: `/signin?error=${refusal}`, 'Set-Cookie': gone },
  });
}

/**
 * Leads to the company's sign-in through a page instead of a redirect: browsers apply `form-action` of the
 * page policy to all redirects of a form, and only the company knows its redirect hosts.
 */
function redirectByPage(
  response: Response,
  { target, desk }: { target: URL; desk: ResponseContext },
): Response {
  if (!/^https?:$/.test(target.protocol)) return toSignIn('unreachable', desk);
  const { leadOutTitle: title, leadOut: text, leadOutLink: label } = desk.texts;
  const page = plainPage({ ...desk, title, text, link: { href: target.href, label }, goesOn: true });
  return htmlOf(page, { status: 200, response });
}

function refuseForm(
  response: Response,
  { desk, acceptsCookies }: { desk: ResponseContext; acceptsCookies: boolean },
): Response {
  const { oldFormTitle, oldForm, oldFormLink: label, cookies, cookiesHelp } = desk.texts;
  const title = acceptsCookies ? oldFormTitle : cookies;
  const text = acceptsCookies ? oldForm : cookiesHelp;
  const page = plainPage({ ...desk, title, text, link: { href: '/signin', label }, goesOn: false });
  return htmlOf(page, { status: 403, response });
}

/** With the cookies that next-auth set. */
function htmlOf(page: string, { status, response }: { status: number; response: Response }): Response {
  const headers = new Headers(response.headers);
  headers.delete('location');
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(page, { status, headers });
}

type Page = {
  title: string;
  text: string;
  link: { href: string; label: string };
  brand: HtmlBrand;
  lang: string;
  /** The nonce that lets the styles pass the page policy (CSP). */
  nonce: string;
  /** Follows the link automatically. */
  goesOn: boolean;
};

/** A page with a single link, for responses of next-auth's routes, where none of our pages is rendered. */
function plainPage({ title, text, link, brand, lang, nonce, goesOn }: Page): string {
  const body = `${htmlParagraphs(text)}\n${htmlLink(link)}`;
  return htmlPage({ lang, title, brand, nonce, body, goesOnTo: goesOn ? link.href : undefined });
}
