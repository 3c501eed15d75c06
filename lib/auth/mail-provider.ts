import 'server-only';
import { cookies } from 'next/headers';
import CredentialsProvider from 'next-auth/providers/credentials';
import { getDb } from '@/lib/db/handle';
import type { Env } from '@/lib/env';
import { admit } from './admit';
import { authCookie } from './cookies';
import { takeLink } from './links';
import { toOutcome } from './outcome';

/** Signs in whoever presses the button behind the link of a mail: that uses the link up. */
export function mailProvider({ APP_URL, DEMO }: Env) {
  return CredentialsProvider({
    id: 'mail',
    name: 'Mail',
    credentials: { token: { type: 'text' } },
    authorize: (credentials) =>
      toOutcome(async () => {
        const browserSecret = (await cookies()).get(authCookie('linkBrowser', APP_URL).name)?.value;
        const now = new Date();
        return (await getDb()).transaction(async (tx) => {
          const link = await takeLink(tx, { token: credentials?.token, browserSecret, now });
          if (!link) return { refused: 'link' } as const;
          return admit(tx, { method: 'mail', email: link.email }, { now, demo: DEMO });
        });
      }),
  });
}
