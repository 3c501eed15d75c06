import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { isSameText } from '@/lib/core/crypto';
import { authCookie } from './cookies';

/** The pages with forms that post to next-auth before anybody is signed in. */
const SIGN_IN_PAGES = new Set(['/signin', '/signin/link']);

type Request = { path: string; cookies: { get(name: string): { value: string } | undefined } };

/**
 * The cookie to set with a sign-in page, whose forms carry its token; undefined on other pages and if the browser has
 * a valid one. next-auth would set the same cookie, but only at its own addresses, and a detour there costs every
 * sign-in a redirect.
 */
export function newCsrfCookie(
  { path, cookies }: Request,
  { appUrl, secret }: { appUrl: string; secret: string },
) {
  if (!SIGN_IN_PAGES.has(path)) return undefined;
  const cookie = authCookie('csrfToken', appUrl);
  if (isOurs(cookies.get(cookie.name)?.value, secret)) return undefined;
  const token = randomBytes(32).toString('hex');
  return { ...cookie, value: `${token}|${digestOf(token, secret)}` };
}

/** The token that forms post, from the cookie's value. */
export function csrfTokenOf(value: string): string {
  return value.split('|')[0] ?? '';
}

function isOurs(value: string | undefined, secret: string): boolean {
  if (value === undefined) return false;
  const token = csrfTokenOf(value);
  return isSameText(value, `${token}|${digestOf(token, secret)}`);
}

/** As next-auth computes it: `core/lib/csrf-token`. */
function digestOf(token: string, secret: string): string {
  return createHash('sha256').update(`${token}${secret}`).digest('hex');
}
