import 'server-only';
import { cookies } from 'next/headers';
import CredentialsProvider from 'next-auth/providers/credentials';
import type { Env } from '@/lib/core/env';
import { getDb } from '@/lib/db/handle';
import { authorizeSignIn, toAuthorizeResult } from './authorize-sign-in';
import { authCookie } from './cookies';
import { KNOWN_BROWSER_SECONDS, knownBrowserProof } from './known-browser';
import { useLink } from './links';

/** Signs in the person who presses the button on the link's page, which uses the link up. */
export function mailProvider({ APP_URL, APP_SECRET, DEMO }: Env) {
  return CredentialsProvider({
    id: 'mail',
    name: 'Mail',
    credentials: { token: { type: 'text' } },
    authorize: (credentials) =>
      toAuthorizeResult(async () => {
        const jar = await cookies();
        const browserSecret = jar.get(authCookie('linkBrowser', APP_URL).name)?.value;
        const now = new Date();
        return (await getDb()).transaction(async (tx) => {
          const link = await useLink(tx, { token: credentials?.token, browserSecret, now });
          if (!link) return { refused: 'link' } as const;
          const { name, options } = authCookie('knownBrowser', APP_URL);
          const proof = knownBrowserProof(link.email, APP_SECRET);
          jar.set(name, proof, { ...options, maxAge: KNOWN_BROWSER_SECONDS });
          return authorizeSignIn(tx, { method: 'mail', email: link.email }, { now, demo: DEMO });
        });
      }),
  });
}
