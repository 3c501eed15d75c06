import 'server-only';
import type { NextAuthOptions } from 'next-auth';

/** The cookies of sign-in, each by what it is for. */
const COOKIES = {
  sessionToken: 'next-auth.session-token',
  callbackUrl: 'next-auth.callback-url',
  csrfToken: 'next-auth.csrf-token',
  pkceCodeVerifier: 'next-auth.pkce.code_verifier',
  state: 'next-auth.state',
  nonce: 'next-auth.nonce',
  /** Proves that a link by mail is opened in the browser that asked for it. */
  linkBrowser: 'partner-desk.link-browser',
  /** Proves that somebody signed in by mail in this browser before, for turns of their own at asking for links. */
  knownBrowser: 'partner-desk.known-browser',
} as const;

type CookieOf = keyof typeof COOKIES;

/**
 * A cookie's name and how it is set. Where the desk is reached over https the browser itself sees to it
 * (`__Host-`) that no sibling domain and no page over http plants one.
 */
export function authCookie(of: CookieOf, appUrl: string) {
  const secure = appUrl.startsWith('https:');
  return {
    name: `${secure ? '__Host-' : ''}${COOKIES[of]}`,
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure },
  } as const;
}

/** What a person takes at most to come back from the company's sign-in, in seconds. */
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
