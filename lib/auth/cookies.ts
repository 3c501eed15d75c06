import 'server-only';
import { cookies } from 'next/headers';
import type { NextAuthOptions } from 'next-auth';
import { decode } from 'next-auth/jwt';
import { env } from '@/lib/core/env';
import { isId } from '@/lib/core/ids';

/** The sign-in cookies, by purpose. */
const COOKIES = {
  sessionToken: 'next-auth.session-token',
  callbackUrl: 'next-auth.callback-url',
  csrfToken: 'next-auth.csrf-token',
  pkceCodeVerifier: 'next-auth.pkce.code_verifier',
  state: 'next-auth.state',
  nonce: 'next-auth.nonce',
  /** Proves that a sign-in link is opened in the browser that requested it. */
  linkBrowser: 'partner-desk.link-browser',
  /**
   * Proves an earlier sign-in by mail in this browser, which then has its own rate limit for requesting
   * links.
   */
  knownBrowser: 'partner-desk.known-browser',
} as const;

type CookieOf = keyof typeof COOKIES;

/**
 * A cookie's name and options. Over https, the `__Host-` prefix makes the browser reject this cookie from
 * sibling domains and from http.
 */
export function authCookie(of: CookieOf, appUrl: string) {
  const secure = appUrl.startsWith('https:');
  return {
    name: `${secure ? '__Host-' : ''}${COOKIES[of]}`,
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure },
  } as const;
}

/** Whether people reach the desk by https: then no cookie is sent without it. */
export const isSecure = () => env().APP_URL.startsWith('https:');

/** The maximum time for a round trip to the company's sign-in, in seconds. */
const ROUND_TRIP_SECONDS = 15 * 60;

/** All of next-auth's own cookies. */
export function nextAuthCookies(appUrl: string): NextAuthOptions['cookies'] {
  const passing = (of: CookieOf) => {
    const { name, options } = authCookie(of, appUrl);
    return { name, options: { ...options, maxAge: ROUND_TRIP_SECONDS } };
  };
  return {
    sessionToken: authCookie('sessionToken', appUrl),
    callbackUrl: authCookie('callbackUrl', appUrl),
    csrfToken: authCookie('csrfToken', appUrl),
    pkceCodeVerifier: passing('pkceCodeVerifier'),
    state: passing('state'),
    nonce: passing('nonce'),
  };
}

/**
 * The session id in this request's cookie; undefined without a cookie, or with one that we did not issue.
 * Read without next-auth's handler, which throws on cookies it cannot read.
 */
export async function readSessionId(): Promise<string | undefined> {
  return sessionIdIn(await cookies());
}

/** The same, from the cookies of a request that no page handles yet. */
export async function sessionIdIn(jar: {
  get(name: string): { value: string } | undefined;
}): Promise<string | undefined> {
  const { APP_URL, APP_SECRET } = env();
  const token = jar.get(authCookie('sessionToken', APP_URL).name)?.value;
  if (!token) return undefined;
  try {
    const claims = await decode({ token, secret: APP_SECRET });
    return isId('session', claims?.sessionId) ? claims.sessionId : undefined;
  } catch {
    return undefined;
  }
}
