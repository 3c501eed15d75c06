import 'server-only';
import { authCookie } from './cookies';
import { plainPage } from './plain-page';
import { type Refusal, toRefusal } from './refusal';

/** What next-auth was asked: the method, and what stands after `/api/auth/`, as `callback/company`. */
export type NextAuthCall = { method: string; action: string };

type ResponseContext = {
  appUrl: string;
  brand: string;
  /** For the style of a page that is answered here. */
  nonce: string;
  texts: Record<
    'leadOutTitle' | 'leadOut' | 'leadOutLink' | 'oldFormTitle' | 'oldForm' | 'oldFormLink',
    string
  >;
};

/** What of next-auth is offered. The rest would let strangers write into our log, or tell what nobody needs. */
const OFFERED: ReadonlyMap<string, RegExp> = new Map([
  ['GET', /^(signin|signout|error|csrf|session|callback\/company)$/],
  ['POST', /^(signin\/company|signout|callback\/(demo|mail))$/],
]);

export function isOffered({ method, action }: NextAuthCall): boolean {
  return OFFERED.get(method)?.test(action) ?? false;
}

/**
 * Makes of next-auth's answer one that a person can do something with: each refusal is told on the sign-in page, a
 * form without its token is refused outright, and nothing ends in an error of the server.
 */
export function toNextAuthResponse(
  response: Response,
  { action }: NextAuthCall,
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
  // What next-auth says of a cookie that it cannot read, and would say again each time.
  if (target.searchParams.get('error') === 'Configuration') return toSignIn('failed', desk);
  if (target.searchParams.has('csrf')) return refuseForm(response, desk);
  if (target.pathname !== '/api/auth/error') return response;
  const refusal = toRefusal(target.searchParams.get('error') ?? '') ?? 'failed';
  response.headers.set('location', refusedPath(refusal));
  return response;
}

/** Where a refusal is told: through next-auth's own address, which knows where the person wanted to go. */
export function refusedPath(refusal: Refusal): string {
  return `/api/auth/signin?error=${refusal}`;
}

/** Back to the sign-in page, with the reason; where to go afterwards is forgotten, for it may be what is wrong. */
export function toSignIn(refusal: Refusal, { appUrl }: Pick<ResponseContext, 'appUrl'>): Response {
  const { name, options } = authCookie('callbackUrl', appUrl);
  const gone = `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${options.secure ? '; Secure' : ''}`;
  return new Response(null, {
    status: 303,
    headers: { Location: `/signin?error=${refusal}`, 'Set-Cookie': gone },
  });
}

/**
 * Leads out to the company's sign-in by a page instead of a redirect: browsers hold a form to the policy's
 * `form-action` through all its redirects, and only the company knows to which hosts it leads on.
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

function refuseForm(response: Response, desk: ResponseContext): Response {
  const { oldFormTitle: title, oldForm: text, oldFormLink: label } = desk.texts;
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
