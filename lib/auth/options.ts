import 'server-only';
import { headers } from 'next/headers';
import type { LoggerInstance, NextAuthOptions } from 'next-auth';
import { toDevice } from '@/lib/core/device';
import { type Env, env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { getDb } from '@/lib/db/handle';
import { endSession, type Method, SESSION_SECONDS } from '@/lib/sessions/sessions';
import { safeCallbackUrl } from './callback-url';
import { recordCompanyFault } from './company-fault';
import { nextAuthCookies, readSessionId } from './cookies';
import { companyProvider, demoProvider, mailProvider } from './providers';
import { logSignInProblem } from './sign-in-log';
import { startSession } from './start-session';

/** The sign-in method of a session, by its provider. */
const METHODS: Readonly<Record<string, Method>> = { company: 'oidc', mail: 'mail', demo: 'demo' };

/**
 * The sign-in configuration. Each sign-in method is a provider that returns a person's id or a refusal;
 * nothing else here differs between them.
 *
 * The cookie carries only the id of a session row and no trusted claims: `getSignedIn` reads the person, and
 * whether the session is still valid, from the database on every request.
 *
 * @param again whether the person has to authenticate again
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
        // Without both this is not a sign-in: next-auth is reading an existing cookie.
        if (!user || !method) return { sessionId: token.sessionId };
        const device = toDevice((await headers()).get('user-agent'));
        const replaces = await readSessionId();
        const task = { personId: user.id, method, device, replaces, now: new Date() };
        return { sessionId: await startSession(await getDb(), task) };
      },
      // Only what the browser may read about its session; pages read the person from the database.
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url }) => safeCallbackUrl(url, settings.APP_URL),
    },
    events: {
      signOut: async ({ token }) => {
        if (token.sessionId) await endSession(await getDb(), token.sessionId);
      },
    },
    logger: authLogger,
  };
}

/** One for all requests: next-auth keeps the one it was given last. */
export const authLogger: LoggerInstance = {
  error: (code, about) => {
    const error = about instanceof Error ? about : about.error;
    recordCompanyFault(code, error);
    // Not its message, which may contain user input.
    logSignInProblem('auth.error', { reason: code });
  },
  warn: (code) => log().warn('auth.warning', { code }),
  debug: () => {},
};

function providersOf(settings: Env, again: boolean): NextAuthOptions['providers'] {
  const issuer = settings.AUTH_OIDC_ISSUER;
  return [
    ...(issuer ? [companyProvider(settings, { issuer, again })] : []),
    ...(settings.SMTP_URL ? [mailProvider(settings)] : []),
    ...(settings.DEMO ? [demoProvider()] : []),
  ];
}
