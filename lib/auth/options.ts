import 'server-only';
import type { NextAuthOptions } from 'next-auth';
import { type Env, env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { getDb } from '@/lib/db/handle';
import { endSession, type Method, SESSION_SECONDS } from '@/lib/sessions/sessions';
import { safeCallbackUrl } from './callback-url';
import { companyProvider } from './company-provider';
import { nextAuthCookies } from './cookies';
import { demoProvider } from './demo-provider';
import { mailProvider } from './mail-provider';
import { readSessionId } from './session-cookie';
import { startSession } from './start-session';

/** How a session came about, by the provider that began it. */
const METHODS: Readonly<Record<string, Method>> = { company: 'oidc', mail: 'mail', demo: 'demo' };

/**
 * How people sign in. Each way to sign in is a provider that comes to a person's id or to a refusal; nothing else
 * here differs between them.
 *
 * The cookie carries the id of a session row and nothing that is believed: `getSignedIn` reads who that is,
 * and whether it still holds, from the database on every request.
 *
 * @param again whether somebody is to prove once more who they are
 */
export function authOptions({ again }: { again: boolean }): NextAuthOptions {
  const settings = env();
  return {
    secret: settings.APP_SECRET,
    providers: providersOf(settings, again),
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    useSecureCookies: settings.APP_URL.startsWith('https:'),
    cookies: nextAuthCookies(settings.APP_URL),
    pages: { signIn: '/signin', signOut: '/signin', error: '/signin' },
    callbacks: {
      signIn: ({ user }) => (user.refused ? `/api/auth/error?error=${user.refused}` : true),
      jwt: async ({ token, user, account }) => {
        const method = METHODS[account?.provider ?? ''];
        // Without both of them nobody is signing in: next-auth reads a cookie it has made before.
        if (!user || !method) return { sessionId: token.sessionId };
        const task = { personId: user.id, method, replaces: await readSessionId(), now: new Date() };
        return { sessionId: await startSession(await getDb(), task) };
      },
      // What a browser may read about itself; who that is, pages read from the database.
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url }) => safeCallbackUrl(url, settings.APP_URL),
    },
    events: {
      signOut: async ({ token }) => {
        if (token.sessionId) await endSession(await getDb(), token.sessionId);
      },
    },
    logger: {
      error: (code, about) => log().error('auth.error', { code, reason: nameOf(about) }),
      warn: (code) => log().warn('auth.warning', { code }),
      debug: () => {},
    },
  };
}

/** The kind of error and no more: what it says may hold what somebody sent. */
function nameOf(about: Error | { error: Error }): string {
  return ('error' in about ? about.error : about).name;
}

function providersOf(settings: Env, again: boolean): NextAuthOptions['providers'] {
  const issuer = settings.AUTH_OIDC_ISSUER;
  return [
    ...(issuer ? [companyProvider(settings, { issuer, again })] : []),
    ...(settings.SMTP_URL ? [mailProvider(settings)] : []),
    ...(settings.DEMO ? [demoProvider()] : []),
  ];
}
