import 'server-only';
import type { NextAuthOptions } from 'next-auth';
import { getDb } from '@/lib/db/handle';
import { env } from '@/lib/env';
import { log } from '@/lib/log';
import { safeCallbackUrl } from './callback-url';
import { demoProvider } from './demo-provider';
import { beginSession, endSession, SESSION_SECONDS } from './sessions';

/**
 * How people sign in. Ways to sign in are providers: company sign-in (OIDC) and e-mail link join the list
 * below, mapping a proven e-mail address to a person; nothing else here changes with them.
 *
 * The cookie carries the id of a session row and nothing that is believed: `getSignedIn` reads who that is,
 * and whether it still holds, from the database on every request.
 */
export function authOptions(): NextAuthOptions {
  const settings = env();
  return {
    secret: settings.APP_SECRET,
    providers: settings.DEMO ? [demoProvider()] : [],
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    pages: { signIn: '/signin', signOut: '/signin', error: '/signin' },
    callbacks: {
      jwt: async ({ token, user }) => {
        if (!user) return { sessionId: token.sessionId };
        const db = await getDb();
        return { sessionId: await beginSession(db, { personId: user.id, now: new Date() }) };
      },
      session: ({ session, token }) => ({
        expires: session.expires,
        sessionId: typeof token.sessionId === 'string' ? token.sessionId : undefined,
      }),
      redirect: ({ url }) => safeCallbackUrl(url, settings.APP_URL),
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token.sessionId === 'string') await endSession(await getDb(), token.sessionId);
      },
    },
    logger: {
      error: (code) => log().error('auth.error', { code }),
      warn: (code) => log().warn('auth.warning', { code }),
      debug: () => {},
    },
  };
}
