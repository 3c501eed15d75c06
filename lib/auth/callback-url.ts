import 'server-only';
import { authCookie } from './cookies';

const MAX_LENGTH = 2_048;

/**
 * Where to go after signing in or out: `target` if it is on this desk, else the first page. Accepts any
 * untrusted input, and never throws.
 */
export function safeCallbackUrl(target: string | undefined, appUrl: string): string {
  if (!target || target.length > MAX_LENGTH || !URL.canParse(target, appUrl)) return appUrl;
  const url = new URL(target, appUrl);
  const home = new URL(appUrl);
  // Not compared by `origin`: a blob URL has the origin of the page that created it.
  const stays = url.protocol === home.protocol && url.host === home.host && !url.username && !url.password;
  // Browsers and proxies differ in how they read leading encoded slashes.
  const plain = !/^(\/|\\|%2f|%5c){2}|^\/(%2f|%5c)/i.test(url.pathname);
  // API routes are not pages to return to, and the sign-in route would loop.
  const isPage = !url.pathname.startsWith('/api/');
  return stays && plain && isPage ? url.href : appUrl;
}

type Cookies = { get(name: string): { value: string } | undefined; delete(name: string): unknown };

/**
 * Removes next-auth's cookie with the address to return to from a request if it names none on this desk. next-auth
 * would answer every request with that cookie with an error: the browser could not sign in until it was deleted.
 */
export function dropForeignCallback(cookies: Cookies, appUrl: string): void {
  const { name } = authCookie('callbackUrl', appUrl);
  const value = cookies.get(name)?.value;
  if (value !== undefined && safeCallbackUrl(value, appUrl) !== value) cookies.delete(name);
}
